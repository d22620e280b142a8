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
  EXPECT_EQ(message_of(trace),
            "T1 waits for mutex #2 held by T2, T2 waits for mutex mu held by T1");
}

TEST(Message, OfADeadlockWithoutACircleIsWhoWaitsForNobody) {
  trace::Trace trace = failed(FindingKind::deadlock);
  block(trace, 0, OpKind::thread_join, event::kNoObject, ThreadId{1});
  block(trace, 1, OpKind::cond_wake, kCond, event::kNoThread);
  EXPECT_EQ(message_of(trace), "T1 waits for condition variable cv");
}

TEST(Message, SaysTheSameOfSeveralThreadsOnce) {
  trace::Trace trace = failed(FindingKind::deadlock);
  block(trace, 0, OpKind::mutex_lock, kMutex, event::kNoThread);
  for (const uint32_t thread : {1U, 2U, 3U}) {
    block(trace, thread, OpKind::cond_wake, kCond, event::kNoThread);
  }
  EXPECT_EQ(message_of(trace), "T0 waits for mutex mu, T1 to T3 wait for condition variable cv");
}

TEST(Message, OfAReaderBehindAWriterDoesNotSayThatTheWriterHasTheLock) {
  trace::Trace trace = failed(FindingKind::deadlock);
  block(trace, 1, OpKind::rwlock_rdlock, kUnnamed, ThreadId{2});
  block(trace, 2, OpKind::rwlock_wrlock, kUnnamed, ThreadId{1});
  EXPECT_EQ(
      message_of(trace),
      "T1 waits for mutex #2 behind T2, which waits to write, T2 waits for mutex #2 held by T1");
}

TEST(Message, OfALockTakenTwiceSaysSo) {
  trace::Trace trace = failed(FindingKind::deadlock);
  block(trace, 1, OpKind::mutex_lock, kMutex, ThreadId{1});
  EXPECT_EQ(message_of(trace), "T1 waits for mutex mu that it holds itself");
}

TEST(Message, OfALockThatAThreadTookWithItSaysSo) {
  trace::Trace trace = failed(FindingKind::deadlock);
  block(trace, 0, OpKind::mutex_lock, kMutex, ThreadId{3});
  EXPECT_EQ(message_of(trace), "T0 waits for mutex mu held by T3, which has ended");
}

TEST(Message, OfACrashNamesSignalThreadAndPlace) {
  trace::Trace trace = failed(FindingKind::crash, ThreadId{2});
  trace.finding->code = SIGSEGV;
  EXPECT_EQ(message_of(trace), "SIGSEGV in T2 at buffer.c:14 in consumer");
  trace.finding->code = 200;
  EXPECT_EQ(message_of(trace), "signal 200 in T2 at buffer.c:14 in consumer");
  trace.stacks = {{{"consumer", "", 0, "/bin/buffer", false}}};
  EXPECT_EQ(message_of(trace), "signal 200 in T2 in consumer");
  trace.stacks.clear();
  EXPECT_EQ(message_of(trace), "signal 200 in T2");
}

TEST(Message, OfAnAssertionIsItsText) {
  trace::Trace trace = failed(FindingKind::assertion, ThreadId{2});
  EXPECT_EQ(message_of(trace), "abort in T2 at buffer.c:14 in consumer");
  trace.detail = "buffer: buffer.c:14: consumer: Assertion `count > 0' failed.\n";
  EXPECT_EQ(message_of(trace), "Assertion `count > 0' failed in T2 at buffer.c:14 in consumer");
  trace.detail = "invariant broken\nmore of it";
  EXPECT_EQ(message_of(trace), "invariant broken in T2 at buffer.c:14 in consumer");
}

TEST(Message, OfAnExitIsTheStatus) {
  trace::Trace trace = failed(FindingKind::exit);
  trace.finding->code = 3;
  EXPECT_EQ(message_of(trace), "the program exits with status 3");
}

