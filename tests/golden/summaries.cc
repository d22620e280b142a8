// SPDX-License-Identifier: Apache-2.0
#include "summaries.h"

#include "report/message.h"
#include "traces.h"

#include <utility>

namespace heddle::golden {
namespace {

verdict::Summary run() {
  verdict::Summary summary;
  summary.heddle = "0.1.0";
  summary.program = {"./bank", "2"};
  summary.strategy = "icb";
  summary.reduction = "dpor";
  summary.visible = "sync";
  summary.reset = "snapshot";
  summary.requested.preemptions = 2;
  summary.completed = verdict::Bound{false, 2};
  summary.executions = 12851;
  summary.pruned = 1412;
  summary.steps = 519120;
  summary.threads = 3;
  summary.max_steps = 41;
  summary.max_preemptions = 2;
  summary.by_bound = {{0, 2}, {1, 340}, {2, 12851}};
  summary.wall_seconds = 0.204;
  return summary;
}

void add_finding(verdict::Summary& summary, trace::Trace trace, uint64_t executions) {
  const auto id = static_cast<uint32_t>(summary.findings.size() + 1);
  trace.message = report::message_of(trace);
  summary.verdict = verdict::Verdict::finding;
  summary.findings.push_back({id,
                              std::move(trace),
                              "heddle-out/finding-" + std::to_string(id) + ".heddle",
                              true,
                              executions,
                              {}});
}

}  // namespace

verdict::Summary clean() {
  verdict::Summary summary = run();
  summary.statement = "Every schedule with at most 2 preemptions is covered.";
  summary.assumptions = {
      "the program gets the same input and arguments",
      "there are no data races: only synchronization is a scheduling point, and races were not "
      "looked for (compile with `heddle cc` to have them checked)",
      "memory is sequentially consistent"};
  summary.uncontrolled = {"the file /tmp/ledger.db, which the program wrote"};
  summary.notes = {"T2 is neither joined nor detached (bank.c:32 in main)"};
  return summary;
}

verdict::Summary one_finding() {
  verdict::Summary summary = run();
  add_finding(summary, bank(), 1);
  summary.executions = 37;
  summary.pruned = 0;
  summary.steps = 410;
  summary.completed = verdict::Bound{false, 0};
  summary.by_bound = {{0, 2}, {1, 37}};
  summary.wall_seconds = 0.0041;
  return summary;
}

verdict::Summary racing() {
  verdict::Summary summary = one_finding();
  summary.visible = "race";
  summary.findings.clear();
  add_finding(summary, counter(), 1);
  add_finding(summary, queue(), 2);
  return summary;
}

// Races that are no findings: with --races visible, and one that a library may have ordered.
verdict::Summary races_listed() {
  verdict::Summary summary = clean();
  summary.visible = "race";
  summary.rounds = 2;
  trace::Trace race = counter();
  race.message = report::message_of(race);
  summary.races.push_back({1, race, "heddle-out/race-1.heddle", true, 12851, {}});
  trace::Trace suspect = counter();
  suspect.message = report::message_of(suspect);
  summary.suspects.push_back(
      {1, suspect, "heddle-out/suspect-1.heddle", true, 7, {"libglib-2.0.so.0", "libpool.so"}});
  summary.assumptions = {
      "scheduling points are synchronization calls, atomics, volatiles, and the accesses at 4 "
      "places "
      "that race",
      "assuming that libglib-2.0.so.0 or libpool.so orders the accesses in 1 suspected data race"};
  summary.notes.clear();
  return summary;
}

verdict::Summary several_findings() {
  verdict::Summary summary = run();
  add_finding(summary, bank(), 1208);
  add_finding(summary, unlocker(), 3);
  return summary;
}

verdict::Summary livelocks() {
  verdict::Summary summary = run();
  add_finding(summary, handshake(), 12);
  add_finding(summary, boot(), 1);
  return summary;
}

verdict::Summary out_of_time() {
  verdict::Summary summary = run();
  summary.verdict = verdict::Verdict::incomplete;
  summary.stopped_by = "the time limit (90s)";
  summary.waiting = 4321;
  summary.estimate = {12'500, 9'000, 16'000};
  summary.completed = verdict::Bound{false, 1};
  summary.wall_seconds = 90.02;
  summary.assumptions = clean().assumptions;
  return summary;
}

verdict::Summary sampled() {
  verdict::Summary summary = run();
  summary.verdict = verdict::Verdict::incomplete;
  summary.strategy = "pct";
  summary.has_bound = false;
  summary.pct = {.bug_depth = 3, .threads = 3, .steps = 41, .probability = 1. / (3 * 41 * 41)};
  summary.stopped_by = "the number of executions (1000)";
  summary.completed.reset();
  summary.by_bound.clear();
  summary.executions = 1000;
  summary.pruned = 0;
  return summary;
}

verdict::Summary some_delays() {
  verdict::Summary summary = run();
  summary.verdict = verdict::Verdict::incomplete;
  summary.strategy = "delay";
  summary.stopped_by = "the time limit (30s)";
  summary.has_bound = false;
  summary.completed.reset();
  summary.delays = {.requested = {.all = false, .delays = 3},
                    .completed = verdict::DelaysBound{.all = false, .delays = 1}};
  summary.statement = "Every schedule with at most 1 delay is covered.";
  return summary;
}

verdict::Summary within_depth() {
  verdict::Summary summary = run();
  summary.verdict = verdict::Verdict::incomplete;
  summary.strategy = "depth";
  summary.stopped_by = "the depth of 12 steps";
  summary.requested = {.all = true, .preemptions = 0};
  summary.completed.reset();
  summary.depth = 12;
  summary.statement.clear();
  return summary;
}

verdict::Summary not_deterministic() {
  verdict::Summary summary = run();
  summary.verdict = verdict::Verdict::nondeterministic;
  summary.diverged = 12;
  event::Event expected;
  expected.thread = event::ThreadId{1};
  expected.kind = event::OpKind::mutex_lock;
  expected.object = event::ObjectId{2};
  event::Event came = expected;
  came.kind = event::OpKind::cond_signal;
  summary.divergence = {.step = 7, .expected = expected, .came = came};
  summary.completed.reset();
  summary.uncontrolled = {"getrandom, called at session.cc:88 in new_session"};
  return summary;
}

verdict::Summary failed_to_start() {
  verdict::Summary summary = run();
  summary.verdict = verdict::Verdict::error;
  summary.error = "cannot run ./bnak: No such file or directory";
  return summary;
}

}  // namespace heddle::golden
