// SPDX-License-Identifier: Apache-2.0
#include "verdict/guarantee.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace heddle::verdict {
namespace {

RunFacts facts() {
  RunFacts facts;
  facts.path = "/home/me/queue_test";
  return facts;
}

// A program that was compiled for heddle, and whose libraries were not.
Rounds instrumented() {
  Rounds rounds;
  rounds.last.loaded = {"",
                        "linux-vdso.so.1",
                        "/opt/lib/heddle/libheddle_rt.so",
                        "/home/me/libqueue.so",
                        "/lib/libstdc++.so.6",
                        "/lib/libc.so.6"};
  rounds.last.instrumented = {"", "/home/me/libqueue.so"};
  return rounds;
}

std::vector<std::string> assumptions(const Rounds& rounds) {
  Summary summary;
  state_guarantee(rounds, facts(), summary);
  return summary.assumptions;
}

bool has(const std::vector<std::string>& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

bool any_begins(const std::vector<std::string>& texts, const std::string& begin) {
  return std::any_of(texts.begin(), texts.end(),
                     [&](const std::string& text) { return text.starts_with(begin); });
}

TEST(Guarantee, WithoutInstrumentationRaceFreedomIsAssumed) {
  Rounds rounds = instrumented();
  rounds.last.instrumented.clear();
  const std::vector<std::string> said = assumptions(rounds);
  EXPECT_TRUE(any_begins(said, "no data races: "));
  EXPECT_TRUE(has(said, "sequentially consistent memory"));
  EXPECT_FALSE(any_begins(said, "data races were checked"));
}

TEST(Guarantee, NamesTheFilesWhoseAccessesAreNotSeen) {
  const std::vector<std::string> said = assumptions(instrumented());
  EXPECT_TRUE(has(said,
                  "data races were checked in every execution; accesses in code that was not "
                  "compiled with heddle cc are not seen: libstdc++.so.6, libc.so.6"));
  EXPECT_TRUE(has(said,
                  "sequentially consistent values; memory orders are used for "
                  "happens-before only"));
  EXPECT_FALSE(any_begins(said, "no data races"));
  EXPECT_FALSE(any_begins(said, "scheduling points"));
  EXPECT_FALSE(any_begins(said, "volatile"));
}

TEST(Guarantee, NamesTheProgramIfOnlyALibraryWasCompiledForIt) {
  Rounds rounds = instrumented();
  rounds.last.instrumented = {"/home/me/libqueue.so"};
  EXPECT_TRUE(has(assumptions(rounds),
                  "data races were checked in every execution; accesses in code that was not "
                  "compiled with heddle cc are not seen: queue_test; and, of the system, "
                  "libstdc++.so.6, libc.so.6"));
}

TEST(Guarantee, NamesCallsWithEffectsThatSeveralThreadsMade) {
  Rounds rounds = instrumented();
  rounds.last.effects = {"write", "rand"};
  EXPECT_TRUE(has(assumptions(rounds),
                  "calls with effects outside memory are not scheduling points; their orders are "
                  "covered as far as steps are reordered: write, rand"));
  EXPECT_FALSE(any_begins(assumptions(instrumented()), "calls with effects"));
}

TEST(Guarantee, NamesSomeCallsAndCountsTheRest) {
  Rounds rounds = instrumented();
  rounds.last.effects = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
  EXPECT_TRUE(has(assumptions(rounds),
                  "calls with effects outside memory are not scheduling points; their orders are "
                  "covered as far as steps are reordered: a, b, c, d, e, f, g, h and 2 more"));
}

TEST(Guarantee, NamesTheFilesThatSeveralThreadsRanInUnseen) {
  Rounds rounds = instrumented();
  rounds.last.foreign = {"", "/usr/lib/libz.so.1"};
  EXPECT_TRUE(
      has(assumptions(rounds),
          "what threads share inside code that was not compiled with heddle cc is not seen; "
          "several threads ran in queue_test, libz.so.1"));
}

TEST(Guarantee, SaysWhichAccessesWereSchedulingPoints) {
  Rounds rounds = instrumented();
  rounds.last.settings.visible = explore::Visible::sync;
  EXPECT_TRUE(has(assumptions(rounds),
                  "scheduling points are synchronization calls, atomics and volatiles only"));

  rounds.last.settings.visible = explore::Visible::all;
  rounds.last.visibility.shared = {{1, 0x0f}, {2, 0xff}};
  EXPECT_TRUE(has(assumptions(rounds),
                  "scheduling points are synchronization calls, atomics, volatiles, and every "
                  "access to the 12 bytes that more than one thread touches"));

  rounds.last.settings.visible = explore::Visible::race;
  rounds.last.visibility.places.resize(2);
  rounds.last.visibility.known_races = {1};
  EXPECT_TRUE(has(assumptions(rounds),
                  "scheduling points are synchronization calls, atomics, volatiles, and the "
                  "accesses at 2 places that race"));
  EXPECT_TRUE(has(assumptions(rounds),
                  "assuming that the accesses in the known data race are done as they stand in "
                  "the program"));
}

TEST(Guarantee, WithSyncOnlyAKnownRaceIsAssumedNotToMatter) {
  Rounds rounds = instrumented();
  rounds.last.settings.visible = explore::Visible::sync;
  rounds.last.visibility.known_races = {1, 2, 3};
  EXPECT_TRUE(has(assumptions(rounds),
                  "assuming that the order of the accesses in the 3 known data races does not "
                  "matter"));
}

TEST(Guarantee, AssumesRaceFreedomIfRacesAreIgnored) {
  Rounds rounds = instrumented();
  rounds.last.settings.races = explore::Races::ignore;
  const std::vector<std::string> said = assumptions(rounds);
  EXPECT_TRUE(has(said,
                  "assuming that there are no data races: they were not looked for (--races "
                  "ignore)"));
  EXPECT_FALSE(any_begins(said, "data races were checked"));
}

TEST(Guarantee, AssumesThatALibraryOrdersWhatIsSuspected) {
  Rounds rounds = instrumented();
  rounds.last.visibility.places.resize(4);
  rounds.last.visibility.known_races = {1, 2, 3, 4, 5};
  Summary summary;
  summary.suspected = 4;
  summary.suspects.resize(3);
  summary.suspects[0].orders = {"libqueue.so"};
  summary.suspects[1].orders = {"libpool.so", "libqueue.so"};
  summary.suspects[2].orders = {"libqueue.so"};
  state_guarantee(rounds, facts(), summary);
  const std::vector<std::string>& said = summary.assumptions;
  EXPECT_TRUE(has(said, "assuming that libqueue.so orders the accesses in 2 suspected data races"));
  EXPECT_TRUE(has(said,
                  "assuming that libpool.so or libqueue.so orders the accesses in 1 suspected data "
                  "race"));
  EXPECT_TRUE(any_begins(said, "assuming that the accesses in the known data race are done"));
}

TEST(Guarantee, SaysThatVolatilesSynchronize) {
  Rounds rounds = instrumented();
  rounds.last.settings.volatile_sync = true;
  EXPECT_TRUE(has(assumptions(rounds), "volatile accesses synchronize"));
}

Summary by_delays(const explore::Counters& counters, DelaysBound requested) {
  Rounds rounds = instrumented();
  rounds.last.counters = counters;
  Summary summary;
  summary.has_bound = false;
  summary.delays = Delays{.requested = requested, .completed = {}};
  state_guarantee(rounds, facts(), summary);
  EXPECT_FALSE(summary.completed.has_value());
  return summary;
}

TEST(Guarantee, SpeaksOfDelaysIfTheStrategyGoesByThem) {
  explore::Counters counters;
  counters.coverage.completed_delays = 1;
  EXPECT_EQ(by_delays(counters, {.all = false, .delays = 2}).statement,
            "Every schedule with at most 1 delay is covered.");
  counters.coverage.completed_delays = 2;
  EXPECT_EQ(by_delays(counters, {.all = false, .delays = 2}).statement,
            "Every schedule with at most 2 delays is covered.");
  counters.coverage.exhausted = true;
  EXPECT_EQ(by_delays(counters, {.all = false, .delays = 4}).statement,
            "Every schedule with at most 4 delays is covered, and there are no others.");
  EXPECT_EQ(by_delays(counters, {.all = true, .delays = 0}).statement,
            "Every schedule is covered.");
}

TEST(Guarantee, SaysNothingOfDelaysIfAnExecutionWasNotSeenToItsEnd) {
  explore::Counters counters;
  counters.coverage.completed_delays = 2;
  counters.incomplete_from = 5;
  EXPECT_EQ(by_delays(counters, {.all = false, .delays = 2}).statement, "");
  counters.incomplete_from = UINT32_MAX;
  counters.diverged = 1;
  EXPECT_EQ(by_delays(counters, {.all = false, .delays = 2}).statement, "");
}

// A search that was cut short by its depth, or took samples, says of no bound that it is done.
TEST(Guarantee, IsNotGivenWithoutABoundThatIsDone) {
  Rounds rounds = instrumented();
  rounds.last.counters.coverage.cut = true;
  Summary summary;
  summary.requested.all = true;
  state_guarantee(rounds, facts(), summary);
  EXPECT_FALSE(summary.completed.has_value());
  EXPECT_EQ(summary.statement, "");
}

// What is said of a bound, with these scopes.
std::string statement_of(uint32_t bound, bool exhausted, const Scope& scope,
                         bool sections = false) {
  Rounds rounds = instrumented();
  rounds.last.counters.coverage.completed_bound = static_cast<int32_t>(bound);
  rounds.last.counters.coverage.exhausted = exhausted;
  rounds.last.counters.atomic_sections = sections;
  Summary summary;
  summary.requested = {.all = bound == INT32_MAX, .preemptions = bound};
  summary.scope = scope;
  state_guarantee(rounds, facts(), summary);
  return summary.statement;
}

TEST(Guarantee, SaysWherePreemptionsWereAllowed) {
  const Scope only{{"fun:Queue::*"}, {}, false};
  const Scope never{{}, {"module:liblog.so"}, false};
  EXPECT_EQ(statement_of(2, false, only),
            "Every schedule with at most 2 preemptions, all of them in fun:Queue::*, is covered.");
  EXPECT_EQ(statement_of(2, true, never),
            "Every schedule with at most 2 preemptions, none of them in module:liblog.so, is "
            "covered, and more of them make no difference.");
  EXPECT_EQ(statement_of(INT32_MAX, true, never),
            "Every schedule with none of its preemptions in module:liblog.so is covered.");
  EXPECT_EQ(statement_of(1, false, {}, true),
            "Every schedule with at most 1 preemption, none of them in a section from "
            "heddle_atomic_begin to heddle_atomic_end, is covered.");
}

TEST(Guarantee, DoesNotSayItOfSchedulesWithoutPreemptions) {
  const Scope only{{"fun:f"}, {}, false};
  EXPECT_EQ(statement_of(0, false, only), "Every schedule with at most 0 preemptions is covered.");
  EXPECT_EQ(statement_of(0, true, only),
            "Every schedule with at most 0 preemptions, all of them in fun:f, is covered, and more "
            "of them make no difference.");
}

// What the first try at the last rung has covered is all that is known of it for now.
TEST(Guarantee, OfAFirstTryRestsOnWhatItHasLeftOut) {
  Rounds rounds = instrumented();
  rounds.climb.last = 8;
  rounds.climb.try_ = Rung{};
  explore::Counters& tried = rounds.climb.try_->counters;
  tried.coverage.completed_bound = 1;
  tried.atomic_sections = true;
  tried.reuse_possible = true;
  Summary summary;
  summary.requested = {.all = false, .preemptions = 2};
  state_guarantee(rounds, facts(), summary);
  EXPECT_TRUE(summary.scope.atomic_sections);
  EXPECT_NE(summary.statement.find("atomic"), std::string::npos) << summary.statement;
  EXPECT_TRUE(any_begins(summary.assumptions, "reuse of freed memory was not explored"));
  EXPECT_TRUE(any_begins(summary.assumptions, "assuming that a thread yields only while"));
}

}  // namespace
}  // namespace heddle::verdict
