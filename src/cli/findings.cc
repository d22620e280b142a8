// SPDX-License-Identifier: Apache-2.0
#include "cli/findings.h"

#include "cli/captured_output.h"
#include "cli/origin.h"
#include "report/message.h"
#include "supervise/replay.h"
#include "trace/reader.h"
#include "trace/writer.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::cli {
namespace {

using Is = supervise::Judgement::Is;

bool is_race(const supervise::Found& found) {
  return found.record.finding.kind == event::FindingKind::race;
}

}  // namespace

supervise::Judgement Findings::judge(const supervise::Request& request,
                                     const supervise::Exploration& explored,
                                     const supervise::Found& found) {
  supervise::Request again = request;
  again.schedule_log = -1;
  again.retry_until = request.limits.deadline;
  if (request.limits.reached() != supervise::Stopped::no && (tried_late_ || !reported_.empty())) {
    ++not_replayed_;
    return {.is = Is::not_replayed, .places = {}};
  }
  // A search that was broken off still says what it found, if it takes one more execution; who
  // cannot wait interrupts once more.
  if (reported_.empty()) {
    again.limits.deadline.reset();
    again.limits.interrupted = nullptr;
  }
  CapturedOutput output;
  again.output = output.descriptor();
  base::Result<supervise::Replayed> result = supervise::replay(program_, again, explored, found);
  tried_late_ |= request.limits.reached() != supervise::Stopped::no;
  if (!result.ok()) {
    replay_error_ = result.error().sentence;
  }
  if (!result.ok() || result.value().stopped != supervise::Stopped::no) {
    ++not_replayed_;
    return {.is = Is::not_replayed, .places = {}};
  }
  if (!result.value().same_steps && !difference_.found) {
    difference_ = result.value().difference;
  }
  if (!supervise::shows_again(result.value(), found.record.finding)) {
    ++not_reproduced_;
    return {.is = Is::gone, .places = {}};
  }
  supervise::Replayed& replayed = result.value();
  shown_otherwise_ += replayed.same_steps ? 0 : 1;
  supervise::Judgement judgement = {.is = Is::reported, .places = replayed.places};
  if (is_race(found) && replayed.benign) {
    judgement.is = Is::benign;
  } else if (is_race(found) && is_suppressed(replayed.trace)) {
    judgement.is = Is::suppressed;
  } else {
    add(std::move(replayed.trace), found, output);
  }
  return judgement;
}

std::vector<SearchDescription::Finding> Findings::so_far() const {
  std::vector<SearchDescription::Finding> findings;
  for (const report::ReportedFinding& finding : reported_) {
    findings.push_back({finding.trace_path, {}});
  }
  for (const auto& [race, index] : races_) {
    findings[index].races.push_back(race);
  }
  return findings;
}

base::Result<size_t> Findings::take_up(const std::vector<SearchDescription::Finding>& findings) {
  for (const SearchDescription::Finding& known : findings) {
    base::Result<trace::Trace> trace = trace::read_file(known.trace);
    if (!trace.ok()) {
      return trace.error();
    }
    if (!trace.value().finding.has_value()) {
      return base::Error{known.trace + " is no trace of a finding, as the search says"};
    }
    for (const uint64_t race : known.races) {
      races_[race] = reported_.size();
    }
    report::ReportedFinding finding;
    finding.id = static_cast<uint32_t>(reported_.size() + 1);
    finding.trace = std::move(trace.value());
    finding.trace_path = known.trace;
    finding.reproduced = true;
    reported_.push_back(std::move(finding));
    last_met_.push_back(0);
  }
  return reported_.size();
}

bool Findings::is_suppressed(const trace::Trace& trace) const {
  std::vector<trace::Stack> stacks;
  for (const event::Access& access : trace.accesses) {
    stacks.push_back(trace::stack_at(trace, access.stack));
  }
  return plan_.suppressions.covers_race(stacks, trace.memory);
}

void Findings::add(trace::Trace trace, const supervise::Found& found,
                   const CapturedOutput& output) {
  report::ReportedFinding finding;
  finding.trace = std::move(trace);
  finding.trace.heddle = HEDDLE_VERSION;
  finding.trace.message = report::message_for(finding.trace);
  finding.executions = found.record.executions;
  finding.reproduced = true;
  const std::optional<size_t> known = index_of(finding);
  if (!known.has_value() && !wants_more()) {
    return;
  }
  if (is_race(found)) {
    races_[found.record.finding.place] = known.value_or(reported_.size());
  }
  if (known.has_value()) {
    count_again(*known, finding.executions);
    return;
  }
  finding.id = static_cast<uint32_t>(reported_.size() + 1);
  finding.trace_path = fmt::format("{}/finding-{}.heddle", options_.out, finding.id);
  if (key_.ok()) {
    finding.trace.keyed_hash = key_.value().hash(what_is_run(finding.trace));
  }
  base::Result<size_t> written = trace::write_file(finding.trace_path, finding.trace);
  if (!written.ok()) {
    note_problem(written.error().sentence);
  }
  const base::Result<size_t> shown =
      output.show(output_, "the program's output in the execution that shows the finding");
  if (!shown.ok()) {
    note_problem(shown.error().sentence);
  }
  reported_.push_back(std::move(finding));
  last_met_.push_back(round_);
}

// Where there is no room for one trace, there is none for the others either.
void Findings::note_problem(const std::string& sentence) {
  if (problems_++ == 0) {
    first_problem_ = sentence;
  }
}

std::string Findings::problem() const {
  return problems_ < 2 ? first_problem_
                       : fmt::format("{}; {} more like that", first_problem_, problems_ - 1);
}

// Findings are one per kind and places; the exploration tells places apart by
// addresses, here it is by lines.
std::optional<size_t> Findings::index_of(const report::ReportedFinding& finding) const {
  for (size_t i = 0; i < reported_.size(); ++i) {
    const trace::Trace& known = reported_[i].trace;
    if (known.finding->kind == finding.trace.finding->kind &&
        known.message == finding.trace.message) {
      return i;
    }
  }
  return std::nullopt;
}

// What was met in a round before does not count.
void Findings::count_again(size_t index, uint64_t executions) {
  if (last_met_[index] != round_) {
    last_met_[index] = round_;
    reported_[index].executions = 0;
  }
  reported_[index].executions += executions;
}

// A race that is known ends no execution; how many showed it was counted on the way.  Where
// several pairs of places are one finding, an execution may have shown more than one of them: at
// least as many showed the finding as showed any of these.
std::vector<report::ReportedFinding> Findings::take(const supervise::Exploration& last) {
  for (size_t i = 0; i < last.known_race_executions.size(); ++i) {
    const auto race = races_.find(last.visibility.known_races[i]);
    if (race != races_.end()) {
      uint64_t& executions = reported_[race->second].executions;
      executions = std::max(executions, last.known_race_executions[i]);
    }
  }
  return std::move(reported_);
}

}  // namespace heddle::cli
