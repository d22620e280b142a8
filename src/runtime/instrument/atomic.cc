// SPDX-License-Identifier: Apache-2.0
// Atomic accesses and fences: each is a step, and is done here.
//
// Values are sequentially consistent whatever the order says, as one thread runs at a
// time; the order counts for what happens before what.
#include "runtime/instrument/hooks.h"
#include "runtime/instrument/spin.h"
#include "runtime/uses.h"

#include <cerrno>
#include <cstring>

namespace heddle::runtime {
namespace {

using event::AccessKind;
using event::MemoryOrder;
using event::OpKind;

__extension__ using Wide = unsigned __int128;

// Compilers keep other things in the upper bits.
MemoryOrder order_of(int order) {
  const int known = order & 0x7fff;
  return known <= static_cast<int>(MemoryOrder::seq_cst) ? static_cast<MemoryOrder>(known)
                                                         : MemoryOrder::seq_cst;
}

// What the program says of it, if it fails.
MemoryOrder failure_of(MemoryOrder success) {
  switch (success) {
    case MemoryOrder::acq_rel:
      return MemoryOrder::acquire;
    case MemoryOrder::release:
      return MemoryOrder::relaxed;
    default:
      return success;
  }
}

template <typename T>
T get(const volatile T* address) {
  if constexpr (sizeof(T) <= sizeof(uint64_t)) {
    return __atomic_load_n(address, __ATOMIC_SEQ_CST);
  } else {
    return *address;
  }
}

template <typename T>
void set(volatile T* address, T value) {
  if constexpr (sizeof(T) <= sizeof(uint64_t)) {
    __atomic_store_n(address, value, __ATOMIC_SEQ_CST);
  } else {
    *address = value;
  }
}

template <typename T>
bool set_if(volatile T* address, T& expected, T value) {
  if constexpr (sizeof(T) <= sizeof(uint64_t)) {
    return __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_SEQ_CST,
                                       __ATOMIC_SEQ_CST);
  } else {
    const T found = __sync_val_compare_and_swap(address, expected, value);
    const bool same = found == expected;
    expected = found;
    return same;
  }
}

template <typename T>
Reading reading_of(const volatile T* address, T value) {
  Reading reading{.address = reinterpret_cast<uint64_t>(address), .bytes = sizeof(T)};
  reading.value[0] = static_cast<uint64_t>(value);
  if constexpr (sizeof(T) > sizeof(uint64_t)) {
    reading.value[1] = static_cast<uint64_t>(value >> 64);
  }
  return reading;
}

// Waits for the turn of the current thread, which that is, to do it.
[[gnu::always_inline]] inline primitive::Effect begin(event::ThreadId id, primitive::Thread& thread,
                                                      OpKind kind, uint64_t address, uint32_t bytes,
                                                      MemoryOrder order, MemoryOrder failure,
                                                      const void* site, int64_t argument = 0,
                                                      uint64_t operand = 0) {
  // As await_turn() and apply_access_turn(), here: a copy of the operation would stall the
  // processor.
  world().announce(thread, {.kind = kind,
                            .order = order,
                            .failure = failure,
                            .bytes = bytes,
                            .object = memory_at(address),
                            .argument = argument});
  const bool may_wait = rt.watch.awaits && kind != OpKind::atomic_store;
  if (may_wait) [[unlikely]] {
    announce_awaited(thread.pending, {kind, address, bytes, site, operand});
  }
  await_announced_turn(site);
  if (may_wait) [[unlikely]] {
    begin_awaited(current());
  }
  return world().apply_access(id, thread, kind);
}
template <typename T>
[[gnu::always_inline]] inline primitive::Effect begin(const Fiber& self, OpKind kind,
                                                      const volatile T* address, MemoryOrder order,
                                                      MemoryOrder failure, const void* site,
                                                      int64_t argument = 0, uint64_t operand = 0) {
  return begin(self.id, world().thread(self.id), kind, reinterpret_cast<uint64_t>(address),
               sizeof(T), order, failure, site, argument, operand);
}

// What an access has found and overwritten, for those who wait for it to change.
template <typename T>
[[gnu::always_inline]] inline void tell_found(primitive::Effect& effect, T old) {
  if (rt.watch.awaits) [[unlikely]] {
    effect.other = event::expected_by(static_cast<uint64_t>(old));
  }
}

template <OpKind kStep, AccessKind kKind, typename T>
void end(const volatile T* address, T value, const void* site, primitive::Effect& effect) {
  effect.value = static_cast<uint64_t>(value);
  complete_atomic<kStep, kKind>(reinterpret_cast<uint64_t>(address), sizeof(T), site, effect);
}

// A guard that says that its object is made: what was done for it is before what follows.
uint8_t load_guard(const Fiber& self, const volatile uint8_t* guard) {
  const uint8_t value = get(guard);
  look_at_once(const_cast<const uint8_t*>(guard));
  if (value != 0) {
    rt.watch.order->acquire(self.id, memory_at(reinterpret_cast<uint64_t>(guard)));
  }
  return value;
}

uint64_t get(const volatile void* address, uint32_t bytes) {
  switch (bytes) {
    case 1:
      return get(static_cast<const volatile uint8_t*>(address));
    case 2:
      return get(static_cast<const volatile uint16_t*>(address));
    case 4:
      return get(static_cast<const volatile uint32_t*>(address));
    default:
      return get(static_cast<const volatile uint64_t*>(address));
  }
}

// By a thread in its turn, so that there is nobody whose accesses it would have to be kept apart
// from.
void put(volatile void* address, uint32_t bytes, uint64_t value) {
  switch (bytes) {
    case 1:
      __atomic_store_n(static_cast<volatile uint8_t*>(address), value, __ATOMIC_RELEASE);
      break;
    case 2:
      __atomic_store_n(static_cast<volatile uint16_t*>(address), value, __ATOMIC_RELEASE);
      break;
    case 4:
      __atomic_store_n(static_cast<volatile uint32_t*>(address), value, __ATOMIC_RELEASE);
      break;
    default:
      __atomic_store_n(static_cast<volatile uint64_t*>(address), value, __ATOMIC_RELEASE);
      break;
  }
}

// Loads and stores are most of what lock-free code does.  Of those of up to eight bytes there is
// one function each, with all but slow paths inlined.
[[gnu::noinline, gnu::flatten]] uint64_t load_in_turn(Fiber& self, const volatile void* address,
                                                      uint32_t bytes, int order, const void* site) {
  const MemoryOrder asked = order_of(order);
  const auto at = reinterpret_cast<uint64_t>(address);
  primitive::Thread& thread = world().thread(self.id);
  primitive::Effect effect =
      begin(self.id, thread, OpKind::atomic_load, at, bytes, asked, asked, site);
  const uint64_t value = get(address, bytes);
  effect.value = value;
  effect.yielded =
      reads_again(self, heddle_entry, site, {.address = at, .bytes = bytes, .value = {value, 0}});
  complete_access_of(self,
                     {.kind = OpKind::atomic_load, .order = asked, .object = thread.pending.object},
                     {AccessKind::atomic_read, at, bytes, site}, effect);
  return value;
}

[[gnu::noinline, gnu::flatten]] void store_in_turn(Fiber& self, volatile void* address,
                                                   uint32_t bytes, uint64_t value, int order,
                                                   const void* site) {
  const MemoryOrder asked = order_of(order);
  const auto at = reinterpret_cast<uint64_t>(address);
  primitive::Thread& thread = world().thread(self.id);
  primitive::Effect effect =
      begin(self.id, thread, OpKind::atomic_store, at, bytes, asked, asked, site);
  if (rt.watch.awaits) [[unlikely]] {
    tell_found(effect, get(address, bytes));
  }
  put(address, bytes, value);
  effect.value = value;
  complete_access_of(
      self, {.kind = OpKind::atomic_store, .order = asked, .object = thread.pending.object},
      {AccessKind::atomic_write, at, bytes, site}, effect);
}

template <typename T>
T load(const volatile T* address, int order, const void* site) {
  Fiber* self = watched_thread();
  if (self == nullptr) {
    return get(address);
  }
  if constexpr (sizeof(T) == 1) {
    if (rt.watch.guards.contain(reinterpret_cast<uint64_t>(address))) {
      return load_guard(*self, address);
    }
  }
  if constexpr (sizeof(T) <= sizeof(uint64_t)) {
    return static_cast<T>(load_in_turn(*self, address, sizeof(T), order, site));
  } else {
    const MemoryOrder asked = order_of(order);
    primitive::Effect effect = begin(*self, OpKind::atomic_load, address, asked, asked, site);
    const T value = get(address);
    effect.yielded = reads_again(*self, heddle_entry, site, reading_of(address, value));
    end<OpKind::atomic_load, AccessKind::atomic_read>(address, value, site, effect);
    return value;
  }
}

template <typename T>
void store(volatile T* address, T value, int order, const void* site) {
  Fiber* self = watched_thread();
  if (self == nullptr) {
    set(address, value);
  } else if constexpr (sizeof(T) <= sizeof(uint64_t)) {
    store_in_turn(*self, address, sizeof(T), value, order, site);
  } else {
    const MemoryOrder asked = order_of(order);
    primitive::Effect effect = begin(*self, OpKind::atomic_store, address, asked, asked, site);
    set(address, value);
    end<OpKind::atomic_store, AccessKind::atomic_write>(address, value, site, effect);
  }
}

// Puts next(old) in place of the old value, which it returns.  If they are the same, as in
// a lock that is taken by an exchange until it was free, nothing is written.
template <typename T, typename Next>
T update(volatile T* address, int order, const void* site, T operand, Next next) {
  Fiber* self = watched_thread();
  if (self == nullptr) {
    T old = get(address);
    while (!set_if(address, old, next(old))) {
    }
    return old;
  }
  const MemoryOrder asked = order_of(order);
  primitive::Effect effect = begin(*self, OpKind::atomic_rmw, address, asked, asked, site, 0,
                                   static_cast<uint64_t>(operand));
  T old = get(address);
  tell_found(effect, old);
  while (!set_if(address, old, next(old))) {
  }
  const uint64_t writes = self->visits.writes;
  const bool idle = next(old) == old;
  if (idle) {
    Reading reading = reading_of(address, old);
    reading.releases = releases(asked);
    effect.yielded = reads_again(*self, heddle_entry, site, reading);
  }
  end<OpKind::atomic_rmw, AccessKind::atomic_write>(address, next(old), site, effect);
  if (idle) {
    self->visits.writes = writes;
  }
  return old;
}

// Whether it was done; `expected` becomes what was found.
template <typename T>
bool exchange_if(volatile T* address, T& expected, T value, MemoryOrder order, MemoryOrder failure,
                 const void* site) {
  Fiber* self = watched_thread();
  if (self == nullptr) {
    return set_if(address, expected, value);
  }
  self->visits.expects_at = reinterpret_cast<uint64_t>(&expected);
  const event::ThreadId asked = event::expected_by(static_cast<uint64_t>(expected));
  primitive::Effect effect =
      begin(*self, OpKind::atomic_cas, address, order, failure, site, static_cast<int64_t>(asked),
            base::combine(static_cast<uint64_t>(expected), static_cast<uint64_t>(value)));
  const bool done = set_if(address, expected, value);
  if (done) {
    world().exchanged(self->id);
    if (!rt.watch.records) {
      effect.other = event::expected_by(static_cast<uint64_t>(value));
    }
    // As it was read.
    end<OpKind::atomic_cas, AccessKind::atomic_write>(address, expected, site, effect);
  } else {
    effect.result = EAGAIN;
    effect.other = rt.watch.records ? event::kNoThread : asked;
    effect.yielded = reads_again(*self, heddle_entry, site, reading_of(address, expected));
    end<OpKind::atomic_cas, AccessKind::atomic_read>(address, expected, site, effect);
  }
  return done;
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;
using heddle::event::OpKind;

#define HEDDLE_UPDATE(bits, T, name, next)                                              \
  HEDDLE_HOOK T heddle_atomic##bits##_##name(volatile T* address, T value, int order) { \
    return update(address, order, HEDDLE_ENTRY_SITE, value,                             \
                  [value](T old) -> T { return static_cast<T>(next); });                \
  }

#define HEDDLE_COMPARE(bits, T, name)                                                 \
  HEDDLE_HOOK bool heddle_atomic##bits##_compare_exchange_##name(                     \
      volatile T* address, T* expected, T value, int order, int failure) {            \
    return exchange_if(address, *expected, value, order_of(order), order_of(failure), \
                       HEDDLE_ENTRY_SITE);                                            \
  }