TEST(Message, OfAnUncaughtExceptionNamesItsType) {
  trace::Trace trace = failed(FindingKind::uncaught, ThreadId{2});
  const std::string place = " in T2 at buffer.c:14 in consumer";
  trace.detail = "std::future_error";
  EXPECT_EQ(message_of(trace), "uncaught exception std::future_error" + place);
  trace.detail =
      "terminate called after throwing an instance of 'std::logic_error'\n"
      "  what():  no item\n";
  EXPECT_EQ(message_of(trace), "uncaught exception std::logic_error (no item)" + place);
  trace.detail = "std::terminate without an exception";
  EXPECT_EQ(message_of(trace), "std::terminate without an exception" + place);
  trace.detail = "terminate called without an active exception\n";
  EXPECT_EQ(message_of(trace), "std::terminate without an exception" + place);
  trace.detail = "";
  EXPECT_EQ(message_of(trace), "std::terminate without an exception" + place);
}

TEST(Message, OfAMisuseNamesObjectAndHolder) {
  trace::Trace trace = failed(FindingKind::misuse, ThreadId{1});
  trace.finding->misuse = event::Misuse::unlock_not_owner;
  trace.finding->object = kMutex;
  event::Event& lock = trace.steps.emplace_back();
  lock.thread = ThreadId{2};
  lock.kind = OpKind::mutex_lock;
  lock.object = kMutex;
  EXPECT_EQ(message_of(trace),
            "T1 unlocks a mutex that another thread holds (mutex mu, held by T2) at buffer.c:14 in "
            "consumer");
  trace.finding->misuse = event::Misuse::object_not_destroyed;
  EXPECT_EQ(message_of(trace), "mutex mu was initialised and is never destroyed");
}

TEST(Message, OfALivelockSaysWhatRepeats) {
  trace::Trace trace = failed(FindingKind::livelock);
  trace.steps.resize(10000, {.thread = ThreadId{1}});
  EXPECT_EQ(message_of(trace), "no end after 10,000 steps: this step of T1 repeats");
}

TEST(Message, OfAStuckThreadNamesTheCall) {
  trace::Trace trace = failed(FindingKind::stuck, ThreadId{1});
  trace.detail = "read";
  EXPECT_EQ(message_of(trace),
            "T1 does not return from read, which heddle does not control (called at buffer.c:14 in "
            "consumer)");
}

TEST(Message, OfAStuckLoopSaysThatOthersCannotRun) {
  EXPECT_EQ(
      message_of(failed(FindingKind::stuck, ThreadId{1})),
      "T1 does not come to another synchronization call at buffer.c:14 in consumer (a loop on "
      "memory alone keeps other threads from running here; compiled with heddle cc, one on atomics "
      "does not)");
}

// T1 at stack 1 and T2 at stack 2.
trace::Trace about(FindingKind kind) {
  trace::Trace trace = failed(kind, ThreadId{2});
  trace.stacks.push_back({{"get", "/src/a.cc", 15, "", false}});
  trace.failure_stack = 0;
  return trace;
}

event::Access access(event::AccessKind kind, uint32_t thread, uint64_t bytes, uint64_t address) {
  return {.kind = kind,
          .thread = ThreadId{thread},
          .stack = thread,
          .bytes = bytes,
          .address = address};
}

using event::AccessKind;

TEST(Message, OfARaceIsBothAccesses) {
  trace::Trace trace = about(FindingKind::race);
  trace.accesses = {access(AccessKind::write, 1, 4, 0x100), access(AccessKind::read, 2, 1, 0x101)};
  const std::string both =
      ": T1 writes 4 bytes at buffer.c:14 in consumer, T2 reads 1 byte at a.cc:15 in get, "
      "unordered";
  EXPECT_EQ(message_of(trace), "data race" + both);
  trace.finding->object = kUnnamed;
  trace.objects[2] = {ObjectKind::memory, ""};
  EXPECT_EQ(message_of(trace), "data race on variable #2" + both);
  trace.memory = "counter";
  EXPECT_EQ(message_of(trace), "data race on counter" + both);
  EXPECT_EQ(failure_frame(trace)->function, "get");
}

TEST(Message, OfARaceSaysWhatKindOfAccessesTheyAre) {
  trace::Trace trace = about(FindingKind::race);
  trace.memory = "flag";
  trace.accesses = {access(AccessKind::atomic_write, 1, 4, 0x100),
                    access(AccessKind::volatile_read, 2, 4, 0x100)};
  EXPECT_EQ(message_of(trace),
            "data race on flag: T1 writes 4 bytes (atomic) at buffer.c:14 in consumer, T2 reads 4 "
            "bytes (volatile) at a.cc:15 in get, unordered");
  // The order is that of the step, if the access is one.
  event::Event& store =
      trace.steps.emplace_back(event::Event{.thread = ThreadId{1}, .kind = OpKind::atomic_store});
  store.order = event::MemoryOrder::relaxed;
  store.stack = 1;
  store.bytes = 4;
  trace.accesses[0].step = 1;
  EXPECT_NE(message_of(trace).find("T1 writes 4 bytes (atomic, relaxed) at"), std::string::npos);
}

