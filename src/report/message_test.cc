// SPDX-License-Identifier: Apache-2.0
#include "report/message.h"

#include <csignal>

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using event::FindingKind;
using event::ObjectId;
using event::ObjectKind;
using event::OpKind;
using event::ThreadId;
using event::ThreadState;

// Four threads, a mutex, a condition variable and an unnamed mutex; stack 1 is in
// the user's code, called from the system's.
trace::Trace failed(FindingKind kind, ThreadId thread = event::kNoThread) {
  trace::Trace trace;
  trace.threads.resize(4);
  for (trace::Thread& one : trace.threads) {
    one.end.state = ThreadState::ended;
  }
  trace.objects = {{ObjectKind::mutex, "mu"}, {ObjectKind::cond, "cv"}, {ObjectKind::mutex, ""}};
  trace.stacks = {{{"raise", "", 0, "/lib/libc.so.6", true},
                   {"consumer", "/src/buffer.c", 14, "/bin/buffer", false}}};
  trace.finding.emplace();
  trace.finding->kind = kind;
  trace.finding->thread = thread;
  trace.failure_stack = 1;
  return trace;
}

void block(trace::Trace& trace, uint32_t thread, OpKind kind, ObjectId object, ThreadId other) {
  event::ThreadEnd& end = trace.threads[thread].end;
  end.state = ThreadState::blocked;
  end.kind = kind;
  end.object = object;
  (kind == OpKind::thread_join ? end.target : end.holder) = other;
}

constexpr ObjectId kMutex{0};
constexpr ObjectId kCond{1};
constexpr ObjectId kUnnamed{2};

TEST(Message, OfADeadlockIsTheCircle) {
  trace::Trace trace = failed(FindingKind::deadlock);
  block(trace, 0, OpKind::thread_join, event::kNoObject, ThreadId{1});
  block(trace, 1, OpKind::mutex_lock, kUnnamed, ThreadId{2});
  block(trace, 2, OpKind::mutex_lock, kMutex, ThreadId{1});
  EXPECT_EQ(message_for(trace),
            "T1 waits for mutex #2 held by T2, T2 waits for mutex mu held by T1");
}

TEST(Message, OfADeadlockWithoutACircleIsWhoWaitsForNobody) {
  trace::Trace trace = failed(FindingKind::deadlock);
  block(trace, 0, OpKind::thread_join, event::kNoObject, ThreadId{1});
  block(trace, 1, OpKind::cond_wake, kCond, event::kNoThread);
  EXPECT_EQ(message_for(trace), "T1 waits for condition variable cv");
}

TEST(Message, SaysTheSameOfSeveralThreadsOnce) {
  trace::Trace trace = failed(FindingKind::deadlock);
  block(trace, 0, OpKind::mutex_lock, kMutex, event::kNoThread);
  for (const uint32_t thread : {1U, 2U, 3U}) {
    block(trace, thread, OpKind::cond_wake, kCond, event::kNoThread);
  }
  EXPECT_EQ(message_for(trace), "T0 waits for mutex mu, T1 to T3 wait for condition variable cv");
}

TEST(Message, OfALockTakenTwiceSaysSo) {
  trace::Trace trace = failed(FindingKind::deadlock);
  block(trace, 1, OpKind::mutex_lock, kMutex, ThreadId{1});
  EXPECT_EQ(message_for(trace), "T1 waits for mutex mu that it holds itself");
}

TEST(Message, OfALockThatAThreadTookWithItSaysSo) {
  trace::Trace trace = failed(FindingKind::deadlock);
  block(trace, 0, OpKind::mutex_lock, kMutex, ThreadId{3});
  EXPECT_EQ(message_for(trace), "T0 waits for mutex mu held by T3, which has ended");
}

TEST(Message, OfACrashNamesSignalThreadAndPlace) {
  trace::Trace trace = failed(FindingKind::crash, ThreadId{2});
  trace.finding->code = SIGSEGV;
  EXPECT_EQ(message_for(trace), "SIGSEGV in T2 at buffer.c:14 in consumer");
  trace.finding->code = 200;
  EXPECT_EQ(message_for(trace), "signal 200 in T2 at buffer.c:14 in consumer");
  trace.stacks = {{{"consumer", "", 0, "/bin/buffer", false}}};
  EXPECT_EQ(message_for(trace), "signal 200 in T2 in consumer");
  trace.stacks.clear();
  EXPECT_EQ(message_for(trace), "signal 200 in T2");
}

