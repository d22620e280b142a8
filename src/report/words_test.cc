// SPDX-License-Identifier: Apache-2.0
#include "report/words.h"

#include <cerrno>

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using event::ObjectId;
using event::ObjectKind;
using event::OpKind;
using event::ThreadId;

using Words = std::vector<std::string>;

trace::Trace objects() {
  trace::Trace trace;
  trace.objects = {
      {ObjectKind::mutex, "mu"}, {ObjectKind::cond, "cv"}, {ObjectKind::semaphore, ""}};
  return trace;
}

event::Event on(OpKind kind, uint32_t object) {
  event::Event event;
  event.kind = kind;
  event.object = ObjectId{object};
  return event;
}

event::Event of(OpKind kind, uint32_t other) {
  event::Event event;
  event.kind = kind;
  event.other = ThreadId{other};
  return event;
}

event::Event waiting(OpKind kind, uint32_t thread) {
  event::Event event = on(kind, 1);
  event.thread = ThreadId{thread};
  event.mutex = ObjectId{0};
  return event;
}

TEST(OperationWords, SayWhatWasChosenAndAmongWhat) {
  const trace::Trace trace = objects();
  event::Event event;
  event.kind = OpKind::choose;
  EXPECT_EQ(operation_words(trace, event), "choose");
  event.alternatives = 5;
  EXPECT_EQ(operation_words(trace, event), "choose 0 of 0 to 4");
  event.result = EBUSY;
  event.alternatives = 100;
  EXPECT_EQ(operation_words(trace, event), "choose 16 of 0 to 99");
}

TEST(OperationWords, SayWhichMemoryAMallocReturned) {
  const trace::Trace trace = objects();
  event::Event event = on(OpKind::reuse, 0);
  EXPECT_EQ(operation_words(trace, event), "malloc");
  event.alternatives = 2;
  EXPECT_EQ(operation_words(trace, event), "malloc: fresh memory, not one of 1 freed block");
  event.alternatives = 4;
  event.result = 1;
  EXPECT_EQ(operation_words(trace, event), "malloc: the block that was freed last");
  event.result = 2;
  EXPECT_EQ(operation_words(trace, event), "malloc: freed block 2 of 3, from the last one freed");
}

TEST(OperationWords, QuoteNamesThatTheProgramGave) {
  trace::Trace trace = objects();
  trace.objects.push_back({ObjectKind::mutex, "accounts[0]", true});
  EXPECT_EQ(operation_words(trace, on(OpKind::mutex_lock, 3)), "lock \"accounts[0]\"");
  EXPECT_EQ(object_words(trace, ObjectId{3}), "mutex \"accounts[0]\"");
}

TEST(OperationWords, NameTheOperationAndWhatItIsOn) {
  const trace::Trace trace = objects();
  EXPECT_EQ(operation_words(trace, on(OpKind::mutex_lock, 0)), "lock mu");
  EXPECT_EQ(operation_words(trace, on(OpKind::sem_post, 2)), "post semaphore #2");
  EXPECT_EQ(operation_words(trace, of(OpKind::thread_create, 2)), "create T2");
  EXPECT_EQ(operation_words(trace, of(OpKind::thread_join, 1)), "join T1");
  EXPECT_EQ(operation_words(trace, waiting(OpKind::cond_wait, 1)), "wait cv (mu)");
  EXPECT_EQ(operation_words(trace, waiting(OpKind::cond_wake, 1)), "wake and relock mu");
  event::Event end;
  end.kind = OpKind::thread_end;
  EXPECT_EQ(operation_words(trace, end), "end");
}

TEST(OperationWords, SayWhatDidNotWork) {
  const trace::Trace trace = objects();
  const auto with = [&](event::Event event, int result) {
    event.result = result;
    return operation_words(trace, event);
  };
  EXPECT_EQ(with(on(OpKind::mutex_trylock, 0), EBUSY), "try-lock mu: busy");
  EXPECT_EQ(with(on(OpKind::sem_trywait, 2), EAGAIN), "try-wait semaphore #2: none left");
  EXPECT_EQ(with(on(OpKind::mutex_lock, 0), ETIMEDOUT), "lock mu: timed out");
  EXPECT_EQ(with(on(OpKind::mutex_lock, 0), EDEADLK), "lock mu: EDEADLK");
  event::Event wake = waiting(OpKind::cond_wake, 1);
  wake.timed_out = true;
  EXPECT_EQ(operation_words(trace, wake), "wait cv: timed out");
}

event::Event accessing(OpKind kind, uint64_t value, uint32_t bytes = 4,
                       event::MemoryOrder order = event::MemoryOrder::seq_cst) {
  event::Event event = on(kind, 3);
  event.value = value;
  event.bytes = bytes;
  event.order = order;
  return event;
}

