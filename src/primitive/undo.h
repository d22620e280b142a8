// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "base/region.h"
#include "primitive/state.h"

#include <cstddef>
#include <cstdint>

namespace heddle::primitive {

// What steps have changed in a State, to take them back, the last one first.  It costs what the
// step can change, and not what the State is.
class UndoStack {
 public:
  // For so many steps, in memory that is taken as it is touched.
  static size_t bytes_needed(size_t steps);
  UndoStack(base::Region& region, size_t steps);
  UndoStack() = default;

  // The thread is about to do what it has announced.  What it does until the next keep(), such as
  // to announce what is next, to create threads, and to meet new objects, is taken back with it.
  void keep(const State& state, event::ThreadId thread);
  void take_back(State& state);

  [[nodiscard]] size_t steps() const { return steps_.size(); }

 private:
  static constexpr size_t kMostThreads = 64;  // on average that a step may change

  struct Step {
    uint32_t threads = 0;  // that there are
    uint32_t objects = 0;
    uint32_t kept = 0;  // threads of threads_, the latest
    event::ThreadId thread = event::kNoThread;
    event::ObjectId names[2] = {};  // the object and the mutex of the operation
    Object object[2] = {};
    uint32_t held[2] = {};  // by the thread, how often
    uint32_t since[2] = {};
  };
  struct Kept {
    event::ThreadId id = event::kNoThread;
    Thread thread;
  };

  base::List<Step> steps_;
  base::List<Kept> threads_;
};

}  // namespace heddle::primitive
