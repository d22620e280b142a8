// SPDX-License-Identifier: Apache-2.0
#include "cli/findings.h"

#include "cli/captured_output.h"
#include "cli/origin.h"
#include "report/message.h"
#include "supervise/locked_code.h"
#include "trace/writer.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::cli {
namespace {

using Is = verdict::Judgement::Is;

bool is_race(const verdict::Found& found) {
  return found.record.finding.kind == event::FindingKind::race;
}

bool is_told(Is is) { return is == Is::reported || is == Is::listed || is == Is::suspect; }

const char* file_name_for(Is is) {
  return is == Is::listed ? "race" : is == Is::suspect ? "suspect" : "finding";
}

bool shows(const std::vector<supervise::CollectedRace>& races,
           const supervise::CollectedRace& race) {
  return std::any_of(races.begin(), races.end(), [&](const supervise::CollectedRace& other) {
    const trace::Trace& one = race.trace;
    const trace::Trace& again = other.trace;
    return other.key == race.key && one.steps.size() == again.steps.size() &&
           (one.steps.empty() || one.steps.back().fingerprint == again.steps.back().fingerprint);
  });
}

}  // namespace

void Findings::begin_round(bool next_rung) {
  for (verdict::Ledger* ledger : {&reported_, &listed_, &suspects_}) {
    ledger->begin_round(next_rung);
  }
}

void Findings::describe(SearchDescription& description) const {
  description.findings = reported_.so_far();
  description.races = listed_.so_far();
  description.suspects = suspects_.so_far();
}

base::Result<size_t> Findings::take_up(const SearchDescription& description) {
  base::Result<size_t> known = reported_.take_up(description.findings);
  known = known.ok() ? listed_.take_up(description.races) : known;
  return known.ok() ? suspects_.take_up(description.suspects) : known;
}

