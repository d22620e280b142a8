// SPDX-License-Identifier: Apache-2.0
// The virtual clocks of threads, as steps and what follows them pass time on.
#include "primitive/object_time.h"

#include <algorithm>

namespace heddle::primitive {
using event::ObjectId;
using event::ThreadId;

void World::use(ThreadId id, ObjectId of, event::Use how) {
  Thread& thread = this->thread(id);
  take_time(thread, object(of), how);
  leave_time(object(of), thread.time, how);
}

void World::use(ThreadId id, const event::Resource& resource, event::Use how) {
  if (resource.kind == event::ResourceKind::ending) {
    pass_time_of_ending(thread(id), how);
    return;
  }
  if (!resources_used_) {
    resources_used_ = true;
    resources_->clear();
  }
  Thread& thread = this->thread(id);
  thread.time = resources_->use(resource, how, thread.time);
}

// Who finds it done does no step on it, but looks at its flag: see once.h.
void World::pass_time_of_finished_once(ThreadId thread, const Object& once) {
  use(thread, event::Resource{event::ResourceKind::once, once.identity}, event::Use::changes);
}

void World::pass_time_of_creation(Thread& thread) {
  thread.time = std::max(thread.time, creation_time_);
  creation_time_ = thread.time;
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

// All that others do now comes after it.
void World::pass_time_of_all(Thread& thread) {
  for (const Thread& other : threads_) {
    thread.time = std::max(thread.time, other.time);
  }
  for (Thread& other : threads_) {
    other.time = thread.time;
  }
}

void World::follow_all(ThreadId id) {
  for (const Thread& other : threads_) {
    this->thread(id).time = std::max(this->thread(id).time, other.life_time);
  }
}

void World::exchanged(ThreadId id) {
  Thread& thread = this->thread(id);
  Object& object = this->object(thread.pending.object);
  thread.time = std::max(thread.time, object.read_time);
  object.time = thread.time;
}

}  // namespace heddle::primitive
