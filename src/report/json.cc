// SPDX-License-Identifier: Apache-2.0
#include "report/json.h"

#include "report/accesses.h"
#include "report/cycles.h"
#include "report/json_text.h"
#include "report/locks.h"
#include "report/message.h"
#include "report/terminal.h"
#include "report/theorem.h"
#include "report/words.h"

#include <cmath>

#include <nlohmann/json.hpp>

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json number_or_null(const std::optional<uint64_t>& number) {
  return number ? Json(*number) : Json();
}

Json json_of(const verdict::Bound& bound) {
  return bound.all ? Json("all") : Json(bound.preemptions);
}

Json json_of(const verdict::DelaysBound& bound) {
  return bound.all ? Json("all") : Json(bound.delays);
}

Json fairness_of(const verdict::Summary& summary) {
  Json list = Json::array();
  for (const verdict::FairRung& rung : summary.fairness) {
    Json completed;
    if (rung.completed) {
      completed = json_of(*rung.completed);
    } else if (rung.completed_delays) {
      completed = json_of(*rung.completed_delays);
    }
    list.push_back(
        {{"every", rung.every}, {"completed", completed}, {"executions", rung.executions}});
  }
  return list;
}

Json bound_of(const verdict::Summary& summary) {
  Json bound = {{"requested", nullptr}, {"completed", nullptr}};
  if (summary.has_bound) {
    bound["requested"] = json_of(summary.requested);
    bound["completed"] = summary.completed ? json_of(*summary.completed) : Json();
  }
  bound["fairness"] = fairness_of(summary);
  return bound;
}

Json delays_of(const verdict::Summary& summary) {
  if (!summary.delays) {
    return {};
  }
  const verdict::Delays& delays = *summary.delays;
  return {{"requested", json_of(delays.requested)},
          {"completed", delays.completed ? json_of(*delays.completed) : Json()}};
}

Json pct_of(const verdict::Summary& summary) {
  if (!summary.pct) {
    return {};
  }
  const verdict::Pct& pct = *summary.pct;
  return {{"bug_depth", pct.bug_depth},
          {"threads", pct.threads},
          {"steps", pct.steps},
          {"probability", pct.probability ? Json(*pct.probability) : Json()}};
}

Json estimate_of(const verdict::Summary& summary) {
  if (!summary.estimate.has_value()) {
    return {};
  }
  return {{"executions", summary.estimate->executions},
          {"low", summary.estimate->low},
          {"high", summary.estimate->high}};
}

Json by_bound(const verdict::Summary& summary) {
  if (!summary.has_by_bound) {
    return {};
  }
  Json list = Json::array();
  for (const verdict::BoundCount& count : summary.by_bound) {
    list.push_back({{"bound", count.bound},
                    {"executions", count.executions},
                    {"states", number_or_null(count.states)}});
    if (summary.sizes.has_value()) {
      // Infinity is no number in JSON, and becomes null.
      list.back()["at_most_with_exactly"] = theorem_bound(*summary.sizes, count.bound);
    }
  }
  return list;
}

Json json_of(const trace::Frame* frame) {
  if (frame == nullptr) {
    return {{"file", nullptr}, {"line", nullptr}, {"function", nullptr}};
  }
  return {{"file", text_or_null(frame->file)},
          {"line", frame->line == 0 ? Json() : Json(frame->line)},
          {"function", text_or_null(frame->function)}};
}

Json json_of(const trace::Stack& stack) {
  Json list = Json::array();
  for (const trace::Frame& frame : stack) {
    list.push_back(json_of(&frame));
  }
  return list;
}

Json locks_at(const trace::Trace& trace, const event::Access& access) {
  Json list = Json::array();
  for (const Held& held : locks_of(trace, access.thread, access.step)) {
    const trace::Object* object = event::index(held.object) < trace.objects.size()
                                      ? &trace.objects[event::index(held.object)]
                                      : nullptr;
    list.push_back({{"kind", object == nullptr ? Json() : Json(event::to_string(object->kind))},
                    {"name", object == nullptr ? Json() : text_or_null(object->name)},
                    {"shared", held.shared},
                    {"since", held.since}});
  }
  return list;
}

Json accesses_of(const trace::Trace& trace) {
  Json list = Json::array();
  for (const event::Access& access : trace.accesses) {
    const event::Event* step = own_step(trace, access);
    const bool ordered = step != nullptr && event::is_atomic(access.kind);
    const trace::Stack& stack = trace::stack_at(trace, access.stack);
    list.push_back({{"kind", event::to_string(access.kind)},
                    {"order", ordered ? Json(event::to_string(step->order)) : Json()},
                    {"thread", event::index(access.thread)},
                    {"step", access.step},
                    {"bytes", access.bytes},
                    {"location", json_of(trace::user_frame(stack))},
                    {"stack", json_of(stack)},
                    {"locks", locks_at(trace, access)}});
  }
  return list;
}