#define HEDDLE_ATOMIC(bits, T)                                                              \
  HEDDLE_HOOK T heddle_atomic##bits##_load(const volatile T* address, int order) {          \
    return load(address, order, HEDDLE_ENTRY_SITE);                                         \
  }                                                                                         \
  HEDDLE_HOOK void heddle_atomic##bits##_store(volatile T* address, T value, int order) {   \
    store(address, value, order, HEDDLE_ENTRY_SITE);                                        \
  }                                                                                         \
  HEDDLE_UPDATE(bits, T, exchange, (static_cast<void>(old), value))                         \
  HEDDLE_UPDATE(bits, T, fetch_add, old + value)                                            \
  HEDDLE_UPDATE(bits, T, fetch_sub, old - value)                                            \
  HEDDLE_UPDATE(bits, T, fetch_and, old& value)                                             \
  HEDDLE_UPDATE(bits, T, fetch_or, old | value)                                             \
  HEDDLE_UPDATE(bits, T, fetch_xor, old ^ value)                                            \
  HEDDLE_UPDATE(bits, T, fetch_nand, ~(old & value))                                        \
  HEDDLE_COMPARE(bits, T, strong)                                                           \
  HEDDLE_COMPARE(bits, T, weak)                                                             \
  /* The order on failure comes last, on the stack if need be, and is not looked at. */     \
  HEDDLE_HOOK T heddle_atomic##bits##_compare_exchange_val(volatile T* address, T expected, \
                                                           T value, int order) {            \
    const auto asked = order_of(order);                                                     \
    exchange_if(address, expected, value, asked, failure_of(asked), HEDDLE_ENTRY_SITE);     \
    return expected;                                                                        \
  }

HEDDLE_ATOMIC(8, uint8_t)
HEDDLE_ATOMIC(16, uint16_t)
HEDDLE_ATOMIC(32, uint32_t)
HEDDLE_ATOMIC(64, uint64_t)
HEDDLE_ATOMIC(128, Wide)

HEDDLE_HOOK void heddle_atomic_thread_fence(int order) {
  if (watched_thread() == nullptr) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return;
  }
  static constexpr uint8_t kNothing = 0;
  const void* site = HEDDLE_ENTRY_SITE;
  const MemoryOrder asked = order_of(order);
  await_turn({.kind = OpKind::fence, .order = asked}, site);
  heddle::primitive::Effect effect = apply_turn();
  const Reading reading{.address = reinterpret_cast<uint64_t>(&kNothing),
                        .bytes = sizeof kNothing,
                        .releases = releases(asked),
                        .is_fence = true};
  effect.yielded = reads_again(current(), heddle_entry, site, reading);
  complete_turn(effect);
}

// For the compiler, and between a thread and a signal handler in it.
HEDDLE_INTERPOSE void __tsan_atomic_signal_fence(int /*order*/) {}
