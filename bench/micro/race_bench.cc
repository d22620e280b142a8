// SPDX-License-Identifier: Apache-2.0
// What happens-before costs a step, and what an access to memory costs that is looked at
// for races.
//
// The program is no program: threads and addresses are made up, and told as the runtime
// tells them.
#include "base/check.h"
#include "base/region.h"
#include "detect/race.h"
#include "order/happens_before.h"

#include <cstdint>

#include <benchmark/benchmark.h>
#include <sys/mman.h>

namespace heddle {
namespace {

using detect::Races;
using event::AccessKind;
using event::ObjectId;
using event::Operation;
using event::OpKind;
using event::ThreadId;

constexpr uint64_t kMemory = 0x7fff12340000;
constexpr uint64_t kPlace = 0x555555555000;

// Both, in memory that is taken as it is touched.
class Ground {
 public:
  Ground() = default;
  ~Ground() { munmap(memory_, kBytes); }
  Ground(const Ground&) = delete;
  Ground& operator=(const Ground&) = delete;

  void begin(size_t threads) {
    order.begin_execution();
    races.begin_execution();
    order.add_thread(event::kMainThread, event::kNoThread);
    for (size_t i = 1; i < threads; ++i) {
      const Operation create{.kind = OpKind::thread_create};
      order.arrive(event::kMainThread, create, {});
      order.add_thread(static_cast<ThreadId>(i), event::kMainThread);
      order.depart(event::kMainThread, create, {});
    }
  }

  void step(ThreadId thread, const Operation& operation) {
    order.arrive(thread, operation, {});
    order.depart(thread, operation, {});
  }

  bool access(ThreadId thread, uint64_t address, AccessKind kind) {
    return races.access(races.now(order, thread), address, sizeof(uint64_t), kind, kPlace, false);
  }

 private:
  static inline const size_t kBytes = order::HappensBefore::bytes_needed() + Races::bytes_needed();

  static void* mapped() {
    void* memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    HEDDLE_CHECK(memory != MAP_FAILED, "a benchmark should have address space");
    return memory;
  }

  void* const memory_ = mapped();
  base::Region region_{memory_, kBytes};

 public:
  order::HappensBefore order{region_};
  Races races{region_};
};

// The same word again within a step.
void hot_access(benchmark::State& state) {
  Ground ground;
  ground.begin(2);
  const Races::Now now = ground.races.now(ground.order, event::kMainThread);
  const auto kind = state.range(0) != 0 ? AccessKind::write : AccessKind::read;
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        ground.races.access(now, kMemory, sizeof(uint64_t), kind, kPlace, false));
  }
}
BENCHMARK(hot_access)->ArgName("writes")->Arg(0)->Arg(1);

// Each word for the first time in this execution: 64 KiB of them.
void first_touch(benchmark::State& state) {
  Ground ground;
  constexpr uint64_t kWords = 8192;
  const auto stride = static_cast<uint64_t>(state.range(0));
  for (auto _ : state) {
    ground.begin(2);
    const Races::Now now = ground.races.now(ground.order, event::kMainThread);
    for (uint64_t i = 0; i < kWords; ++i) {
      benchmark::DoNotOptimize(ground.races.access(now, kMemory + i * stride, sizeof(uint64_t),
                                                   AccessKind::write, kPlace, false));
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kWords));
}
BENCHMARK(first_touch)->ArgName("stride")->Arg(8)->Arg(64)->Arg(4096);

// Words of which this thread's accesses are from its last step.
void next_step(benchmark::State& state) {
  Ground ground;
  ground.begin(2);
  const Operation yield{.kind = OpKind::yield};
  constexpr uint64_t kWords = 1024;
  for (auto _ : state) {
    ground.step(event::kMainThread, yield);
    const Races::Now now = ground.races.now(ground.order, event::kMainThread);
    for (uint64_t i = 0; i < kWords; ++i) {
      benchmark::DoNotOptimize(ground.races.access(now, kMemory + i * 8, sizeof(uint64_t),
                                                   AccessKind::write, kPlace, false));
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kWords));
}
BENCHMARK(next_step);

