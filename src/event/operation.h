// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/ids.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle::event {

// Every visible operation: its name in code and in the trace file, and the word
// for it in a report.  Operations that differ only in giving up after a while
// share a kind: Operation::timed tells them apart.  What those of a list mean is in
// the file of that name in primitive/.
#define HEDDLE_THREAD_OPERATIONS(X) \
  X(thread_create, "create")        \
  X(thread_join, "join")            \
  X(thread_tryjoin, "try-join")     \
  X(thread_detach, "detach")        \
  X(thread_end, "end")              \
  X(process_exit, "exit")           \
  X(quiesce, "wait for quiet")
#define HEDDLE_MUTEX_OPERATIONS(X) \
  X(mutex_lock, "lock")            \
  X(mutex_trylock, "try-lock")     \
  X(mutex_unlock, "unlock")
#define HEDDLE_COND_OPERATIONS(X) \
  X(cond_wait, "wait")            \
  X(cond_wake, "wake and relock") \
  X(cond_signal, "signal")        \
  X(cond_broadcast, "broadcast")
#define HEDDLE_RWLOCK_OPERATIONS(X)     \
  X(rwlock_rdlock, "read-lock")         \
  X(rwlock_tryrdlock, "try-read-lock")  \
  X(rwlock_wrlock, "write-lock")        \
  X(rwlock_trywrlock, "try-write-lock") \
  X(rwlock_unlock, "unlock")
#define HEDDLE_SPIN_OPERATIONS(X)  \
  X(spin_lock, "spin-lock")        \
  X(spin_trylock, "try-spin-lock") \
  X(spin_unlock, "spin-unlock")
#define HEDDLE_SEMAPHORE_OPERATIONS(X) \
  X(sem_wait, "wait")                  \
  X(sem_trywait, "try-wait")           \
  X(sem_post, "post")                  \
  X(sem_getvalue, "get value")
#define HEDDLE_BARRIER_OPERATIONS(X) \
  X(barrier_arrive, "arrive")        \
  X(barrier_leave, "leave")
#define HEDDLE_ONCE_OPERATIONS(X) \
  X(once_enter, "enter once")     \
  X(once_finish, "finish once")
#define HEDDLE_FUTEX_OPERATIONS(X) \
  X(futex_wait, "futex wait")      \
  X(futex_woken, "futex wake-up")  \
  X(futex_wake, "futex wake")
#define HEDDLE_PAUSE_OPERATIONS(X) \
  X(yield, "yield")                \
  X(sleep, "sleep")
#define HEDDLE_CHOICE_OPERATIONS(X) X(choose, "choose")
#define HEDDLE_OUTSIDE_OPERATIONS(X) X(effect, "effect")
#define HEDDLE_REUSE_OPERATIONS(X) X(reuse, "malloc")
#define HEDDLE_MEMORY_OPERATIONS(X)   \
  X(atomic_load, "load")              \
  X(atomic_store, "store")            \
  X(atomic_rmw, "update")             \
  X(atomic_cas, "compare-exchange")   \
  X(fence, "fence")                   \
  X(volatile_read, "volatile read")   \
  X(volatile_write, "volatile write") \
  X(data_read, "read")                \
  X(data_write, "write")
#define HEDDLE_DESCRIPTOR_OPERATIONS(X) X(descriptor_wait, "wait")

// Their order is that of their numbers, which fingerprints in traces are made of.
#define HEDDLE_OPERATIONS(X)     \
  HEDDLE_THREAD_OPERATIONS(X)    \
  HEDDLE_MUTEX_OPERATIONS(X)     \
  HEDDLE_COND_OPERATIONS(X)      \
  HEDDLE_RWLOCK_OPERATIONS(X)    \
  HEDDLE_SPIN_OPERATIONS(X)      \
  HEDDLE_SEMAPHORE_OPERATIONS(X) \
  HEDDLE_BARRIER_OPERATIONS(X)   \
  HEDDLE_ONCE_OPERATIONS(X)      \
  HEDDLE_FUTEX_OPERATIONS(X)     \
  HEDDLE_PAUSE_OPERATIONS(X)     \
  HEDDLE_CHOICE_OPERATIONS(X)    \
  HEDDLE_OUTSIDE_OPERATIONS(X)   \
  HEDDLE_REUSE_OPERATIONS(X)     \
  HEDDLE_MEMORY_OPERATIONS(X)    \
  HEDDLE_DESCRIPTOR_OPERATIONS(X)

// Of each kind in such a list, a case of a switch.
// NOLINTNEXTLINE(bugprone-macro-parentheses)
#define HEDDLE_CASE(name, word) case ::heddle::event::OpKind::name:

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
  X(heap, "freed memory")       \
  X(descriptor, "descriptor")

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
[[nodiscard]] constexpr bool is_memory_access(OpKind kind) {
  return kind >= OpKind::atomic_load && kind <= OpKind::data_write;
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
