// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/await.h"

#include "base/hash.h"
#include "explore/await_table.h"
#include "runtime/context/fiber.h"
#include "runtime/instrument/calls_out.h"
#include "runtime/instrument/entry.h"
#include "runtime/instrument/spin.h"
#include "runtime/runtime.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace heddle::runtime {
namespace {

using event::AwaitRecord;
using event::OpKind;

Past past_of(const Fiber& self) {
  const Visits& visits = self.visits;
  return {visits.writes,          visits.reads,   visits.own_reads,
          heddle_calls_out.count, visits.learned, visits.looks};
}

// Nothing has happened to the thread since but one read.
bool is_one_read_after(const Past& now, Past before) {
  ++before.looks;
  return now == before;
}

uint64_t state_of(uint64_t portrait, const AwaitedRead& read) {
  const uint64_t what = base::combine(reinterpret_cast<uint64_t>(read.site), read.address);
  const uint64_t how = (static_cast<uint64_t>(read.kind) << 32) | read.bytes;
  const uint64_t state = base::combine(base::combine(portrait, what), how);
  return base::combine(state, read.operand) | 1;  // never 0
}

uint64_t value_at(const Await& await) {
  uint64_t value = 0;
  memcpy(&value, reinterpret_cast<const void*>(await.address), await.bytes);
  return value;
}

bool are_all_stuck() { return session().execution.stuck_from() != explore::kNeverStuck; }

const AwaitRecord* known_of(const Await& await) {
  return explore::find_await(*rt.arena, await.state, value_at(await));
}

bool is_noted(size_t thread) { return ((rt.watch.held[thread / 64] >> (thread % 64)) & 1) != 0; }

void note_hold(event::ThreadId thread, bool held) {
  const size_t number = event::index(thread);
  if (is_noted(number) == held) {
    return;
  }
  rt.watch.held[number / 64] ^= uint64_t{1} << (number % 64);
  if (!rt.arena->holds.full()) {
    rt.arena->holds.push_back({.position = session().execution.position(),
                               .thread = static_cast<uint16_t>(number),
                               .held = static_cast<uint16_t>(held)});
  }
}

// As it was in the execution that is replayed.
void mark_as_recorded(std::span<event::Candidate> candidates) {
  const auto& holds = rt.arena->plan_holds;
  const uint32_t position = session().execution.position();
  for (; rt.watch.holds_used < holds.size() && holds[rt.watch.holds_used].position <= position;
       ++rt.watch.holds_used) {
    const event::Hold& hold = holds[rt.watch.holds_used];
    note_hold(static_cast<event::ThreadId>(hold.thread), hold.held != 0);
  }
  for (event::Candidate& candidate : candidates) {
    candidate.held = is_noted(event::index(candidate.thread));
  }
}

}  // namespace

void begin_awaits() {
  Watch& watch = rt.watch;
  if (!watch.wanted) {
    return;
  }
  process::Arena& arena = *rt.arena;
  if (watch.finds_awaits || watch.replays_holds) [[unlikely]] {  // in the last execution
    watch.holds_used = 0;
    std::fill(std::begin(watch.held), std::end(watch.held), 0);
  }
  const bool searched = rt.phase == Phase::program || rt.phase == Phase::body;
  watch.finds_awaits = searched && explore::awaits_are_on(arena);
  watch.awaits = watch.finds_awaits && !arena.await_sites.empty();
  watch.replays_holds = searched && !arena.plan_holds.empty();
  if (watch.replays_holds) [[unlikely]] {
    session().execution.some_wait_in_loops();
  }
}

void announce_awaited(event::Operation& announced, const AwaitedRead& read) {
  process::Arena& arena = *rt.arena;
  if (!explore::is_await_site(arena, reinterpret_cast<uint64_t>(read.site))) {
    return;
  }
  Fiber& self = current();
  if (!self.is_on_own_stack(heddle_entry.sp)) {
    return;
  }
  Await& await = self.visits.await;
  const uint64_t portrait = portrait_without(self, heddle_entry, read.address, read.bytes);
  const uint64_t state = state_of(portrait, read);
  if (await.tries) {
    await.tries = false;
    if (state == await.tried_state && is_one_read_after(past_of(self), await.tried_after)) {
      explore::note_await(arena, state, await.tried_value, true);
    }
  }
  await.state = state;
  await.address = read.address;
  await.bytes = read.bytes;
  if (const uint32_t number = explore::await_number(arena, state); number != 0) {
    announced.mutex = static_cast<event::ObjectId>(number);
  }
  session().execution.some_wait_in_loops();
}

void begin_awaited(Fiber& self) {
  Await& await = self.visits.await;
  if (await.state != 0 && !are_all_stuck() && known_of(await) == nullptr) {
    await.tries = true;
    await.tried_state = await.state;
    await.tried_value = value_at(await);
    await.tried_after = past_of(self);
    explore::note_await(*rt.arena, await.state, await.tried_value, false);
  }
  await.state = 0;
}

void mark_held(std::span<event::Candidate> candidates) {
  if (rt.watch.replays_holds) {
    mark_as_recorded(candidates);
    return;
  }
  for (event::Candidate& candidate : candidates) {
    const Fiber& fiber = rt.fibers[event::index(candidate.thread)];
    const Await& await = fiber.visits.await;
    const AwaitRecord* const known = await.state == 0 ? nullptr : known_of(await);
    const OpKind kind = candidate.operation->kind;
    const bool is_between = await.tries && (kind == OpKind::yield || kind == OpKind::fence);
    candidate.tries = await.state != 0 ? known == nullptr : is_between;
    candidate.held = known != nullptr && known->what == AwaitRecord::What::comes_back;
    if (!are_all_stuck()) {
      note_hold(candidate.thread, candidate.held);
    }
  }
}

bool is_held_back(const Fiber& fiber) {
  const Await& await = fiber.visits.await;
  if (await.state == 0) {
    return false;
  }
  const AwaitRecord* const known = known_of(await);
  return known != nullptr && known->what == AwaitRecord::What::comes_back;
}

}  // namespace heddle::runtime