Json json_of(const trace::Trace& trace, const Cycle& cycle) {
  Json round = Json::array();
  for (const size_t at : cycle.round) {
    const event::Event& step = trace.steps[at];
    round.push_back({{"step", at + 1},
                     {"thread", event::index(step.thread)},
                     {"operation", operation_words(trace, step)},
                     {"location", json_of(trace::user_frame(trace::stack_at(trace, step.stack)))}});
  }
  return {{"steps", round},
          {"rounds", cycle.rounds},
          {"whole", cycle.whole},
          {"exact", cycle.exact},
          {"yields", cycle.yields}};
}

Json cycles_of(const trace::Trace& trace) {
  Json list = Json::array();
  if (trace.finding && trace.finding->kind == event::FindingKind::livelock) {
    for (const Cycle& cycle : cycles_at_end(trace)) {
      list.push_back(json_of(trace, cycle));
    }
  }
  return list;
}

Json json_of(const verdict::ReportedFinding& finding) {
  const trace::Trace& trace = finding.trace;
  return {{"id", finding.id},
          {"kind", trace.finding ? Json(event::to_string(trace.finding->kind)) : Json()},
          {"message", trace.message.empty() ? message_of(trace) : trace.message},
          {"preemptions", trace::preemptions(trace)},
          {"context_switches", trace::context_switches(trace)},
          {"execution", trace.execution},
          {"executions", finding.executions},
          {"location", json_of(failure_frame(trace))},
          {"memory", text_or_null(trace.memory)},
          {"accesses", accesses_of(trace)},
          {"cycles", cycles_of(trace)},
          {"trace", text_or_null(finding.trace_path)},
          {"reproduced", finding.reproduced}};
}

Json list_of(const std::vector<verdict::ReportedFinding>& findings) {
  Json list = Json::array();
  for (const verdict::ReportedFinding& finding : findings) {
    list.push_back(json_of(finding));
  }
  return list;
}

Json suspects_of(const verdict::Summary& summary) {
  Json list = list_of(summary.suspects);
  for (size_t i = 0; i < list.size(); ++i) {
    list[i]["orders"] = summary.suspects[i].orders;
  }
  return list;
}

// Whole, unless it is so small that this would say little.
Json rate_of(const verdict::Summary& summary) {
  if (summary.wall_seconds <= 0) {
    return {};
  }
  const uint64_t executions = summary.executions - summary.executions_before;
  const double rate = static_cast<double>(executions) / summary.wall_seconds;
  return rate < 100 ? Json(std::round(rate * 100) / 100) : Json(std::llround(rate));
}

Json guarantee_of(const verdict::Summary& summary) {
  return {{"statement", text_or_null(summary.statement)},
          {"assumptions", summary.assumptions},
          {"uncontrolled", summary.uncontrolled}};
}

Json scope_of(const verdict::Summary& summary) {
  if (!summary.scope.any()) {
    return {};
  }
  return {{"only", summary.scope.only},
          {"never", summary.scope.never},
          {"atomic_sections", summary.scope.atomic_sections}};
}

Json divergence_of(const verdict::Summary& summary) {
  if (!summary.divergence.has_value()) {
    return {};
  }
  const verdict::Divergence& divergence = *summary.divergence;
  const std::optional<uint32_t> thread = verdict::thread_of(divergence);
  return {{"step", divergence.step},
          {"thread", thread ? Json(*thread) : Json()},
          {"expected", verdict::expected_words(divergence)},
          {"came", verdict::came_words(divergence)}};
}

}  // namespace

std::string to_json(const verdict::Summary& summary) {
  const Json json = {{"heddle", summary.heddle},
                     {"program", summary.program},
                     {"verdict", to_string(summary.verdict)},
                     {"error", text_or_null(summary.error)},
                     {"stopped_by", text_or_null(summary.stopped_by)},
                     {"resume", text_or_null(summary.resume)},
                     {"strategy", summary.strategy},
                     {"reduction", summary.reduction},
                     {"visible", summary.visible},
                     {"reuse", summary.reuse},
                     {"scope", scope_of(summary)},
                     {"reset", text_or_null(summary.reset)},
                     {"memory_model", "sc"},
                     {"bound", bound_of(summary)},
                     {"delays", delays_of(summary)},
                     {"depth", summary.depth ? Json(*summary.depth) : Json()},
                     {"pct", pct_of(summary)},
                     {"rounds", summary.rounds},
                     {"executions", summary.executions},
                     {"pruned", summary.pruned},
                     {"diverged", summary.diverged},
                     {"divergence", divergence_of(summary)},
                     {"steps", summary.steps},
                     {"states", number_or_null(summary.states)},
                     {"threads", summary.threads},
                     {"max_steps", summary.max_steps},
                     {"max_preemptions", summary.max_preemptions},
                     {"waiting", summary.waiting},
                     {"estimate", estimate_of(summary)},
                     {"by_bound", by_bound(summary)},
                     {"wall_s", summary.wall_seconds},
                     {"executions_per_s", rate_of(summary)},
                     {"findings", list_of(summary.findings)},
                     {"races", list_of(summary.races)},
                     {"suspects", suspects_of(summary)},
                     {"findings_not_replayed", summary.not_replayed},
                     {"notes", summary.notes},
                     {"guarantee", guarantee_of(summary)}};
  return escape_in_json(json_text(json, 2));
}

}  // namespace heddle::report
