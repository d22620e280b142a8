// SPDX-License-Identifier: Apache-2.0
// What is kept of executions that have shown something.
#include "explore/explorer.h"

#include <algorithm>

namespace heddle::explore {

using event::Event;

// The one with the most preemptions; the last of those.
FindingRecord& Explorer::worst_finding() {
  return *std::max_element(arena_.findings.begin(), arena_.findings.end(),
                           [](const FindingRecord& a, const FindingRecord& b) {
                             return a.preemptions <= b.preemptions;
                           });
}

// The execution with the fewest preemptions stands for it; so it does among findings, if there
// are more than are wanted.
void Explorer::keep_finding(const event::Finding& finding) {
  const uint32_t preemptions = preemptions_in(arena_.log.items());
  for (FindingRecord& known : arena_.findings) {
    if (known.finding.kind == finding.kind && known.finding.place == finding.place) {
      arena_.journal.save(known);
      ++known.executions;
      if (preemptions < known.preemptions) {
        known.finding = finding;
        keep_execution(known);
      }
      return;
    }
  }
  if (arena_.findings.full()) {
    return;
  }
  if (!arena_.findings.empty() && arena_.findings.size() >= arena_.settings().max_findings) {
    FindingRecord& worst = worst_finding();
    if (preemptions < worst.preemptions) {
      arena_.journal.save(worst);
      worst = {.finding = finding, .executions = 1};
      keep_execution(worst);
    }
    return;
  }
  arena_.journal.append(arena_.findings, {.finding = finding, .executions = 1});
  keep_execution(arena_.findings.back());
}

// The one that has just been done.
void Explorer::keep_execution(FindingRecord& record) {
  record.execution = arena_.counters().executions;
  record.preemptions = preemptions_in(arena_.log.items());
  record.steps = static_cast<uint32_t>(arena_.log.size());
  record.first_deviation = arena_.finding_plans.size();
  for (size_t i = 0; i < arena_.log.size(); ++i) {
    const Event& event = arena_.log[i];
    record.last_fingerprint = event.fingerprint;
    if (event.chosen != 0 && !arena_.finding_plans.full()) {
      arena_.journal.append(arena_.finding_plans, {static_cast<uint32_t>(i), event.chosen,
                                                   event.options, event.fingerprint});
    }
  }
  record.deviations = arena_.finding_plans.size() - record.first_deviation;
  record.first_hold = arena_.finding_holds.size();
  for (const event::Hold& hold : arena_.holds) {
    if (!arena_.finding_holds.full()) {
      arena_.journal.append(arena_.finding_holds, hold);
    }
  }
  record.holds = arena_.finding_holds.size() - record.first_hold;
}

void Explorer::keep_notes(uint32_t kinds) {
  for (; kinds != 0; kinds &= kinds - 1) {
    const auto kind = static_cast<event::Misuse>(__builtin_ctz(kinds));
    NoteRecord* note = std::find_if(arena_.notes.begin(), arena_.notes.end(),
                                    [&](const NoteRecord& known) { return known.kind == kind; });
    if (note == arena_.notes.end()) {
      arena_.journal.append(arena_.notes, {kind, 0});
    } else {
      arena_.journal.save(*note);
    }
    ++note->executions;
  }
}

void Explorer::count_known_races() {
  const Record& record = arena_.record();
  for (size_t i = 0; record.showed_known_races && i < arena_.known_race_executions.size(); ++i) {
    if ((arena_.details().known_race_hits[i / 64] >> (i % 64) & 1) != 0) {
      uint64_t& executions = arena_.known_race_executions[i];
      arena_.journal.save(executions);
      ++executions;
    }
  }
}

}  // namespace heddle::explore
