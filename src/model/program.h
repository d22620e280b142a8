// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/operation.h"
#include "primitive/world.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Small models over the primitives that live programs use: plain values that can be written down,
// read, made at random, and taken apart.
namespace heddle::model {

// What a thread does: the name in print, the operation that it begins with, and whether it gives up
// after a while.
//
// take, await_zero and spin_while_both are loops: until it has taken a variable that was zero;
// until one is zero; until one of the halves of the first is, which it looks at in turn, and a
// guard asks whether that was the lower.
#define HEDDLE_ACTS(X)                       \
  X(lock, mutex_lock, false)                 \
  X(try_lock, mutex_trylock, false)          \
  X(timed_lock, mutex_lock, true)            \
  X(unlock, mutex_unlock, false)             \
  X(wait, cond_wait, false)                  \
  X(timed_wait, cond_wait, true)             \
  X(signal, cond_signal, false)              \
  X(broadcast, cond_broadcast, false)        \
  X(read_lock, rwlock_rdlock, false)         \
  X(try_read_lock, rwlock_tryrdlock, false)  \
  X(timed_read_lock, rwlock_rdlock, true)    \
  X(write_lock, rwlock_wrlock, false)        \
  X(try_write_lock, rwlock_trywrlock, false) \
  X(timed_write_lock, rwlock_wrlock, true)   \
  X(rw_unlock, rwlock_unlock, false)         \
  X(spin_lock, spin_lock, false)             \
  X(try_spin_lock, spin_trylock, false)      \
  X(spin_unlock, spin_unlock, false)         \
  X(acquire, sem_wait, false)                \
  X(try_acquire, sem_trywait, false)         \
  X(timed_acquire, sem_wait, true)           \
  X(post, sem_post, false)                   \
  X(pass_barrier, barrier_arrive, false)     \
  X(call_once, once_enter, false)            \
  X(futex_wait, futex_wait, false)           \
  X(timed_futex_wait, futex_wait, true)      \
  X(futex_wake, futex_wake, false)           \
  X(yield, yield, false)                     \
  X(sleep, sleep, true)                      \
  X(create, thread_create, false)            \
  X(join, thread_join, false)                \
  X(try_join, thread_tryjoin, false)         \
  X(timed_join, thread_join, true)           \
  X(detach, thread_detach, false)            \
  X(choose, choose, false)                   \
  X(load, atomic_load, false)                \
  X(store, atomic_store, false)              \
  X(increment, atomic_rmw, false)            \
  X(exchange_zero, atomic_cas, false)        \
  X(take, atomic_cas, false)                 \
  X(give, atomic_store, false)               \
  X(await_zero, atomic_load, false)          \
  X(spin_while_both, atomic_load, false)     \
  X(raise_flag, sem_post, false)             \
  X(spin_until_flag, sem_getvalue, false)    \
  X(exit_process, process_exit, false)

enum class Act : uint8_t {
#define X(name, kind, timed) name,
  HEDDLE_ACTS(X)
#undef X
};

inline constexpr size_t kActs = 0
#define X(name, kind, timed) +1
    HEDDLE_ACTS(X)
#undef X
    ;

[[nodiscard]] std::string_view to_string(Act act);
[[nodiscard]] event::OpKind operation_of(Act act);
[[nodiscard]] bool is_timed(Act act);

// Objects are numbered within their family.  A flag is a semaphore that is only posted and looked
// at; the second of the two variables is the upper half of the first.
enum class Family : uint8_t {
  mutex,
  cond,
  rwlock,
  spin,
  semaphore,
  barrier,
  once,
  futex,
  memory,
  flag
};
inline constexpr size_t kFamilies = 10;
inline constexpr size_t kObjectsPerFamily = 2;

// Whether an act is on an object, and then of which family.
[[nodiscard]] bool has_object(Act act);
[[nodiscard]] bool names_thread(Act act);
[[nodiscard]] Family family_of(Act act);

// What becomes of the execution if an op does not come to what the program wants of it.
enum class Stop : uint8_t {
  never,
  assume,  // it is dropped, as by heddle_assume
  abort,   // it fails, as by abort
};

// What the invisible code after an op does, outside objects and memory; see machine_uses.cc.
#define HEDDLE_AFTERS(X)   \
  X(nothing)               \
  X(change_one)            \
  X(change_other)          \
  X(look)                  \
  X(look_and_change_other) \
  X(change_one_of_both)    \
  X(change_if_nothing)     \
  X(change_first)          \
  X(change_second)         \
  X(look_at_first)         \
  X(change_whole)          \
  X(look_at_whole)         \
  X(skip_if_odd)

enum class After : uint8_t {
#define X(name) name,
  HEDDLE_AFTERS(X)
#undef X
};
inline constexpr size_t kAfters = 0
#define X(name) +1
    HEDDLE_AFTERS(X)
#undef X
    ;

[[nodiscard]] std::string_view to_string(After after);

struct Op {
  Act act = Act::yield;
  uint8_t object = 0;          // of its family; or the thread to join or detach
  uint8_t mutex = 0;           // of a condition wait; the number of threads to wake
  bool guard = false;          // the next one is left out if this one does not return or load 0
  Stop stop = Stop::never;     // the execution ends if this one does not return or load 0;
  bool stops_at_zero = false;  // or if it does
  After after = After::nothing;
  bool pinned = false;  // its thread is not preempted before any step of it

  friend bool operator==(const Op&, const Op&) = default;
};

struct Program {
  std::vector<std::vector<Op>> threads;
  bool creates = false;      // thread 0 creates the others; otherwise they are there from the start
  bool exits = false;        // thread 0 ends the process when it is done
  bool late_once = false;    // a once flag that is done is passed without a step
  bool last_ends = false;    // it shows which thread was the last to end
  bool ends_pinned = false;  // threads are not preempted before their ends
  std::array<primitive::MutexType, kObjectsPerFamily> mutex_types = {};
  std::array<uint8_t, kObjectsPerFamily> semaphore_values = {};
  std::array<uint8_t, kObjectsPerFamily> barrier_sizes = {2, 2};
  std::array<bool, kObjectsPerFamily> prefers_writers = {};

  friend bool operator==(const Program&, const Program&) = default;
};

}  // namespace heddle::model
