// SPDX-License-Identifier: Apache-2.0
// Threads themselves: create, join, detach, end, process exit; yield and sleep.
#include "primitive/families.h"

#include <algorithm>
#include <cerrno>

namespace heddle::primitive {
namespace {

using event::Misuse;
using event::OpKind;
using event::ThreadId;

Effect join(World& world, const Turn& turn) {
  const event::Operation& operation = turn.operation;
  Thread& target = world.thread(operation.thread);
  if (target.joined || target.detached) {
    return {.result = EINVAL, .misuse = Misuse::join_not_joinable, .other = operation.thread};
  }
  if (operation.thread == turn.thread) {
    return {.result = EDEADLK};
  }
  if (!target.ended) {
    return operation.kind == OpKind::thread_tryjoin ? Effect{.result = EBUSY}
                                                    : timed_out(world, turn.thread);
  }
  target.joined = true;
  return {.other = operation.thread};
}

Effect detach(World& world, const Turn& turn) {
  const ThreadId id = world.thread(turn.thread).pending.thread;
  Thread& target = world.thread(id);
  if (target.joined || target.detached) {
    return {.result = EINVAL, .misuse = Misuse::join_not_joinable, .other = id};
  }
  target.detached = true;
  return {.other = id};
}

// Everybody else has ended, is blocked, or lets time pass.
bool is_quiet(const World& world, ThreadId except) {
  for (size_t i = 0; i < world.thread_count(); ++i) {
    const auto id = static_cast<ThreadId>(i);
    const Readiness readiness = id == except ? kBlocked : world.readiness(id);
    if (readiness.alternatives > 0 && !readiness.by_time) {
      return false;
    }
  }
  return true;
}

}  // namespace

Readiness thread_readiness(const World& world, const Thread& thread, ThreadId id) {
  const event::Operation& operation = thread.pending;
  if (operation.kind == OpKind::sleep) {
    return kReadyByTime;
  }
  if (operation.kind == OpKind::quiesce) {
    return is_quiet(world, id) ? kReady : kBlocked;
  }
  if (operation.kind != OpKind::thread_join || operation.thread == id) {
    return kReady;
  }
  const Thread& target = world.thread(operation.thread);
  if (target.ended || target.joined || target.detached) {
    return kReady;
  }
  return operation.timed ? kReadyByTime : kBlocked;
}

Effect thread_apply(World& world, const Turn& turn) {
  Thread& thread = world.thread(turn.thread);
  switch (thread.pending.kind) {
    case OpKind::thread_join:
    case OpKind::thread_tryjoin:
      return join(world, turn);
    case OpKind::thread_detach:
      return detach(world, turn);
    case OpKind::thread_end:
      thread.ended = true;
      return {};
    case OpKind::yield:
      return {.yielded = true};
    case OpKind::sleep: {
      Effect effect = timed_out(world, turn.thread);
      effect.result = 0;
      effect.timed_out = false;
      return effect;
    }
    default:
      return {};
  }
}

void World::pass_time_of_life(Thread& thread, Thread& target, bool changes) {
  thread.time = std::max(thread.time, target.life_time);
  if (changes) {
    thread.time = std::max(thread.time, target.asked_time);
    target.life_time = thread.time;
  } else {
    target.asked_time = std::max(target.asked_time, thread.time);
  }
}

void World::pass_time_of_ending(Thread& thread, event::Use use) {
  thread.time = ending_times_.after(thread.time, use);
  ending_times_.leave(thread.time, use);
}

void World::follow_all(ThreadId id) {
  for (const Thread& other : threads_) {
    this->thread(id).time = std::max(this->thread(id).time, other.life_time);
  }
}

}  // namespace heddle::primitive
