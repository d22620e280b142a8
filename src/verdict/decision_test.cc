// SPDX-License-Identifier: Apache-2.0
#include "verdict/decision.h"

#include <gtest/gtest.h>

namespace heddle::verdict {
namespace {

RunFacts facts() {
  RunFacts facts;
  facts.path = "/home/me/queue_test";
  facts.settings.max_executions = 10;
  facts.settings.max_findings = 2;
  facts.time_limit = "30s";
  return facts;
}

// Of two preemptions asked for, so many are done.
Summary covered(uint32_t preemptions) {
  Summary summary;
  summary.requested = {.all = false, .preemptions = 2};
  summary.completed = Bound{.all = false, .preemptions = preemptions};
  summary.statement = "covered";
  summary.executions = 5;
  return summary;
}

Replays not_replayed(const std::string& error = "") {
  Replays replays;
  replays.not_replayed = 1;
  replays.error = error;
  return replays;
}

TEST(Decision, WhatIsCoveredWithoutAFindingIsClean) {
  Summary summary = covered(2);
  decide({}, facts(), {}, summary);
  EXPECT_EQ(summary.verdict, Verdict::clean);
  EXPECT_EQ(summary.statement, "covered");
}

TEST(Decision, AFindingComesBeforeAllElse) {
  Summary summary = covered(0);
  summary.findings.resize(1);
  summary.diverged = 1;
  decide({}, facts(), not_replayed(), summary);
  EXPECT_EQ(summary.verdict, Verdict::finding);
}

TEST(Decision, AFailureThatCouldNotBeReplayedTakesTheGuaranteeBack) {
  Summary summary = covered(2);
  decide({}, facts(), not_replayed("no file"), summary);
  EXPECT_EQ(summary.verdict, Verdict::error);
  EXPECT_EQ(summary.error, "a failure was met, but it could not be replayed: no file");
  EXPECT_TRUE(summary.statement.empty());
  EXPECT_FALSE(summary.completed.has_value());
}

TEST(Decision, AFindingThatDidNotShowAgainIsADivergence) {
  Summary summary = covered(2);
  Replays replays;
  replays.not_reproduced = 1;
  decide({}, facts(), replays, summary);
  EXPECT_EQ(summary.verdict, Verdict::nondeterministic);
  EXPECT_EQ(summary.diverged, 1U);
  EXPECT_TRUE(summary.statement.empty());
}

TEST(Decision, AnExecutionThatWasNotSeenToItsEndTakesTheGuaranteeBack) {
  Rounds rounds;
  rounds.last.counters.executions = 5;
  rounds.last.counters.unseen = 1;
  Summary summary = covered(2);
  decide(rounds, facts(), {}, summary);
  EXPECT_EQ(summary.verdict, Verdict::error);
  EXPECT_TRUE(summary.statement.empty());
}

TEST(Decision, SaysWhichLimitEndedIt) {
  Summary summary = covered(1);
  decide({}, facts(), {}, summary);
  EXPECT_EQ(summary.verdict, Verdict::incomplete);
  EXPECT_EQ(summary.stopped_by, "the limit of 10 executions");
  EXPECT_EQ(summary.statement, "covered");  // up to 1 preemption

  Rounds rounds;
  rounds.last.stopped = Stopped::by_time;
  summary = covered(1);
  decide(rounds, facts(), {}, summary);
  EXPECT_EQ(summary.stopped_by, "the time limit (30s)");
  ASSERT_FALSE(summary.notes.empty());
  EXPECT_TRUE(summary.notes.back().starts_with("to try next: more --time"));
}

TEST(Decision, FindingsThatWereNotReplayedLeaveItIncomplete) {
  Summary summary = covered(2);
  decide({}, facts(), not_replayed(), summary);
  EXPECT_EQ(summary.verdict, Verdict::incomplete);
}

TEST(Decision, AProgramWithoutAnExecutionOfInterestIsAnError) {
  Summary summary = covered(2);
  summary.executions = 0;
  decide({}, facts(), {}, summary);
  EXPECT_EQ(summary.verdict, Verdict::error);
}

TEST(Decision, OnlyWhatALimitEndedCanGoOn) {
  Rounds rounds;
  Summary summary;
  summary.verdict = Verdict::incomplete;
  EXPECT_FALSE(can_go_on(rounds, facts(), summary));
  rounds.last.stopped = Stopped::by_user;
  EXPECT_TRUE(can_go_on(rounds, facts(), summary));
  summary.verdict = Verdict::clean;
  EXPECT_FALSE(can_go_on(rounds, facts(), summary));
  summary.verdict = Verdict::finding;
  summary.findings.resize(1);
  EXPECT_TRUE(can_go_on(rounds, facts(), summary));
  summary.findings.resize(2);  // as many as were asked for
  EXPECT_FALSE(can_go_on(rounds, facts(), summary));
}

TEST(Decision, ExitStatusesAreAnInterface) {
  EXPECT_EQ(exit_status(Verdict::clean, false), 0);
  EXPECT_EQ(exit_status(Verdict::finding, true), 1);
  EXPECT_EQ(exit_status(Verdict::error, true), 2);
  EXPECT_EQ(exit_status(Verdict::incomplete, false), 3);
  EXPECT_EQ(exit_status(Verdict::incomplete, true), 0);
  EXPECT_EQ(exit_status(Verdict::nondeterministic, true), 4);
}

}  // namespace
}  // namespace heddle::verdict
