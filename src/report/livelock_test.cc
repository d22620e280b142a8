// SPDX-License-Identifier: Apache-2.0
#include "report/livelock.h"

#include <random>

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using event::Event;
using event::OpKind;
using event::ThreadId;
using event::ThreadState;

// T0 waits for the end of T1; T1 and T2 can go on.
trace::Trace three_threads() {
  trace::Trace trace;
  trace.finding = event::Finding{.kind = event::FindingKind::livelock};
  trace.threads.resize(3);
  trace.threads[0].end.state = ThreadState::blocked;
  trace.threads[1].end.state = ThreadState::runnable;
  trace.threads[2].end.state = ThreadState::runnable;
  trace.steps.resize(2, {.thread = ThreadId{0}, .kind = OpKind::thread_create});
  return trace;
}

// A look at a flag and a yield.
void poll(trace::Trace& trace, ThreadId thread, bool yields) {
  trace.steps.push_back({.thread = thread, .kind = OpKind::atomic_load});
  trace.steps.push_back({.thread = thread, .kind = OpKind::mutex_unlock, .yielded = yields});
}

TEST(LivelockMessage, OfThreadsThatTakeTurns) {
  trace::Trace trace = three_threads();
  for (int i = 0; i < 50; ++i) {
    poll(trace, ThreadId{1}, true);
    poll(trace, ThreadId{2}, true);
  }
  EXPECT_EQ(livelock_message(trace), "no end after 202 steps: these 4 steps of T1 and T2 repeat");
  EXPECT_NE(render_livelock(trace, {}).find("The schedule is fair: T1 and T2 take turns"),
            std::string::npos);
}

TEST(LivelockMessage, OfAThreadThatKeepsTheProcessor) {
  trace::Trace trace = three_threads();
  for (int i = 0; i < 50; ++i) {
    poll(trace, ThreadId{1}, false);
  }
  EXPECT_EQ(livelock_message(trace),
            "T1 keeps running without yielding: these 2 steps repeat; T2 could "
            "go on");
  EXPECT_NE(render_livelock(trace, {}).find("--steps N"), std::string::npos);
}

// The message tells findings apart, so it must not depend on the step in which the limit is met.
TEST(LivelockMessage, IsTheSameForTheSameCycle) {
  trace::Trace trace = three_threads();
  trace.stacks = {{{"look", "a.c", 26, "", false}}, {{"rest", "a.c", 30, "", false}}};
  for (int i = 0; i < 50; ++i) {
    poll(trace, ThreadId{1}, false);
    trace.steps[trace.steps.size() - 2].stack = 1;
    trace.steps.back().stack = 2;
  }
  const std::string message = livelock_message(trace);
  EXPECT_EQ(message,
            "T1 keeps running without yielding: these 2 steps repeat (at a.c:26 in look); T2 could "
            "go on");
  trace.steps.erase(trace.steps.begin() + 2);
  EXPECT_EQ(livelock_message(trace), message);
}

// As a strategy that throws dice makes it: each thread goes round, and who is next is chance.
TEST(RenderLivelock, HasWhatEachThreadRepeatsIfTheyComeInNoFixedOrder) {
  trace::Trace trace = three_threads();
  std::mt19937 random(1);
  size_t steps[2] = {};
  while (trace.steps.size() < 1000) {
    const uint32_t thread = random() % 2;
    const bool looks = steps[thread]++ % 2 == 0;
    trace.steps.push_back({.thread = ThreadId{thread + 1},
                           .kind = looks ? OpKind::atomic_load : OpKind::yield,
                           .yielded = !looks});
  }
  EXPECT_EQ(livelock_message(trace),
            "no end after 1,000 steps: each thread repeats its own steps, in changing order");
  const std::string text = render_livelock(trace, {});
  EXPECT_NE(text.find("T1: these 2 steps repeat, "), std::string::npos) << text;
  EXPECT_NE(text.find("T2: these 2 steps repeat, "), std::string::npos) << text;
}

// Then the others have had their turn, or cannot go on.
TEST(LivelockMessage, OfAThreadThatYieldsIsAnotherOne) {
  trace::Trace trace = three_threads();
  trace.threads[2].end.state = ThreadState::ended;
  for (int i = 0; i < 50; ++i) {
    poll(trace, ThreadId{1}, true);
  }
  EXPECT_EQ(livelock_message(trace), "no end after 102 steps: these 2 steps of T1 repeat");
  EXPECT_NE(render_livelock(trace, {}).find("No other thread can go on"), std::string::npos);
}

TEST(LivelockMessage, OfAThreadWithoutOthersIsAnotherOne) {
  trace::Trace trace = three_threads();
  trace.threads[2].end.state = ThreadState::blocked;
  for (int i = 0; i < 50; ++i) {
    poll(trace, ThreadId{1}, false);
  }
  EXPECT_FALSE(livelock_of(trace).keeps_running);
}

// T2 waits for a lock that T1 takes and gives back, and is blocked at the end.
TEST(LivelockMessage, CountsOthersThatCouldGoOnInTheCycle) {
  trace::Trace trace = three_threads();
  trace.threads[2].end.state = ThreadState::blocked;
  for (int i = 0; i < 50; ++i) {
    poll(trace, ThreadId{1}, false);
    trace.steps.back().options = 2;
    trace.steps.back().own = 1;
  }
  EXPECT_TRUE(livelock_of(trace).keeps_running);
  EXPECT_EQ(livelock_message(trace),
            "T1 keeps running without yielding: these 2 steps repeat; other "
            "threads could go on");
}