TEST(OperationWords, SayWhatWasReadOrWrittenAndInWhichOrder) {
  trace::Trace trace = objects();
  trace.objects.push_back({ObjectKind::memory, "x"});
  using event::MemoryOrder;
  const std::pair<event::Event, const char*> rows[] = {
      {accessing(OpKind::atomic_load, 1), "load x -> 1"},
      {accessing(OpKind::atomic_load, 1, 4, MemoryOrder::acquire), "load x -> 1 (acquire)"},
      {accessing(OpKind::atomic_store, 1, 4, MemoryOrder::relaxed), "store x = 1 (relaxed)"},
      {accessing(OpKind::atomic_rmw, 2, 4, MemoryOrder::acq_rel), "update x = 2 (acq-rel)"},
      {accessing(OpKind::atomic_cas, 3), "compare-exchange x: done, read 3"},
      {accessing(OpKind::atomic_load, 7, 16), "load x -> 7 in its lower half"},
      {accessing(OpKind::volatile_read, 4), "volatile read x -> 4"},
      {accessing(OpKind::volatile_write, 4), "volatile write x"},
      {accessing(OpKind::data_read, 5), "read x -> 5"},
      {accessing(OpKind::data_write, 5), "write x"},
      {accessing(OpKind::data_write, 5, 4096), "write x (4,096 bytes)"},
  };
  for (const auto& [event, words] : rows) {
    EXPECT_EQ(operation_words(trace, event), words);
  }
  event::Event failed = accessing(OpKind::atomic_cas, 3, 4, MemoryOrder::acq_rel);
  failed.result = EAGAIN;
  EXPECT_EQ(operation_words(trace, failed), "compare-exchange x: failed, read 3");
  event::Event fence;
  fence.kind = OpKind::fence;
  EXPECT_EQ(operation_words(trace, fence), "fence (seq-cst)");
  fence.order = MemoryOrder::release;
  EXPECT_EQ(operation_words(trace, fence), "fence (release)");
  trace.objects.back().name.clear();
  EXPECT_EQ(operation_words(trace, accessing(OpKind::atomic_load, 1)), "load variable #3 -> 1");
}

TEST(PendingWords, SayNothingOfWhatIsNotKnownYet) {
  trace::Trace trace = objects();
  trace.objects.push_back({ObjectKind::memory, "x"});
  trace.threads.resize(1);
  for (const auto& [kind, words] :
       {std::pair(OpKind::atomic_load, "load x"),
        std::pair(OpKind::atomic_cas, "compare-exchange x"), std::pair(OpKind::fence, "fence x")}) {
    trace.threads[0].end.kind = kind;
    trace.threads[0].end.object = ObjectId{3};
    EXPECT_EQ(pending_words(trace, ThreadId{0}), words);
  }
}

TEST(ValueWords, AreInHexBeyond32BitsAndNegativeJustBelowZero) {
  EXPECT_EQ(value_words(0, 4), "0");
  EXPECT_EQ(value_words(255, 1), "255");
  EXPECT_EQ(value_words(65535, 2), "65535");
  EXPECT_EQ(value_words(0x7fffffff, 4), "2147483647");
  EXPECT_EQ(value_words(0xffffffff, 4), "-1");
  EXPECT_EQ(value_words(0xffffffff, 8), "4294967295");
  EXPECT_EQ(value_words(0xffff0000, 4), "-65536");
  EXPECT_EQ(value_words(0xfffeffff, 4), "4294901759");
  EXPECT_EQ(value_words(UINT64_MAX - 1, 8), "-2");
  EXPECT_EQ(value_words(0x7ffff7a01040, 8), "0x7ffff7a01040");
}

TEST(StepWords, SayWhomASignalWakes) {
  trace::Trace trace = objects();
  event::Event signal = on(OpKind::cond_signal, 1);
  trace.steps = {signal, waiting(OpKind::cond_wait, 1), waiting(OpKind::cond_wait, 2)};
  signal.other = ThreadId{2};
  trace.steps.push_back(signal);
  trace.steps.push_back(on(OpKind::cond_broadcast, 1));
  trace.steps.push_back(on(OpKind::cond_broadcast, 1));
  EXPECT_EQ(step_words(trace),
            (Words{"signal cv: nobody waits", "wait cv (mu)", "wait cv (mu)", "signal cv: wakes T2",
                   "broadcast cv", "broadcast cv: nobody waits"}));
}

TEST(StepWords, SayWhomAFutexCallWakes) {
  trace::Trace trace = objects();
  trace.objects.push_back({ObjectKind::futex, "word"});
  event::Event wake = on(OpKind::futex_wake, 3);
  trace.steps = {wake};
  wake.result = 1;
  wake.other = ThreadId{2};
  trace.steps.push_back(wake);
  wake.result = 3;
  trace.steps.push_back(wake);
  trace.steps.push_back(on(OpKind::futex_woken, 3));
  trace.steps.push_back(on(OpKind::futex_woken, 3));
  trace.steps.back().timed_out = true;
  EXPECT_EQ(step_words(trace), (Words{"futex wake word: nobody waits", "futex wake word: wakes T2",
                                      "futex wake word: wakes 3 threads", "woken from word",
                                      "futex wait word: timed out"}));
}

TEST(PlaceWords, AreWhatIsKnown) {
  EXPECT_EQ(place_words({"f", "/a/b.c", 3, "", false}), "b.c:3 in f");
  EXPECT_EQ(place_words({"f", "", 0, "", false}), "in f");
  EXPECT_EQ(place_words({"", "b.c", 3, "", false}), "b.c:3");
  EXPECT_EQ(place_words({"f", "b.c", 0, "", false}), "b.c in f");
  EXPECT_EQ(place_words({"", "", 0, "", false}), "");
}

TEST(Counted, AgreesWithTheNumber) {
  EXPECT_EQ(counted(0, "step"), "0 steps");
  EXPECT_EQ(counted(1, "step"), "1 step");
  EXPECT_EQ(counted(2, "context switch"), "2 context switches");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1234567), "1,234,567");
}

}  // namespace
}  // namespace heddle::report
