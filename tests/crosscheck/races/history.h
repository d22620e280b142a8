// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/access.h"
#include "event/ids.h"
#include "event/operation.h"
#include "order/happens_before.h"

#include <cstdint>
#include <string>
#include <vector>

// An execution as it is told: no program is run.
namespace heddle::crosscheck::races {

enum class What : uint8_t { step, access, deallocate, allocate, acquire, release };

// Something that a thread does.
struct Act {
  What what = What::step;
  event::ThreadId thread = event::kMainThread;

  // A step; acquire and release only have the object.
  event::Operation operation;
  bool fails = false;  // a compare-exchange

  // An access to memory, which may be a step.
  bool touches = false;
  bool visible = false;
  event::AccessKind kind = event::AccessKind::read;
  uint64_t address = 0;
  uint64_t bytes = 0;
  uint64_t place = 0;

  // What a step came to; see complete().
  primitive::Done done;
  bool was_writer = false;  // who unlocks a read-write lock
};

using History = std::vector<Act>;

// The objects of every history, in the order of their numbers.
#define HEDDLE_HISTORY_OBJECTS(X) \
  X(mutex_a, mutex)               \
  X(mutex_b, mutex)               \
  X(condition, cond)              \
  X(rwlock, rwlock)               \
  X(spin, spin)                   \
  X(semaphore, semaphore)         \
  X(barrier, barrier)             \
  X(once, once)                   \
  X(futex, futex)                 \
  X(atomic_a, memory)             \
  X(atomic_b, memory)             \
  X(volatile_a, memory)           \
  X(annotated, memory)

enum class Thing : uint32_t {
#define X(name, kind) name,
  HEDDLE_HISTORY_OBJECTS(X)
#undef X
};
inline event::ObjectId id_of(Thing thing) { return static_cast<event::ObjectId>(thing); }

inline constexpr size_t kMostThreads = 5;

// The barrier is for two of them, so that rounds overlap.
inline constexpr uint32_t kBarrierSize = 2;

// Fills in what steps come to, by the rules of primitive/.  False if it cannot have gone that
// way, as when a thread takes a lock that another one holds.
[[nodiscard]] bool complete(History& history);

// Without acts it can do without: still complete, and `fails` holds.
template <typename Fails>
History shrunk(History history, const Fails& fails) {
  const auto try_without = [&](size_t first, size_t second) {
    History smaller;
    for (size_t i = 0; i < history.size(); ++i) {
      if (i != first && i != second) {
        smaller.push_back(history[i]);
      }
    }
    const bool good = complete(smaller) && fails(smaller);
    history = good ? smaller : history;
    return good;
  };
  // One act, or two that go together.
  for (bool again = true; again;) {
    again = false;
    for (size_t i = 0; i < history.size() && !again; ++i) {
      for (size_t j = i; j < history.size() && !again; ++j) {
        again = try_without(i, j);
      }
    }
  }
  return history;
}

[[nodiscard]] std::string to_string(const History& history);

}  // namespace heddle::crosscheck::races
