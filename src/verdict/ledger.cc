// SPDX-License-Identifier: Apache-2.0
#include "verdict/ledger.h"

#include "trace/reader.h"

#include <algorithm>

namespace heddle::verdict {

std::optional<size_t> Ledger::index_of(const trace::Trace& trace) const {
  for (size_t i = 0; i < entries_.size(); ++i) {
    const trace::Trace& known = entries_[i].trace;
    if (known.finding->kind == trace.finding->kind && known.message == trace.message) {
      return i;
    }
  }
  return std::nullopt;
}

// What was met in a round before does not count.
void Ledger::count_again(size_t index, uint64_t executions) {
  if (last_met_[index] != round_) {
    last_met_[index] = round_;
    entries_[index].executions = 0;
  }
  entries_[index].executions += executions;
}

bool Ledger::would_improve(size_t index, const trace::Trace& trace) const {
  return trace::preemptions(trace) < trace::preemptions(entries_[index].trace);
}

void Ledger::replace(size_t index, ReportedFinding finding) {
  finding.id = entries_[index].id;
  finding.executions = entries_[index].executions;
  entries_[index] = std::move(finding);
}

ReportedFinding& Ledger::add(ReportedFinding finding) {
  finding.id = static_cast<uint32_t>(entries_.size() + 1);
  entries_.push_back(std::move(finding));
  last_met_.push_back(round_);
  return entries_.back();
}

std::vector<KnownFinding> Ledger::so_far() const {
  std::vector<KnownFinding> findings;
  for (size_t i = 0; i < entries_.size(); ++i) {
    const ReportedFinding& finding = entries_[i];
    findings.push_back({.trace = finding.trace_path,
                        .orders = finding.orders,
                        .races = {},
                        .executions = finding.executions,
                        .counts_on = last_met_[i] == round_});
  }
  for (const auto& [race, index] : races_) {
    findings[index].races.push_back(race);
  }
  return findings;
}

base::Result<size_t> Ledger::take_up(const std::vector<KnownFinding>& findings) {
  for (const KnownFinding& known : findings) {
    base::Result<trace::Trace> trace = trace::read_file(known.trace);
    if (!trace.ok()) {
      return trace.error();
    }
    if (!trace.value().finding.has_value()) {
      return base::Error{known.trace + " is no trace of a finding, as the search says"};
    }
    for (const uint64_t race : known.races) {
      races_[race] = entries_.size();
    }
    ReportedFinding finding;
    finding.trace = std::move(trace.value());
    finding.trace_path = known.trace;
    finding.orders = known.orders;
    finding.executions = known.executions;
    finding.reproduced = true;
    add(std::move(finding));
    last_met_.back() = known.counts_on ? round_ : 0;
  }
  return entries_.size();
}

// A race that is known ends no execution; how many showed it was counted on the way.  Where
// several pairs of places are one finding, an execution may have shown more than one of them: at
// least as many showed the finding as showed any of these.
std::vector<ReportedFinding> Ledger::take(const Exploration& last) {
  for (size_t i = 0; i < last.known_race_executions.size(); ++i) {
    const auto race = races_.find(last.visibility.known_races[i]);
    if (race != races_.end()) {
      uint64_t& executions = entries_[race->second].executions;
      executions = std::max(executions, last.known_race_executions[i]);
    }
  }
  return std::move(entries_);
}

size_t Ledger::count_known(const Exploration& last) const {
  return static_cast<size_t>(std::count_if(last.visibility.known_races.begin(),
                                           last.visibility.known_races.end(),
                                           [&](uint64_t race) { return races_.contains(race); }));
}

}  // namespace heddle::verdict