TEST(LivelockMessage, NamesWhoWaitsForALockThatWasFreeInTheCycle) {
  trace::Trace trace = three_threads();
  trace.threads[2].end.state = ThreadState::blocked;
  for (int i = 0; i < 50; ++i) {
    poll(trace, ThreadId{1}, false);
  }
  trace.threads[2].end.held_since = 2;
  EXPECT_FALSE(livelock_of(trace).keeps_running);
  trace.threads[2].end.held_since = 102;
  EXPECT_EQ(livelock_of(trace).could_go_on, std::vector<ThreadId>{ThreadId{2}});
}

// T1 and T2 read in turns, T3 wants to write.
trace::Trace readers_and_a_writer(bool overlap) {
  trace::Trace trace = three_threads();
  trace.threads.resize(4);
  trace.objects.resize(1, {.kind = event::ObjectKind::rwlock, .name = ""});
  const event::ObjectId lock{0};
  trace.threads[3].end = {.state = ThreadState::blocked,
                          .kind = OpKind::rwlock_wrlock,
                          .object = lock,
                          .holder = ThreadId{2},
                          .held_since = 201};
  const auto reads = [&](uint32_t thread) {
    trace.steps.push_back(
        {.thread = ThreadId{thread}, .kind = OpKind::rwlock_rdlock, .object = lock});
    trace.steps.push_back({.thread = ThreadId{thread}, .kind = OpKind::yield, .yielded = true});
  };
  const auto leaves = [&](uint32_t thread) {
    trace.steps.push_back(
        {.thread = ThreadId{thread}, .kind = OpKind::rwlock_unlock, .object = lock});
  };
  reads(1);
  for (int i = 0; i < 50; ++i) {
    if (overlap) {
      reads(2);
      leaves(1);
      reads(1);
      leaves(2);
    } else {
      leaves(1);
      reads(2);
      leaves(2);
      reads(1);
    }
  }
  return trace;
}

// Somebody reads all the time, although each of them leaves the lock.
TEST(LivelockMessage, SaysThatAWriterCannotGoOnWhereReadersOverlap) {
  const trace::Trace trace = readers_and_a_writer(true);
  EXPECT_TRUE(livelock_of(trace).could_go_on.empty());
  EXPECT_EQ(livelock_of(trace).starved, std::vector<ThreadId>{ThreadId{3}});
  const std::string text = render_livelock(trace, {.columns = 200});
  EXPECT_NE(text.find("T3 cannot go on: what it waits for is in use all the time"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("--steps"), std::string::npos) << text;
}

TEST(LivelockMessage, SaysThatAWriterCouldGoOnWhereReadersDoNotOverlap) {
  trace::Trace trace = readers_and_a_writer(false);
  EXPECT_EQ(livelock_of(trace).could_go_on, std::vector<ThreadId>{ThreadId{3}});
  // Fairness would have given it a turn long ago, if that could be.
  EXPECT_NE(render_livelock(trace, {.columns = 200}).find("had no turn in all these rounds"),
            std::string::npos);
  trace.fair_every = 100;
  EXPECT_NE(render_livelock(trace, {.columns = 200}).find("with more steps may have a turn"),
            std::string::npos);
}

// The semaphore is posted to, and T1 takes it back.
TEST(LivelockMessage, KnowsWhatASemaphoreLetsGoOn) {
  trace::Trace trace = three_threads();
  trace.objects.resize(2, {.kind = event::ObjectKind::semaphore, .name = ""});
  trace.threads[2].end = {.state = ThreadState::blocked, .kind = OpKind::sem_wait};
  for (int i = 0; i < 50; ++i) {
    trace.steps.push_back(
        {.thread = ThreadId{1}, .kind = OpKind::sem_post, .object = event::ObjectId{1}});
    trace.steps.push_back(
        {.thread = ThreadId{1}, .kind = OpKind::sem_wait, .object = event::ObjectId{1}});
  }
  trace.threads[2].end.object = event::ObjectId{1};
  EXPECT_EQ(livelock_of(trace).could_go_on, std::vector<ThreadId>{ThreadId{2}});
  trace.threads[2].end.object = event::ObjectId{0};
  EXPECT_TRUE(livelock_of(trace).could_go_on.empty());
}

// Whom a signal wakes is chosen.
TEST(LivelockMessage, DoesNotClaimToKnowWhomASignalCouldHaveWoken) {
  trace::Trace trace = three_threads();
  trace.objects.resize(1, {.kind = event::ObjectKind::cond, .name = ""});
  const event::ObjectId cond{0};
  trace.threads[2].end = {.state = ThreadState::blocked, .kind = OpKind::cond_wake, .object = cond};
  for (int i = 0; i < 50; ++i) {
    trace.steps.push_back({.thread = ThreadId{1}, .kind = OpKind::cond_signal, .object = cond});
    poll(trace, ThreadId{1}, true);
  }
  EXPECT_EQ(livelock_of(trace).may_go_on, std::vector<ThreadId>{ThreadId{2}});
  EXPECT_NE(render_livelock(trace, {.columns = 200}).find("is not known"), std::string::npos);
}

TEST(LivelockMessage, OfStepsThatDoNotRepeatSaysSo) {
  trace::Trace trace = three_threads();
  trace.threads[2].end.state = ThreadState::ended;
  for (uint32_t i = 0; i < 50; ++i) {
    trace.steps.push_back({.thread = ThreadId{1}, .kind = OpKind::mutex_lock, .stack = i});
  }
  EXPECT_EQ(livelock_message(trace), "no end after 52 steps: no cycle was found");
  EXPECT_NE(render_livelock(trace, {}).find("give it more: --steps N"), std::string::npos);
}

}  // namespace
}  // namespace heddle::report
