// SPDX-License-Identifier: Apache-2.0
#include "primitive/clocks.h"

#include "primitive/state.h"

#include <algorithm>

namespace heddle::primitive {
using event::ObjectId;
using event::ThreadId;

size_t Clocks::bytes_needed() {
  return (kFewThreads + event::kMaxThreads) * sizeof(ThreadClocks) +
         (kFewObjects + State::kMaxObjects) * sizeof(ObjectClocks) + sizeof(ResourceTimes) + 128;
}

Clocks::Clocks(base::Region& near, base::Region& far)
    : threads_(near, kFewThreads, far, event::kMaxThreads),
      objects_(near, kFewObjects, far, State::kMaxObjects),
      resources_(&far.take_one<ResourceTimes>()) {
  threads_.clear();
  objects_.clear();
}

void Clocks::add_thread(ThreadId creator) {
  threads_.push_back({.time = creator == event::kNoThread ? 0 : of(creator).time});
}

void Clocks::use(ThreadId id, ObjectId object, event::Use how) {
  take_time(of(id), of(object), how);
  leave_time(of(object), of(id).time, how);
}

void Clocks::use(ThreadId id, const event::Resource& resource, event::Use how) {
  ThreadClocks& thread = of(id);
  if (resource.kind == event::ResourceKind::ending) {
    pass_ending(thread, how);
    return;
  }
  if (!resources_used_) {
    resources_used_ = true;
    resources_->clear();
  }
  thread.time = resources_->use(resource, how, thread.time);
}

void Clocks::pass_exchange(ThreadId id, ObjectId object) {
  ThreadClocks& thread = of(id);
  thread.time = std::max(thread.time, of(object).read_time);
  of(object).time = thread.time;
}

void Clocks::pass_creation(ThreadClocks& thread) {
  thread.time = std::max(thread.time, creation_time_);
  creation_time_ = thread.time;
}

void Clocks::pass_life(ThreadClocks& thread, ThreadClocks& target, bool changes) {
  thread.time = std::max(thread.time, target.life_time);
  if (changes) {
    thread.time = std::max(thread.time, target.asked_time);
    target.life_time = thread.time;
  } else {
    target.asked_time = std::max(target.asked_time, thread.time);
  }
}

void Clocks::pass_ending(ThreadClocks& thread, event::Use use) {
  thread.time = ending_times_.after(thread.time, use);
  ending_times_.leave(thread.time, use);
}

// All that others do now comes after it.
void Clocks::pass_all(ThreadClocks& thread) {
  for (const ThreadClocks& other : threads_) {
    thread.time = std::max(thread.time, other.time);
  }
  for (ThreadClocks& other : threads_) {
    other.time = thread.time;
  }
}

void Clocks::follow_all(ThreadId id) {
  for (const ThreadClocks& other : threads_) {
    of(id).time = std::max(of(id).time, other.life_time);
  }
}

void Clocks::assign(const Clocks& other) {
  threads_.assign(other.threads_.items());
  objects_.assign(other.objects_.items());
  creation_time_ = other.creation_time_;
  ending_times_ = other.ending_times_;
  resources_used_ = other.resources_used_;
  if (resources_used_) {
    *resources_ = *other.resources_;
  }
}

}  // namespace heddle::primitive