// Threads that take turns to lock, read and write a counter, and unlock.  Two steps and two
// accesses an iteration.
void locked_counter(benchmark::State& state) {
  Ground ground;
  const auto threads = static_cast<uint32_t>(state.range(0));
  ground.begin(threads);
  const Operation lock{.kind = OpKind::mutex_lock, .object = ObjectId{0}};
  const Operation unlock{.kind = OpKind::mutex_unlock, .object = ObjectId{0}};
  uint32_t next = 0;
  for (auto _ : state) {
    const ThreadId thread{next};
    next = next + 1 == threads ? 0 : next + 1;
    ground.step(thread, lock);
    benchmark::DoNotOptimize(ground.access(thread, kMemory, AccessKind::read));
    benchmark::DoNotOptimize(ground.access(thread, kMemory, AccessKind::write));
    ground.step(thread, unlock);
  }
}
BENCHMARK(locked_counter)->ArgName("threads")->Arg(1)->Arg(2)->Arg(3)->Arg(8)->Arg(64);

// Steps alone.
void steps(benchmark::State& state) {
  Ground ground;
  const auto threads = static_cast<uint32_t>(state.range(0));
  ground.begin(threads);
  const Operation lock{.kind = OpKind::mutex_lock, .object = ObjectId{0}};
  const Operation unlock{.kind = OpKind::mutex_unlock, .object = ObjectId{0}};
  uint32_t next = 0;
  for (auto _ : state) {
    const ThreadId thread{next};
    next = next + 1 == threads ? 0 : next + 1;
    ground.step(thread, lock);
    ground.step(thread, unlock);
  }
  state.SetItemsProcessed(2 * state.iterations());
}
BENCHMARK(steps)->ArgName("threads")->Arg(1)->Arg(2)->Arg(3)->Arg(8)->Arg(64);

// An atomic counter: one step, which is an access of its own.
void atomic_update(benchmark::State& state) {
  Ground ground;
  const auto threads = static_cast<uint32_t>(state.range(0));
  ground.begin(threads);
  const Operation update{.kind = OpKind::atomic_rmw, .object = ObjectId{0}};
  uint32_t next = 0;
  for (auto _ : state) {
    const ThreadId thread{next};
    next = next + 1 == threads ? 0 : next + 1;
    ground.order.arrive(thread, update, {});
    benchmark::DoNotOptimize(ground.races.access(ground.races.now(ground.order, thread), kMemory, 8,
                                                 AccessKind::atomic_write, kPlace, true));
    ground.order.depart(thread, update, {});
  }
}
BENCHMARK(atomic_update)->ArgName("threads")->Arg(2)->Arg(3)->Arg(8);

// The start of an execution after one that used much.
void begin_execution(benchmark::State& state) {
  Ground ground;
  ground.begin(64);
  const auto used = static_cast<uint64_t>(state.range(0));
  for (uint64_t i = 0; i < used; ++i) {
    ground.access(event::kMainThread, kMemory + i * 8, AccessKind::write);
    ground.order.release(event::kMainThread, static_cast<ObjectId>(i % 1000000));
  }
  for (auto _ : state) {
    ground.begin(1);
  }
}
BENCHMARK(begin_execution)->ArgName("used")->Arg(0)->Arg(1000)->Arg(1000000);

// An object that is made, used and freed.
void churn(benchmark::State& state) {
  Ground ground;
  ground.begin(2);
  const auto bytes = static_cast<uint64_t>(state.range(0));
  const Races::Now now = ground.races.now(ground.order, event::kMainThread);
  for (auto _ : state) {
    ground.races.allocate(kMemory, bytes);
    for (uint64_t i = 0; i + 8 <= bytes && i < 64; i += 8) {
      benchmark::DoNotOptimize(
          ground.races.access(now, kMemory + i, 8, AccessKind::write, kPlace, false));
    }
    benchmark::DoNotOptimize(ground.races.deallocate(now, kMemory, bytes, kPlace));
  }
}
BENCHMARK(churn)->ArgName("bytes")->Arg(16)->Arg(64)->Arg(4096)->Arg(1 << 20);

}  // namespace
}  // namespace heddle