TEST(Message, OfAnAssertionIsItsText) {
  trace::Trace trace = failed(FindingKind::assertion, ThreadId{2});
  EXPECT_EQ(message_for(trace), "abort in T2 at buffer.c:14 in consumer");
  trace.detail = "buffer: buffer.c:14: consumer: Assertion `count > 0' failed.\n";
  EXPECT_EQ(message_for(trace), "Assertion `count > 0' failed in T2 at buffer.c:14 in consumer");
  trace.detail = "invariant broken\nmore of it";
  EXPECT_EQ(message_for(trace), "invariant broken in T2 at buffer.c:14 in consumer");
}

TEST(Message, OfAnExitIsTheStatus) {
  trace::Trace trace = failed(FindingKind::exit);
  trace.finding->code = 3;
  EXPECT_EQ(message_for(trace), "the program exits with status 3");
}

TEST(Message, OfAnUncaughtExceptionNamesItsType) {
  trace::Trace trace = failed(FindingKind::uncaught, ThreadId{2});
  const std::string place = " in T2 at buffer.c:14 in consumer";
  trace.detail = "std::future_error";
  EXPECT_EQ(message_for(trace), "uncaught exception std::future_error" + place);
  trace.detail =
      "terminate called after throwing an instance of 'std::logic_error'\n"
      "  what():  no item\n";
  EXPECT_EQ(message_for(trace), "uncaught exception std::logic_error (no item)" + place);
  trace.detail = "std::terminate without an exception";
  EXPECT_EQ(message_for(trace), "std::terminate without an exception" + place);
  trace.detail = "terminate called without an active exception\n";
  EXPECT_EQ(message_for(trace), "std::terminate without an exception" + place);
  trace.detail = "";
  EXPECT_EQ(message_for(trace), "std::terminate without an exception" + place);
}

TEST(Message, OfAMisuseNamesObjectAndHolder) {
  trace::Trace trace = failed(FindingKind::misuse, ThreadId{1});
  trace.finding->misuse = event::Misuse::unlock_not_owner;
  trace.finding->object = kMutex;
  event::Event& lock = trace.steps.emplace_back();
  lock.thread = ThreadId{2};
  lock.kind = OpKind::mutex_lock;
  lock.object = kMutex;
  EXPECT_EQ(message_for(trace),
            "T1 unlocks a mutex that another thread holds (mutex mu, held by T2) at buffer.c:14 in "
            "consumer");
  trace.finding->misuse = event::Misuse::object_not_destroyed;
  EXPECT_EQ(message_for(trace), "mutex mu was initialised and is never destroyed");
}

TEST(Message, OfALivelockIsTheNumberOfSteps) {
  trace::Trace trace = failed(FindingKind::livelock);
  trace.steps.resize(10000);
  EXPECT_EQ(message_for(trace), "no end after 10,000 steps");
}

TEST(Message, OfAStuckThreadNamesTheCall) {
  trace::Trace trace = failed(FindingKind::stuck, ThreadId{1});
  trace.detail = "read";
  EXPECT_EQ(message_for(trace),
            "T1 does not return from read, which heddle does not control (called at buffer.c:14 in "
            "consumer)");
}

TEST(Message, OfAStuckLoopSaysThatOthersCannotRun) {
  EXPECT_EQ(
      message_for(failed(FindingKind::stuck, ThreadId{1})),
      "T1 does not come to another synchronization call at buffer.c:14 in consumer (a loop on "
      "memory alone keeps other threads from running here)");
}

TEST(Message, OfOtherKindsIsTheirWord) {
  EXPECT_EQ(message_for(failed(FindingKind::use_after_free, ThreadId{1})),
            "use after free in T1 at buffer.c:14 in consumer");
}

TEST(Message, IsOneLineWhateverNamesHold) {
  trace::Trace trace = failed(FindingKind::deadlock);
  trace.objects[0].name = "evil\n\x1b[2J\xff";
  block(trace, 1, OpKind::mutex_lock, kMutex, ThreadId{1});
  EXPECT_EQ(message_for(trace), "T1 waits for mutex evil\\n\\x1b[2J\\xff that it holds itself");
}

TEST(Message, IsEmptyWithoutAFinding) { EXPECT_EQ(message_for(trace::Trace{}), ""); }

TEST(FailureFrame, IsThatOfTheFirstThreadInADeadlock) {
  trace::Trace trace = failed(FindingKind::deadlock);
  trace.failure_stack = 0;
  trace.stacks.push_back({{"transfer", "bank.c", 13, "", false}});
  block(trace, 1, OpKind::mutex_lock, kMutex, ThreadId{1});
  trace.threads[1].stack = 2;
  ASSERT_NE(failure_frame(trace), nullptr);
  EXPECT_EQ(failure_frame(trace)->function, "transfer");
}

}  // namespace
}  // namespace heddle::report
