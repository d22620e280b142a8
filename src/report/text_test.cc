// SPDX-License-Identifier: Apache-2.0
#include "report/text.h"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

AssertionResult says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos ? AssertionSuccess()
                                              : AssertionFailure() << "no '" << part << "' in\n"
                                                                   << text;
}

verdict::Summary with_verdict(verdict::Verdict verdict) {
  verdict::Summary summary;
  summary.verdict = verdict;
  summary.requested.preemptions = 4;
  return summary;
}

TEST(RenderRun, QuotesTheGuarantee) {
  verdict::Summary summary = with_verdict(verdict::Verdict::clean);
  summary.statement = "Every schedule is covered.";
  EXPECT_TRUE(says(render_run(summary, {}), "nothing found. Every schedule is covered.\n"));
}

TEST(RenderRun, ClaimsNothingWithoutAGuarantee) {
  EXPECT_TRUE(says(render_run(with_verdict(verdict::Verdict::clean), {}), "no guarantee"));
}

TEST(RenderRun, SaysWhatAnIncompleteRunHasCovered) {
  verdict::Summary summary = with_verdict(verdict::Verdict::incomplete);
  summary.stopped_by = "the time limit (30s)";
  const auto covered = [&] { return render_run(summary, {}); };
  EXPECT_TRUE(
      says(covered(), "incomplete: stopped by the time limit (30s); nothing found so far."));
  EXPECT_TRUE(says(covered(),
                   "covered: no bound completed\n"
                   "not covered: some schedules with at most 4 preemptions\n"));
  summary.completed = verdict::Bound{false, 0};
  EXPECT_TRUE(says(covered(),
                   "covered: every schedule without preemptions\n"
                   "not covered: some schedules with 1 to 4 preemptions\n"));
  summary.completed = verdict::Bound{false, 3};
  EXPECT_TRUE(says(covered(), "not covered: some schedules with 4 preemptions\n"));
  summary.requested.all = true;
  EXPECT_TRUE(says(covered(), "not covered: some schedules with 4 or more preemptions\n"));
}

TEST(RenderRun, TellsHowToReplayAFinding) {
  verdict::Summary summary = with_verdict(verdict::Verdict::finding);
  verdict::ReportedFinding& finding = summary.findings.emplace_back();
  finding.reproduced = true;
  finding.trace.finding = event::Finding{};
  finding.trace_path = "heddle-out/finding-1.heddle";
  EXPECT_TRUE(says(render_run(summary, {}),
                   "replay it: heddle replay heddle-out/finding-1.heddle\n"
                   "show it again: heddle show heddle-out/finding-1.heddle\n"));
  finding.trace_path = "it's here/finding-1.heddle";
  EXPECT_TRUE(says(render_run(summary, {}), "heddle replay 'it'\\''s here/finding-1.heddle'\n"));
}

TEST(RenderRun, SaysThatAFindingDidNotShowAgain) {
  verdict::Summary summary = with_verdict(verdict::Verdict::finding);
  summary.findings.emplace_back().trace.finding = event::Finding{};
  EXPECT_TRUE(says(render_run(summary, {}), "did not show again"));
}

TEST(RenderRun, ListsRacesThatAreNoFindingsAtTheEnd) {
  verdict::Summary summary = with_verdict(verdict::Verdict::clean);
  verdict::ReportedFinding& race = summary.races.emplace_back();
  race.trace.finding = event::Finding{.kind = event::FindingKind::race};
  race.trace.message = "data race on hits";
  race.trace_path = "heddle-out/race-1.heddle";
  verdict::ReportedFinding& suspect = summary.suspects.emplace_back();
  suspect.trace.finding = event::Finding{.kind = event::FindingKind::race};
  suspect.trace.message = "data race on queue";
  suspect.orders = {"liba.so", "libb.so"};
  const std::string text = render_run(summary, {});
  EXPECT_TRUE(says(text,
                   "data races, which are no findings with --races visible:\n"
                   "  - data race on hits (heddle show heddle-out/race-1.heddle)\n"));
  EXPECT_TRUE(says(text,
                   "suspected data races:\n"
                   "  - data race on queue; unless liba.so or libb.so orders the two accesses\n"));
  EXPECT_TRUE(says(text, "With --strict these are findings."));
  EXPECT_TRUE(says(text, "nothing found."));
}

TEST(RenderRun, OfAnErrorIsTheSentenceAlone) {
  verdict::Summary summary = with_verdict(verdict::Verdict::error);
  summary.error = "cannot run ./x: Permission denied";
  EXPECT_EQ(render_run(summary, {}), "error: cannot run ./x: Permission denied\n");
}

TEST(RenderTrace, TakesAnExecutionWithoutAFinding) {
  trace::Trace trace;
  trace.program = {"./bank"};
  trace.threads.resize(1);
  trace.steps.emplace_back().thread = event::kMainThread;
  EXPECT_EQ(render_trace(trace, {}),
            "no finding, without preemptions\n"
            "step  T0\n"
            "   1  yield\n"
            "\n"
            "./bank: 1 step, 0 context switches\n");
}

TEST(RenderTrace, TakesATraceWithNothingInIt) {
  EXPECT_TRUE(says(render_trace({}, {}), "no finding"));
}

}  // namespace
}  // namespace heddle::report
