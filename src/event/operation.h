// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/ids.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle::event {

// Every visible operation: its name in code and in the trace file, and the word
// for it in a report.  Operations that differ only in giving up after a while
// share a kind: Operation::timed tells them apart.
#define HEDDLE_OPERATIONS(X)            \
  X(thread_create, "create")            \
  X(thread_join, "join")                \
  X(thread_tryjoin, "try-join")         \
  X(thread_detach, "detach")            \
  X(thread_end, "end")                  \
  X(process_exit, "exit")               \
  X(quiesce, "wait for quiet")          \
  X(mutex_lock, "lock")                 \
  X(mutex_trylock, "try-lock")          \
  X(mutex_unlock, "unlock")             \
  X(cond_wait, "wait")                  \
  X(cond_wake, "wake and relock")       \
  X(cond_signal, "signal")              \
  X(cond_broadcast, "broadcast")        \
  X(rwlock_rdlock, "read-lock")         \
  X(rwlock_tryrdlock, "try-read-lock")  \
  X(rwlock_wrlock, "write-lock")        \
  X(rwlock_trywrlock, "try-write-lock") \
  X(rwlock_unlock, "unlock")            \
  X(spin_lock, "spin-lock")             \
  X(spin_trylock, "try-spin-lock")      \
  X(spin_unlock, "spin-unlock")         \
  X(sem_wait, "wait")                   \
  X(sem_trywait, "try-wait")            \
  X(sem_post, "post")                   \
  X(sem_getvalue, "get value")          \
  X(barrier_arrive, "arrive")           \
  X(barrier_leave, "leave")             \
  X(once_enter, "enter once")           \
  X(once_finish, "finish once")         \
  X(futex_wait, "futex wait")           \
  X(futex_woken, "futex wake-up")       \
  X(futex_wake, "futex wake")           \
  X(yield, "yield")                     \
  X(sleep, "sleep")                     \
  X(choose, "choose")                   \
  X(effect, "effect")                   \
  X(reuse, "malloc")                    \
  X(atomic_load, "load")                \
  X(atomic_store, "store")              \
  X(atomic_rmw, "update")               \
  X(atomic_cas, "compare-exchange")     \
  X(fence, "fence")                     \
  X(volatile_read, "volatile read")     \
  X(volatile_write, "volatile write")   \
  X(data_read, "read")                  \
  X(data_write, "write")

enum class OpKind : uint8_t {
#define X(name, word) name,
  HEDDLE_OPERATIONS(X)
#undef X
};

// How many kinds there are.
inline constexpr size_t kOpKinds = 0
#define X(name, word) +1
    HEDDLE_OPERATIONS(X)
#undef X
    ;

// What objects are, as the trace file and reports call them.
#define HEDDLE_OBJECTS(X)       \
  X(mutex, "mutex")             \
  X(cond, "condition variable") \
  X(rwlock, "read-write lock")  \
  X(spin, "spin lock")          \
  X(semaphore, "semaphore")     \
  X(barrier, "barrier")         \
  X(once, "once flag")          \
  X(futex, "futex word")        \
  X(memory, "variable")         \
  X(heap, "freed memory")

enum class ObjectKind : uint8_t {
#define X(name, word) name,
  HEDDLE_OBJECTS(X)
#undef X
};

// Memory orders of atomic accesses and fences, in the order and with the numbers of the
// compilers' __ATOMIC_ constants.
#define HEDDLE_ORDERS(X) \
  X(relaxed, "relaxed")  \
  X(consume, "consume")  \
  X(acquire, "acquire")  \
  X(release, "release")  \
  X(acq_rel, "acq-rel")  \
  X(seq_cst, "seq-cst")

enum class MemoryOrder : uint8_t {
#define X(name, word) name,
  HEDDLE_ORDERS(X)
#undef X
};

[[nodiscard]] constexpr bool acquires(MemoryOrder order) {
  return order != MemoryOrder::relaxed && order != MemoryOrder::release;
}
[[nodiscard]] constexpr bool releases(MemoryOrder order) {
  return order == MemoryOrder::release || order == MemoryOrder::acq_rel ||
         order == MemoryOrder::seq_cst;
}

