// SPDX-License-Identifier: Apache-2.0
#include "report/locks.h"

#include <cerrno>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using event::ObjectId;
using event::OpKind;
using event::ThreadId;

event::Event step(uint32_t thread, OpKind kind, uint32_t object, int result = 0) {
  event::Event event;
  event.thread = ThreadId{thread};
  event.kind = kind;
  event.result = result;
  const bool waits = kind == OpKind::cond_wait || kind == OpKind::cond_wake;
  (waits ? event.mutex : event.object) = ObjectId{object};
  return event;
}

event::Event timed_out(event::Event event) {
  event.timed_out = true;
  event.result = ETIMEDOUT;
  return event;
}

// "T1:0@2" for a lock 0 that T1 holds since step 2; with "r" if for reading.
std::string held(const std::vector<event::Event>& steps) {
  trace::Trace trace;
  trace.steps = steps;
  std::string text;
  for (const Held& one : locks_after(trace, steps.size())) {
    text += fmt::format("{}T{}:{}@{}{}", text.empty() ? "" : " ", event::index(one.thread),
                        event::index(one.object), one.since, one.shared ? "r" : "");
  }
  return text;
}

TEST(LocksAfter, AreThoseThatWereTakenAndNotGivenBack) {
  EXPECT_EQ(held({step(1, OpKind::mutex_lock, 0), step(2, OpKind::spin_lock, 1),
                  step(2, OpKind::rwlock_wrlock, 2), step(1, OpKind::rwlock_rdlock, 3),
                  step(2, OpKind::rwlock_tryrdlock, 3)}),
            "T1:0@1 T2:1@2 T2:2@3 T1:3@4r T2:3@5r");
  EXPECT_EQ(held({step(1, OpKind::mutex_lock, 0), step(1, OpKind::mutex_unlock, 0),
                  step(2, OpKind::spin_trylock, 1), step(2, OpKind::spin_unlock, 1),
                  step(1, OpKind::rwlock_rdlock, 3), step(2, OpKind::rwlock_rdlock, 3),
                  step(1, OpKind::rwlock_unlock, 3)}),
            "T2:3@6r");
}

TEST(LocksAfter, AreNotThoseThatWereAskedForInVain) {
  EXPECT_EQ(
      held({step(1, OpKind::mutex_trylock, 0, EBUSY), step(1, OpKind::spin_trylock, 1, EBUSY),
            timed_out(step(1, OpKind::mutex_lock, 2)), step(1, OpKind::rwlock_wrlock, 3, EDEADLK)}),
      "");
  EXPECT_EQ(held({step(1, OpKind::mutex_lock, 0), step(2, OpKind::mutex_unlock, 0, EPERM)}),
            "T1:0@1");
}

TEST(LocksAfter, LackTheMutexOfAThreadThatWaits) {
  std::vector<event::Event> steps = {step(1, OpKind::mutex_lock, 0), step(1, OpKind::cond_wait, 0)};
  EXPECT_EQ(held(steps), "");
  steps.push_back(timed_out(step(1, OpKind::cond_wake, 0)));
  EXPECT_EQ(held(steps), "T1:0@3");
}

TEST(LocksAfter, CountHowOftenALockWasTaken) {
  std::vector<event::Event> steps = {step(1, OpKind::mutex_lock, 0), step(1, OpKind::mutex_lock, 0),
                                     step(1, OpKind::mutex_unlock, 0)};
  EXPECT_EQ(held(steps), "T1:0@1");
  steps.push_back(step(1, OpKind::mutex_unlock, 0));
  EXPECT_EQ(held(steps), "");
}

TEST(LocksOf, AreThoseOfOneThreadAtOneTime) {
  trace::Trace trace;
  trace.steps = {step(1, OpKind::mutex_lock, 0), step(2, OpKind::mutex_lock, 1),
                 step(1, OpKind::mutex_unlock, 0)};
  EXPECT_EQ(locks_of(trace, ThreadId{1}, 0).size(), 0U);
  EXPECT_EQ(locks_of(trace, ThreadId{1}, 2).size(), 1U);
  EXPECT_EQ(locks_of(trace, ThreadId{1}, 3).size(), 0U);
  EXPECT_EQ(locks_of(trace, ThreadId{2}, 100).size(), 1U);
}

}  // namespace
}  // namespace heddle::report
