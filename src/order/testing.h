// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "order/happens_before.h"

#include <cerrno>
#include <vector>

#include <sys/mman.h>

// What tests of the happens-before share: steps in words, and a ground to take them on.
namespace heddle::order::testing {

using event::MemoryOrder;
using event::ObjectId;
using event::Operation;
using event::OpKind;
using event::ThreadId;

inline constexpr ThreadId kA{1};
inline constexpr ThreadId kB{2};
inline constexpr ThreadId kC{3};
inline constexpr ObjectId kX{7};
inline constexpr ObjectId kY{8};

struct Step {
  ThreadId thread;
  Operation operation;
  Done done;
};
using Steps = std::vector<Step>;

inline Step does(ThreadId thread, OpKind kind, ObjectId object = kX, int32_t result = 0) {
  return {thread, {.kind = kind, .object = object}, {.result = result}};
}
inline Step in_round(ThreadId thread, OpKind kind, uint32_t round) {
  return {thread, {.kind = kind, .object = kX}, {.round = round}};
}
inline Step waits(ThreadId thread, OpKind kind, int32_t result = 0) {
  return {thread,
          {.kind = kind, .object = kY, .mutex = kX},
          {.result = result, .timed_out = result == ETIMEDOUT}};
}
inline Step accesses(ThreadId thread, OpKind kind, MemoryOrder order, ObjectId object = kX) {
  return {thread, {.kind = kind, .order = order, .object = object}, {}};
}
inline Step loads(ThreadId thread, MemoryOrder order, ObjectId object = kX) {
  return accesses(thread, OpKind::atomic_load, order, object);
}
inline Step stores(ThreadId thread, MemoryOrder order, ObjectId object = kX) {
  return accesses(thread, OpKind::atomic_store, order, object);
}
inline Step updates(ThreadId thread, MemoryOrder order) {
  return accesses(thread, OpKind::atomic_rmw, order);
}
inline Step exchanges(ThreadId thread, MemoryOrder order, MemoryOrder failure, bool fails) {
  return {thread,
          {.kind = OpKind::atomic_cas, .order = order, .failure = failure, .object = kX},
          {.result = fails ? EAGAIN : 0}};
}
inline Step fences(ThreadId thread, MemoryOrder order) {
  return accesses(thread, OpKind::fence, order, event::kNoObject);
}
inline Step of(ThreadId thread, OpKind kind, ThreadId target, int32_t result = 0) {
  return {thread, {.kind = kind, .thread = target}, {.result = result, .other = target}};
}

// In memory that is taken as it is touched.
class Ground {
 public:
  Ground() = default;
  ~Ground() { munmap(memory_, bytes_); }
  Ground(const Ground&) = delete;
  Ground& operator=(const Ground&) = delete;

  // Main creates a number of threads one after the other.
  void begin(uint32_t threads) {
    order.begin_execution();
    order.add_thread(event::kMainThread, event::kNoThread);
    for (uint32_t i = 1; i <= threads; ++i) {
      create(event::kMainThread, ThreadId{i});
    }
  }
  void create(ThreadId creator, ThreadId thread) {
    const Operation operation{.kind = OpKind::thread_create};
    order.arrive(creator, operation, {});
    order.add_thread(thread, creator);
    order.depart(creator, operation, {.other = thread});
  }
  void step(const Step& step) {
    order.arrive(step.thread, step.operation, step.done);
    order.depart(step.thread, step.operation, step.done);
  }

 private:
  const size_t bytes_ = HappensBefore::bytes_needed();
  void* const memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  base::Region region_{memory_, bytes_};

 public:
  HappensBefore order{region_};
};

}  // namespace heddle::order::testing
