// SPDX-License-Identifier: Apache-2.0
#include "cli/saved_climb.h"

#include <algorithm>

namespace heddle::cli {
namespace {

using nlohmann::json;
using verdict::Rung;

json counters_to_json(const explore::Counters& counters) {
  const explore::Coverage& coverage = counters.coverage;
  json by_preemptions = json::array();
  for (const uint64_t executions : counters.by_preemptions) {
    by_preemptions.push_back(executions);
  }
  return {{"executions", counters.executions},
          {"pruned", counters.pruned},
          {"assumption_failed", counters.assumption_failed},
          {"diverged", counters.diverged},
          {"retried", counters.retried},
          {"steps", counters.steps},
          {"failing", counters.failing},
          {"incomplete_from", counters.incomplete_from},
          {"threads", counters.threads},
          {"max_steps", counters.max_steps},
          {"max_preemptions", counters.max_preemptions},
          {"by_preemptions", by_preemptions},
          {"atomic_sections", counters.atomic_sections},
          {"reuse_possible", counters.reuse_possible},
          {"completed_bound", coverage.completed_bound},
          {"completed_delays", coverage.completed_delays},
          {"exhausted", coverage.exhausted},
          {"overflowed", coverage.overflowed},
          {"cut", coverage.cut},
          {"by_traces", coverage.by_traces},
          {"beyond_bound", coverage.beyond_bound}};
}

explore::Counters counters_from(const json& text) {
  explore::Counters counters;
  text.at("executions").get_to(counters.executions);
  text.at("pruned").get_to(counters.pruned);
  text.at("assumption_failed").get_to(counters.assumption_failed);
  text.at("diverged").get_to(counters.diverged);
  text.at("retried").get_to(counters.retried);
  text.at("steps").get_to(counters.steps);
  text.at("failing").get_to(counters.failing);
  text.at("incomplete_from").get_to(counters.incomplete_from);
  text.at("threads").get_to(counters.threads);
  text.at("max_steps").get_to(counters.max_steps);
  text.at("max_preemptions").get_to(counters.max_preemptions);
  text.at("atomic_sections").get_to(counters.atomic_sections);
  text.at("reuse_possible").get_to(counters.reuse_possible);
  const auto by_preemptions = text.at("by_preemptions").get<std::vector<uint64_t>>();
  std::copy_n(by_preemptions.begin(), std::min(by_preemptions.size(), explore::kMaxBounds),
              counters.by_preemptions);
  explore::Coverage& coverage = counters.coverage;
  text.at("completed_bound").get_to(coverage.completed_bound);
  text.at("completed_delays").get_to(coverage.completed_delays);
  text.at("exhausted").get_to(coverage.exhausted);
  text.at("overflowed").get_to(coverage.overflowed);
  text.at("cut").get_to(coverage.cut);
  text.at("by_traces").get_to(coverage.by_traces);
  text.at("beyond_bound").get_to(coverage.beyond_bound);
  return counters;
}

json rung_to_json(const Rung& rung) {
  json notes = json::array();
  for (const explore::NoteRecord& note : rung.notes) {
    notes.push_back({static_cast<uint32_t>(note.kind), note.executions});
  }
  return {{"every", rung.every},
          {"counters", counters_to_json(rung.counters)},
          {"states", rung.states.has_value() ? json(*rung.states) : json()},
          {"notes", notes},
          {"known_race_executions", rung.known_race_executions}};
}

Rung rung_from(const json& text) {
  Rung rung;
  text.at("every").get_to(rung.every);
  rung.counters = counters_from(text.at("counters"));
  if (!text.at("states").is_null()) {
    rung.states = text.at("states").get<std::vector<uint64_t>>();
    rung.states->resize(explore::StateSet::kMostPreemptions + 1);
  }
  for (const json& note : text.at("notes")) {
    rung.notes.push_back(
        {static_cast<event::Misuse>(note.at(0).get<uint32_t>()), note.at(1).get<uint64_t>()});
  }
  text.at("known_race_executions").get_to(rung.known_race_executions);
  return rung;
}

}  // namespace

json climb_to_json(const verdict::Climb& climb) {
  json done = json::array();
  for (const Rung& rung : climb.done) {
    done.push_back(rung_to_json(rung));
  }
  return {{"try", climb.try_.has_value() ? rung_to_json(*climb.try_) : json()}, {"done", done}};
}

verdict::Climb climb_from(const json& text) {
  verdict::Climb climb;
  if (!text.at("try").is_null()) {
    climb.try_ = rung_from(text.at("try"));
  }
  for (const json& rung : text.at("done")) {
    climb.done.push_back(rung_from(rung));
  }
  return climb;
}

}  // namespace heddle::cli