// Whether it is an access to memory, or a fence: always enabled, and done by the program's
// own instructions.
[[nodiscard]] constexpr bool is_memory_access(OpKind kind) { return kind >= OpKind::atomic_load; }

// Whether a thread may have to wait for others before it, or does nothing after it.
[[nodiscard]] constexpr bool may_block(OpKind kind) {
  switch (kind) {
    case OpKind::thread_join:
    case OpKind::thread_end:
    case OpKind::process_exit:
    case OpKind::quiesce:
    case OpKind::mutex_lock:
    case OpKind::cond_wake:
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_wrlock:
    case OpKind::spin_lock:
    case OpKind::sem_wait:
    case OpKind::barrier_leave:
    case OpKind::once_enter:
    case OpKind::futex_woken:
      return true;
    case OpKind::thread_create:
    case OpKind::thread_tryjoin:
    case OpKind::thread_detach:
    case OpKind::mutex_trylock:
    case OpKind::mutex_unlock:
    case OpKind::cond_wait:
    case OpKind::cond_signal:
    case OpKind::cond_broadcast:
    case OpKind::rwlock_tryrdlock:
    case OpKind::rwlock_trywrlock:
    case OpKind::rwlock_unlock:
    case OpKind::spin_trylock:
    case OpKind::spin_unlock:
    case OpKind::sem_trywait:
    case OpKind::sem_post:
    case OpKind::sem_getvalue:
    case OpKind::barrier_arrive:
    case OpKind::once_finish:
    case OpKind::futex_wait:
    case OpKind::futex_wake:
    case OpKind::yield:
    case OpKind::sleep:
    case OpKind::choose:
    case OpKind::effect:
    case OpKind::reuse:
    case OpKind::atomic_load:
    case OpKind::atomic_store:
    case OpKind::atomic_rmw:
    case OpKind::atomic_cas:
    case OpKind::fence:
    case OpKind::volatile_read:
    case OpKind::volatile_write:
    case OpKind::data_read:
    case OpKind::data_write:
      break;
  }
  return false;
}

// What a thread is about to do.  A value: it names objects and threads by id,
// never by address.
struct Operation {
  OpKind kind = OpKind::yield;
  bool timed = false;                          // it goes on by itself at `deadline`
  bool pinned = false;                         // who could do it is not left for a preemption
  MemoryOrder order = MemoryOrder::seq_cst;    // of an atomic access or a fence
  MemoryOrder failure = MemoryOrder::seq_cst;  // of a compare-exchange that fails
  uint32_t bytes = 0;                          // that an access to memory touches
  ObjectId object = kNoObject;
  ObjectId mutex = kNoObject;   // cond_wait, cond_wake: the mutex that goes with it; see await()
  ThreadId thread = kNoThread;  // join, detach: of whom
  int64_t argument = 0;         // exit status, number of threads to wake or of values, …
  int64_t deadline = 0;         // timed and sleep: virtual nanoseconds
  uint32_t mask = 0xffffffff;   // futex: the bit set that a wait and a wake must share
  // Who the object is, whatever the schedule, while ObjectId is the order of first use.  Those
  // of memory are as far apart as its bytes, and a futex word is where its bytes are.
  uint64_t identity = 0;
};

[[nodiscard]] std::string_view to_string(OpKind kind);
[[nodiscard]] std::string_view to_string(ObjectKind kind);
[[nodiscard]] std::string_view to_string(MemoryOrder order);

// The word for it in a report: "lock", "condition variable".
[[nodiscard]] std::string_view word_for(OpKind kind);
[[nodiscard]] std::string_view word_for(ObjectKind kind);
[[nodiscard]] std::string_view word_for(MemoryOrder order);

[[nodiscard]] std::optional<OpKind> parse_op_kind(std::string_view name);
[[nodiscard]] std::optional<ObjectKind> parse_object_kind(std::string_view name);
[[nodiscard]] std::optional<MemoryOrder> parse_memory_order(std::string_view name);

}  // namespace heddle::event
