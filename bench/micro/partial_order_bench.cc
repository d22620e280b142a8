// SPDX-License-Identifier: Apache-2.0
// What it takes to find the races of one execution in order::PartialOrder: all of its steps are
// told to it, and it tells the races of each.
//
// Four threads take turns; each turn is a lock and an unlock of a mutex.  With one mutex every lock
// is in a race with the one before it; with as many as there are turns of a thread, each taken by
// all threads one after the other, so are those of the same mutex.
#include "explore/testing.h"
#include "order/partial_order.h"

#include <cstdint>
#include <vector>

#include <benchmark/benchmark.h>

namespace heddle {
namespace {

using event::Event;
using event::ObjectId;
using event::OpKind;
using event::ThreadId;

constexpr size_t kThreads = 4;

std::vector<Event> log_of(size_t steps, bool one_mutex) {
  std::vector<Event> log;
  for (size_t i = 0; i < steps; ++i) {
    const size_t turn = i / 2;
    const size_t mutex = one_mutex ? 0 : turn / kThreads;
    Event event;
    event.thread = static_cast<ThreadId>(turn % kThreads);
    event.object = static_cast<ObjectId>(mutex);
    event.identity = 0x4000 + 64 * mutex;
    event.kind = i % 2 == 0 ? OpKind::mutex_lock : OpKind::mutex_unlock;
    log.push_back(event);
  }
  return log;
}

void find_races(benchmark::State& state, bool one_mutex) {
  const auto steps = static_cast<size_t>(state.range(0));
  explore::Settings settings;
  settings.step_limit = static_cast<uint32_t>(steps);
  explore::testing::TestArena arena(settings);
  base::Region memory = arena->passing;
  order::PartialOrder order(memory, steps);
  const std::vector<Event> log = log_of(steps, one_mutex);
  size_t races = 0;
  for ([[maybe_unused]] auto _ : state) {
    races = 0;
    if (!order.follow(log, 0, false)) {
      state.SkipWithError("the execution should be followed");
      break;
    }
    for (uint32_t b = 0; b < steps; ++b) {
      order.for_each_race(b, [&](uint32_t, const order::Mark&) { ++races; });
    }
  }
  state.counters["races"] = static_cast<double>(races);
}
BENCHMARK_CAPTURE(find_races, one_mutex, true)->RangeMultiplier(10)->Range(100, 100'000);
BENCHMARK_CAPTURE(find_races, many_mutexes, false)->RangeMultiplier(10)->Range(100, 100'000);

}  // namespace
}  // namespace heddle
