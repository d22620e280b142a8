// SPDX-License-Identifier: Apache-2.0
// What a step costs in order::TraceOrder, and a state in explore::StateSet: time, and bytes.
#include "base/hash.h"
#include "explore/state_set.h"
#include "explore/testing.h"
#include "order/trace_order.h"

#include <cstdint>
#include <vector>

#include <benchmark/benchmark.h>

namespace heddle {
namespace {

using event::Event;
using event::ObjectId;
using event::OpKind;
using event::ThreadId;

constexpr size_t kSteps = 36;

explore::Settings settings() {
  explore::Settings result;
  result.step_limit = 100;
  return result;
}

// Two threads that take turns of six steps.
std::vector<Event> log_of(bool atomics) {
  std::vector<Event> log;
  for (size_t i = 0; i < kSteps; ++i) {
    const size_t object = i * 7 % 5;
    Event event;
    event.thread = static_cast<ThreadId>(i / 6 % 2);
    event.object = static_cast<ObjectId>(object);
    if (atomics) {
      event.kind = i % 3 == 0 ? OpKind::atomic_store : OpKind::atomic_load;
      event.bytes = 8;
    } else {
      event.kind = i % 2 == 0 ? OpKind::mutex_lock : OpKind::mutex_unlock;
    }
    event.identity = 0x4000 + 8 * object;
    log.push_back(event);
  }
  return log;
}

void fingerprint_a_step(benchmark::State& state, bool atomics) {
  explore::testing::TestArena arena(settings());
  order::TraceOrder order(arena->order_memory);
  const std::vector<Event> log = log_of(atomics);
  for ([[maybe_unused]] auto _ : state) {
    order.begin();
    order.add(log);
    benchmark::DoNotOptimize(order.fingerprint());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kSteps));
}
BENCHMARK_CAPTURE(fingerprint_a_step, atomics, true);
BENCHMARK_CAPTURE(fingerprint_a_step, locks, false);

order::Fingerprint state_number(uint64_t i) { return {base::mix(i), base::mix(~i)}; }

void add_states(benchmark::State& state) {
  const auto count = static_cast<uint64_t>(state.range(0));
  double bytes = 0;
  for ([[maybe_unused]] auto _ : state) {
    explore::testing::TestArena arena(settings(), size_t{1} << 33);
    for (uint64_t i = 1; i <= count; ++i) {
      arena->states.add(state_number(i), 3);
      if (i % 256 == 0) {
        arena->journal.commit();
      }
    }
    bytes = static_cast<double>(arena->states.bytes_used()) / static_cast<double>(count);
  }
  state.counters["bytes_a_state"] = bytes;
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(add_states)->Arg(100'000)->Arg(1'000'000)->Arg(10'000'000)->Unit(benchmark::kMillisecond);

void find_states(benchmark::State& state) {
  const auto count = static_cast<uint64_t>(state.range(0));
  explore::testing::TestArena arena(settings(), size_t{1} << 33);
  for (uint64_t i = 1; i <= count; ++i) {
    arena->states.add(state_number(i), 3);
    if (i % 256 == 0) {
      arena->journal.commit();
    }
  }
  uint64_t next = 1;
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(arena->states.find(state_number(next % count + 1)));
    next = next * 2862933555777941757ULL + 3037000493ULL;
  }
}
BENCHMARK(find_states)->Arg(1'000)->Arg(1'000'000);

}  // namespace
}  // namespace heddle