TEST(Message, OfARaceOnTheHeapSaysWhereInTheBlock) {
  trace::Trace trace = about(FindingKind::race);
  trace.accesses = {access(AccessKind::allocate, 1, 64, 0x100),
                    access(AccessKind::write, 1, 4, 0x118), access(AccessKind::read, 2, 4, 0x118)};
  EXPECT_EQ(message_of(trace).find("data race 24 bytes into a block of 64 allocated at "
                                   "buffer.c:14 in consumer: T1 writes"),
            0U)
      << message_of(trace);
}

TEST(Message, OfAUseAfterFreeSaysWhereAndWhoFreed) {
  trace::Trace trace = about(FindingKind::use_after_free);
  trace.accesses = {access(AccessKind::allocate, 0, 32, 0x100),
                    access(AccessKind::deallocate, 1, 32, 0x100),
                    access(AccessKind::read, 2, 8, 0x110)};
  const std::string freed = " that T1 freed at buffer.c:14 in consumer";
  EXPECT_EQ(message_of(trace),
            "T2 reads 8 bytes at a.cc:15 in get, 16 bytes into a block of 32" + freed);
  trace.accesses[2].address = 0x100;
  EXPECT_EQ(message_of(trace),
            "T2 reads 8 bytes at a.cc:15 in get, at the start of a block of 32 bytes" + freed);
  trace.accesses[1].thread = ThreadId{2};
  EXPECT_EQ(message_of(trace),
            "T2 reads 8 bytes at a.cc:15 in get, at the start of a block of 32 bytes that it freed "
            "at buffer.c:14 in consumer");
}

TEST(Message, OfADoubleFreeSaysWhoFreedBefore) {
  trace::Trace trace = about(FindingKind::double_free);
  trace.accesses = {access(AccessKind::allocate, 0, 32, 0x100),
                    access(AccessKind::deallocate, 1, 32, 0x100),
                    access(AccessKind::deallocate, 2, 32, 0x100)};
  EXPECT_EQ(message_of(trace),
            "T2 frees at a.cc:15 in get a block of 32 bytes that T1 freed at buffer.c:14 in "
            "consumer");
  trace.accesses.erase(trace.accesses.begin());
  EXPECT_EQ(message_of(trace).find("T2 frees at a.cc:15 in get a block of 32 bytes that T1"), 0U);
}

TEST(Message, OfMemoryWithoutAccessesIsTheWord) {
  trace::Trace trace = failed(FindingKind::race, ThreadId{1});
  EXPECT_EQ(message_of(trace), "data race in T1 at buffer.c:14 in consumer");
  trace.accesses = {access(AccessKind::read, 2, 4, 0x100)};
  EXPECT_EQ(message_of(trace), "data race in T1 at buffer.c:14 in consumer");
}

TEST(Message, OfOtherKindsIsTheirWord) {
  EXPECT_EQ(message_of(failed(FindingKind::use_after_free, ThreadId{1})),
            "use after free in T1 at buffer.c:14 in consumer");
}

TEST(Message, IsOneLineWhateverNamesHold) {
  trace::Trace trace = failed(FindingKind::deadlock);
  trace.objects[0].name = "evil\n\x1b[2J\xff";
  block(trace, 1, OpKind::mutex_lock, kMutex, ThreadId{1});
  EXPECT_EQ(shown_message(trace), "T1 waits for mutex evil\\n\\x1b[2J\\xff that it holds itself");
}

TEST(Message, HasNamesAsTheyAreForMachines) {
  trace::Trace trace = failed(FindingKind::deadlock);
  trace.objects[0].name = "evil\n\x1b[2J\xff";
  block(trace, 1, OpKind::mutex_lock, kMutex, ThreadId{1});
  EXPECT_EQ(message_of(trace), "T1 waits for mutex evil\n\x1b[2J\xff that it holds itself");
}

TEST(Message, IsEmptyWithoutAFinding) { EXPECT_EQ(message_of(trace::Trace{}), ""); }

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
