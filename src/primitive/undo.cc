// SPDX-License-Identifier: Apache-2.0
#include "primitive/undo.h"

namespace heddle::primitive {

using event::ObjectId;
using event::ThreadId;

size_t UndoStack::bytes_needed(size_t steps) {
  return steps * (sizeof(Step) + kMostThreads * sizeof(Kept)) + 64;
}

UndoStack::UndoStack(base::Region& region, size_t steps)
    : steps_(region, steps), threads_(region, steps * kMostThreads) {
  steps_.clear();
  threads_.clear();
}

// A step changes its own thread, one that it joins, and those that wait where it does something.
void UndoStack::keep(const State& state, ThreadId id) {
  const event::Operation& operation = state.thread(id).pending;
  const bool has_mutex = !event::is_memory_access(operation.kind);
  Step step{.threads = static_cast<uint32_t>(state.thread_count()),
            .objects = static_cast<uint32_t>(state.object_count()),
            .thread = id,
            .names = {operation.object, has_mutex ? operation.mutex : event::kNoObject}};
  for (size_t i = 0; i < 2; ++i) {
    if (step.names[i] != event::kNoObject) {
      const Hold* hold = state.find_hold(step.names[i], id);
      step.object[i] = state.object(step.names[i]);
      step.held[i] = hold == nullptr ? 0 : hold->count;
      step.since[i] = State::held_since(hold);
    }
  }
  for (size_t i = 0; i < state.thread_count(); ++i) {
    const auto other = static_cast<ThreadId>(i);
    const Thread& thread = state.thread(other);
    const bool waits =
        operation.object != event::kNoObject && thread.pending.object == operation.object;
    if (other == id || other == operation.thread || waits) {
      threads_.push_back({other, thread});
      ++step.kept;
    }
  }
  steps_.push_back(step);
}

void UndoStack::take_back(State& state) {
  const Step step = steps_.back();
  steps_.pop_back();
  state.resize(step.threads, step.objects);
  for (uint32_t i = 0; i < step.kept; ++i) {
    state.thread(threads_.back().id) = threads_.back().thread;
    threads_.pop_back();
  }
  for (size_t i = 0; i < 2; ++i) {
    const ObjectId name = step.names[i];
    if (name == event::kNoObject) {
      continue;
    }
    state.object(name) = step.object[i];
    while (state.find_hold(name, step.thread) != nullptr) {
      state.release(name, step.thread);
    }
    if (step.held[i] > 0) {
      state.add_hold({name, step.thread, step.held[i], step.since[i]});
    }
  }
}

}  // namespace heddle::primitive
