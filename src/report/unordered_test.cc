// SPDX-License-Identifier: Apache-2.0
#include "report/unordered.h"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using event::MemoryOrder;
using event::ObjectId;
using event::OpKind;
using event::ThreadId;

constexpr ObjectId kFlag{0};
constexpr ObjectId kLock{1};

event::Event step(uint32_t thread, OpKind kind, ObjectId object,
                  MemoryOrder order = MemoryOrder::seq_cst) {
  event::Event event;
  event.thread = ThreadId{thread};
  event.kind = kind;
  event.object = object;
  event.order = order;
  return event;
}

// T1 accesses something after the first `before` of the steps, T2 after the last.
std::string why(const std::vector<event::Event>& steps, uint32_t before,
                bool volatile_sync = false) {
  trace::Trace trace;
  trace.threads.resize(3);
  trace.objects = {{event::ObjectKind::memory, "flag"}, {event::ObjectKind::rwlock, "books"}};
  trace.steps = steps;
  trace.volatile_sync = volatile_sync;
  event::Access first{.thread = ThreadId{1}, .step = before};
  event::Access second{.thread = ThreadId{2}, .step = static_cast<uint32_t>(steps.size())};
  return why_unordered(trace, first, second);
}

const std::string kWentOn = "T2 has not synchronized with anything that T1 did after its access.";
const std::string kDidNothing = "T1 has done nothing since that T2 could have waited for.";

TEST(WhyUnordered, SaysWhetherTheFirstThreadWentOn) {
  const event::Event first = step(1, OpKind::yield, event::kNoObject);
  const event::Event second = step(2, OpKind::yield, event::kNoObject);
  EXPECT_EQ(why({first, second}, 1),
            "Nothing orders them: neither thread holds a lock, and " + kDidNothing);
  EXPECT_EQ(why({first, first, second}, 1),
            "Nothing orders them: neither thread holds a lock, and " + kWentOn);
  EXPECT_EQ(why({}, 0), "Nothing orders them: neither thread holds a lock, and " + kDidNothing);
}

TEST(WhyUnordered, SaysWhichLocksDidNotHelp) {
  const event::Event reads = step(1, OpKind::rwlock_rdlock, kLock);
  EXPECT_EQ(why({reads}, 1), "Nothing orders them: no lock is held at both, and " + kDidNothing);
  EXPECT_EQ(why({reads, step(2, OpKind::rwlock_rdlock, kLock)}, 1),
            "Nothing orders them: both threads hold read-write lock books for reading only, and " +
                kDidNothing);
}

TEST(WhyUnordered, SaysWhichAtomicsDidNotSynchronize) {
  const auto passed = [](MemoryOrder store, MemoryOrder load) {
    return why(
        {step(1, OpKind::atomic_store, kFlag, store), step(2, OpKind::atomic_load, kFlag, load)},
        0);
  };
  const std::string head = "Nothing orders them: neither thread holds a lock, and " + kWentOn;
  const std::string read = head + " In step 2 T2 reads what T1 wrote to variable flag in step 1, ";
  EXPECT_EQ(passed(MemoryOrder::relaxed, MemoryOrder::acquire), read + "but the store is relaxed.");
  EXPECT_EQ(passed(MemoryOrder::release, MemoryOrder::relaxed), read + "but the load is relaxed.");
  EXPECT_EQ(passed(MemoryOrder::relaxed, MemoryOrder::relaxed),
            read + "but the store is relaxed, and the load is relaxed.");
  EXPECT_EQ(passed(MemoryOrder::release, MemoryOrder::acquire), head);
}

TEST(WhyUnordered, LooksAtTheLastWriterOnly) {
  const event::Event load = step(2, OpKind::atomic_load, kFlag, MemoryOrder::relaxed);
  EXPECT_EQ(
      why({step(1, OpKind::atomic_store, kFlag), step(0, OpKind::atomic_store, kFlag), load}, 0),
      "Nothing orders them: neither thread holds a lock, and " + kWentOn);
  // A write before the access says nothing of it.
  EXPECT_EQ(why({step(1, OpKind::atomic_store, kFlag), load}, 1),
            "Nothing orders them: neither thread holds a lock, and " + kDidNothing);
}

TEST(WhyUnordered, SaysThatVolatileDoesNotSynchronize) {
  const std::vector<event::Event> steps = {step(1, OpKind::volatile_write, kFlag),
                                           step(2, OpKind::volatile_read, kFlag)};
  EXPECT_TRUE(why(steps, 0).ends_with("but volatile accesses do not synchronize."));
  EXPECT_TRUE(why(steps, 0, true).ends_with(kWentOn));
}

TEST(WhyUnordered, SaysWhatToDoAboutARaceOfVolatiles) {
  const auto why_volatile = [](bool volatile_sync) {
    trace::Trace trace;
    trace.threads.resize(3);
    trace.volatile_sync = volatile_sync;
    return why_unordered(trace, {.kind = event::AccessKind::volatile_read, .thread = ThreadId{1}},
                         {.kind = event::AccessKind::write, .thread = ThreadId{2}});
  };
  EXPECT_TRUE(why_volatile(false).ends_with(
      kDidNothing +
      " In C and C++ volatile accesses do not synchronize (--volatile-sync: as if they did)."));
  EXPECT_TRUE(why_volatile(true).ends_with(kDidNothing));
}

}  // namespace
}  // namespace heddle::report
