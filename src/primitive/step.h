// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/primitives.h"

// One step on a State, for those who step: inline, as it is most of what a step costs.
namespace heddle::primitive {

constexpr bool is_of_mutex(event::OpKind kind) {
  return kind >= event::OpKind::mutex_lock && kind <= event::OpKind::mutex_unlock;
}

// Most threads use mutexes or wait for other threads: they are asked first.
[[gnu::noinline]] Effect apply_other(State& state, const Turn& turn);
inline Effect apply_by_primitive(State& state, const Turn& turn) {
  return is_of_mutex(turn.operation.kind) ? Mutex(turn.operation.kind).apply(state, turn)
                                          : apply_other(state, turn);
}

[[gnu::noinline]] Readiness readiness_of_other(const State& state, const Thread& thread,
                                               event::ThreadId id);
inline Readiness readiness_by_primitive(const State& state, const Thread& thread,
                                        event::ThreadId id) {
  const event::OpKind kind = thread.pending.kind;
  if (is_of_mutex(kind)) {
    return Mutex(kind).readiness(state, thread, id);
  }
  if (kind == event::OpKind::thread_join) {
    return Life(event::OpKind::thread_join).readiness(state, thread, id);
  }
  return readiness_of_other(state, thread, id);
}

inline bool uses_destroyed(const Thread& thread, const Object& object) {
  return object.destroyed && !ask_primitive(thread.pending.kind, [&](const auto& primitive) {
           return primitive.has_left_object(thread, object);
         });
}

// It is always ready, whatever has become of its object.
inline bool never_waits(event::OpKind kind) {
  return event::is_memory_access(kind) || kind == event::OpKind::mutex_unlock ||
         kind == event::OpKind::sem_post;
}

inline bool is_about_to_do_something(const Thread& thread) {
  return thread.announced && !thread.ended;
}

// Most operations never wait, or are for a mutex that is free: seen at one glance, they are ready.
inline bool is_plainly_ready(const State& state, const event::Operation& operation) {
  return never_waits(operation.kind) || (operation.kind == event::OpKind::mutex_lock &&
                                         state.object(operation.object).owner == event::kNoThread);
}

inline Readiness readiness_at_closer_look(const State& state, const Thread& thread,
                                          event::ThreadId id) {
  const event::Operation& operation = thread.pending;
  if (operation.object != event::kNoObject &&
      uses_destroyed(thread, state.object(operation.object))) {
    return kReady;  // to be told apart in apply()
  }
  return readiness_by_primitive(state, thread, id);
}

}  // namespace heddle::primitive