verdict::Judgement Findings::judge(const supervise::Request& request,
                                   const verdict::Exploration& explored,
                                   const verdict::Found& found) {
  supervise::Request again = request;
  again.schedule_log = -1;
  again.retry_until = request.limits.deadline;
  again.symbols = &symbols_;
  if (request.limits.reached() != verdict::Stopped::no && (tried_late_ || !reported_.empty())) {
    ++replays_.not_replayed;
    return {.is = Is::not_replayed, .races = {}};
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
  tried_late_ |= request.limits.reached() != verdict::Stopped::no;
  if (!result.ok()) {
    replays_.error = result.error().sentence;
  }
  if (!result.ok() || result.value().stopped != verdict::Stopped::no) {
    ++replays_.not_replayed;
    return {.is = Is::not_replayed, .races = {}};
  }
  if (!result.value().same_steps && !replays_.difference.found) {
    replays_.difference = result.value().difference;
  }
  if (!supervise::shows_again(result.value(), found.record.finding)) {
    ++replays_.not_reproduced;
    return {.is = Is::gone, .races = {}};
  }
  supervise::Replayed& replayed = result.value();
  replays_.diverged += replayed.same_steps ? 0 : 1;
  if (is_race(found)) {
    return judge_race(again, explored, found, std::move(replayed), output);
  }
  verdict::ReportedFinding finding;
  finding.trace = std::move(replayed.trace);
  add(Is::reported, std::move(finding), found, 0, &output);
  return {.is = Is::reported, .races = {}};
}

// Where the search goes on after the race, its execution is run once more to the end, for other
// races; and where any of those is to be told, a second time, since nothing is told that did not
// show again.  A race may be known for a suspect only then, too.
verdict::Judgement Findings::judge_race(const supervise::Request& request,
                                        const verdict::Exploration& explored,
                                        const verdict::Found& found, supervise::Replayed first,
                                        const CapturedOutput& output) {
  const uint64_t key = found.record.finding.place;
  supervise::CollectedRace own;
  own.key = key;
  own.benign = first.benign;
  own.places = std::move(first.places);
  own.trace = std::move(first.trace);
  std::vector<supervise::CollectedRace> others;
  const bool is_last =
      kind_of(own) == Is::reported && reported_.size() + 1 >= plan_.settings.max_findings;
  if (!is_last || may_be_suspect(explored)) {
    others = collect(request, explored, found);
  }
  for (const supervise::CollectedRace& race : others) {
    own.through = race.key == key ? race.through : own.through;
  }
  if (tried_late_) {
    others.clear();  // the search does not go on
  }
  std::erase_if(others, [&](const supervise::CollectedRace& race) { return race.key == key; });
  verdict::Judgement judgement{.is = kind_of(own), .races = {}};
  const auto take = [&](supervise::CollectedRace& race, const CapturedOutput* printed) {
    const Is is = kind_of(race);
    verdict::ReportedFinding finding;
    finding.trace = std::move(race.trace);
    finding.orders = is == Is::suspect ? orders_of(race) : std::vector<std::string>();
    if (!is_told(is) || add(is, std::move(finding), found, race.key, printed)) {
      judgement.races.push_back({race.key, is, std::move(race.places)});
    }
  };
  take(own, &output);
  if (std::any_of(others.begin(), others.end(),
                  [&](const supervise::CollectedRace& race) { return is_told(kind_of(race)); })) {
    const std::vector<supervise::CollectedRace> again = collect(request, explored, found);
    std::erase_if(others,
                  [&](const supervise::CollectedRace& race) { return !shows(again, race); });
  }
  for (supervise::CollectedRace& race : others) {
    take(race, nullptr);
  }
  return judgement;
}

// Whatever becomes of it, there was a race to begin with.
std::vector<supervise::CollectedRace> Findings::collect(const supervise::Request& request,
                                                        const verdict::Exploration& explored,
                                                        const verdict::Found& found) {
  supervise::Request again = request;
  again.output = -1;
  base::Result<std::vector<supervise::CollectedRace>> races =
      supervise::collect_races(program_, again, explored, found);
  return races.ok() ? std::move(races.value()) : std::vector<supervise::CollectedRace>();
}

Is Findings::kind_of(const supervise::CollectedRace& race) {
  if (race.benign) {
    return Is::benign;
  }
  if (is_suppressed(race.trace)) {
    return Is::suppressed;
  }
  if (!plan_.settings.strict && !orders_of(race).empty()) {
    return Is::suspect;
  }
  return plan_.settings.races == explore::Races::visible ? Is::listed : Is::reported;
}

bool Findings::is_suppressed(const trace::Trace& trace) const {
  std::vector<trace::Stack> stacks;
  for (const event::Access& access : trace.accesses) {
    stacks.push_back(trace::stack_at(trace, access.stack));
  }
  return plan_.suppressions.covers_race(stacks, trace.memory);
}

// Whether there is a file at all that could order what threads do without heddle's knowing.
bool Findings::may_be_suspect(const verdict::Exploration& explored) {
  const std::vector<std::string>& seen = explored.instrumented;
  return !plan_.settings.strict &&
         std::any_of(explored.loaded.begin(), explored.loaded.end(), [&](const std::string& file) {
           return std::find(seen.begin(), seen.end(), file) == seen.end() &&
                  may_order(file.empty() ? program_.path : file);
         });
}

bool Findings::may_order(const std::string& file) {
  const auto [known, is_new] = may_order_.try_emplace(file, false);
  if (is_new) {
    known->second = !supervise::is_modelled(file) && supervise::has_locked_code(file);
  }
  return known->second;
}

// The names of the files that may have ordered its accesses.
std::vector<std::string> Findings::orders_of(const supervise::CollectedRace& race) {
  std::vector<std::string> names;
  for (const std::string& file : race.through) {
    if (may_order(file)) {
      names.push_back(file.substr(file.rfind('/') + 1));
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

verdict::Ledger& Findings::ledger_for(Is is) {
  return is == Is::listed ? listed_ : is == Is::suspect ? suspects_ : reported_;
}

bool Findings::add(Is is, verdict::ReportedFinding finding, const verdict::Found& found,
                   uint64_t race, const CapturedOutput* output) {
  verdict::Ledger& ledger = ledger_for(is);
  finding.trace.heddle = HEDDLE_VERSION;
  finding.trace.message = report::message_of(finding.trace);
  finding.executions = found.record.executions;
  finding.reproduced = true;
  const std::optional<size_t> known = ledger.index_of(finding.trace);
  if (!known.has_value() && is == Is::reported && !wants_more()) {
    return false;
  }
  if (race != 0) {
    ledger.note_race(race, known.value_or(ledger.size()));
  }
  if (known.has_value()) {
    if (race == 0 || race == found.record.finding.place) {
      ledger.count_again(*known, finding.executions);
    }
    if (race == 0 && ledger.would_improve(*known, finding.trace)) {
      write(is, *known + 1, finding, output);
      ledger.replace(*known, std::move(finding));
    }
    return true;
  }
  write(is, ledger.size() + 1, finding, output);
  ledger.add(std::move(finding));
  return true;
}

void Findings::write(Is is, size_t number, verdict::ReportedFinding& finding,
                     const CapturedOutput* output) {
  finding.trace_path = fmt::format("{}/{}-{}.heddle", options_.out, file_name_for(is), number);
  if (key_.ok()) {
    finding.trace.keyed_hash = key_.value().hash(what_is_run(finding.trace));
  }
  base::Result<size_t> written = trace::write_file(finding.trace_path, finding.trace);
  if (!written.ok()) {
    note_problem(written.error().sentence);
  }
  if (output != nullptr && is == Is::reported) {
    const base::Result<size_t> shown =
        output->show(output_, "the program's output in the execution that shows the finding");
    if (!shown.ok()) {
      note_problem(shown.error().sentence);
    }
  }
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

void Findings::take(const verdict::Rounds& rounds, verdict::Summary& summary) {
  verdict::Exploration last = rounds.last;
  add_lower(rounds.climb, last);
  summary.suspected = suspects_.count_known(last);
  summary.findings = reported_.take(last);
  summary.races = listed_.take(last);
  summary.suspects = suspects_.take(last);
}

}  // namespace heddle::cli
