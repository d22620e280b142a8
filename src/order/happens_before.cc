// SPDX-License-Identifier: Apache-2.0
// Vector clocks in the form of Mattern and Fidge; the clocks of atomics as in C++20,
// [intro.races] and [atomics.fences]:
//
// An atomic object has the clock of the release sequence that its value belongs to.  A
// store begins a new one: what the thread knows if it releases, otherwise what it knew
// at its last release fence.  An update continues the one that it reads from, and adds
// to it; any other store, by whomever, ends it.  A load acquires it; a relaxed load puts it
// by for the thread's next acquire fence.
#include "order/happens_before.h"

#include <cerrno>

namespace heddle::order {

using event::MemoryOrder;
using event::ObjectId;
using event::Operation;
using event::OpKind;
using event::ThreadId;

namespace {

bool has_lock(const Done& done) { return done.result == 0 || done.result == EOWNERDEAD; }

}  // namespace

size_t HappensBefore::bytes_needed() {
  return ClockMemory::kBytes + event::kMaxThreads * sizeof(Thread) + kMaxObjects * sizeof(Object) +
         3 * alignof(std::max_align_t);
}

HappensBefore::HappensBefore(base::Region& region)
    : memory_(region),
      threads_(region.take<Thread>(event::kMaxThreads).data()),
      objects_(region.take<Object>(kMaxObjects).data()) {
  begin_execution();
}

void HappensBefore::begin_execution() {
  count_ = 0;
  memory_.clear();
  if (++generation_ == kGenerations) {
    for (size_t i = 0; i < objects_seen_; ++i) {
      objects_[i].generation = 0;
    }
    generation_ = 1;
  }
}

void HappensBefore::add_thread(ThreadId id, ThreadId creator) {
  HEDDLE_CHECK(event::index(id) == count_ && count_ < event::kMaxThreads,
               "threads should come in the order of their numbers");
  ++count_;
  Thread& thread = this->thread(id);
  thread.clock.reset();
  thread.read.reset();
  thread.fence.reset();
  thread.barrier = event::kNoObject;
  thread.ended = false;
  if (creator != event::kNoThread) {
    thread.clock.assign(this->thread(creator).clock, memory_);
  }
  thread.clock.set(event::index(id), 1, memory_);
}

void HappensBefore::acquire_by(ThreadId id, const Operation& operation, const Done& done) {
  Thread& thread = this->thread(id);
  switch (operation.kind) {
    case OpKind::mutex_lock:
    case OpKind::mutex_trylock:
    case OpKind::spin_lock:
    case OpKind::spin_trylock:
      if (has_lock(done)) {
        take(thread, operation.object, kMain);
      }
      break;
    case OpKind::cond_wake:
      take(thread, operation.mutex, kMain);  // also when its time is out
      break;
    case OpKind::rwlock_wrlock:
    case OpKind::rwlock_trywrlock:
      if (done.result == 0) {
        take(thread, operation.object, kMain);
        take(thread, operation.object, kOther);
        object(operation.object).writer = id;
      }
      break;
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_tryrdlock:
    case OpKind::sem_wait:
    case OpKind::sem_trywait:
      if (done.result == 0) {
        take(thread, operation.object, kMain);
      }
      break;
    case OpKind::once_enter:
      take(thread, operation.object, kMain);
      break;
    case OpKind::barrier_leave:
      leave_barrier(thread, operation.object, done.round);
      break;
    case OpKind::futex_woken:
      if (done.result == 0 && !done.timed_out) {
        take(thread, operation.object, kOther);
      }
      break;
    case OpKind::thread_join:
    case OpKind::thread_tryjoin:
      if (done.result == 0) {
        thread.clock.join(this->thread(operation.thread).clock, memory_);
      }
      break;
    case OpKind::quiesce:
      join_all_ended(thread);
      break;
    case OpKind::atomic_rmw:
      load(thread, operation.object, operation.order);
      break;
    case OpKind::atomic_cas:
      load(thread, operation.object, done.result == EAGAIN ? operation.failure : operation.order);
      break;
    case OpKind::volatile_read:
      if (event::acquires(operation.order)) {
        take(thread, operation.object, kMain);
      }
      break;
    case OpKind::fence:
      if (event::acquires(operation.order)) {
        thread.clock.join(thread.read, memory_);
        thread.read.clear();
      }
      break;
    case OpKind::thread_create:
    case OpKind::thread_detach:
    case OpKind::thread_end:
    case OpKind::process_exit:
    case OpKind::mutex_unlock:
    case OpKind::cond_wait:
    case OpKind::cond_signal:
    case OpKind::cond_broadcast:
    case OpKind::rwlock_unlock:
    case OpKind::spin_unlock:
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
    case OpKind::volatile_write:
    case OpKind::data_read:
    case OpKind::data_write:
      break;
  }
}

void HappensBefore::release_by(ThreadId id, const Operation& operation, const Done& done) {
  Thread& thread = this->thread(id);
  switch (operation.kind) {
    case OpKind::mutex_unlock:
    case OpKind::spin_unlock:
    case OpKind::sem_post:
      if (done.result == 0) {
        give(thread, operation.object, kMain);
      }
      break;
    case OpKind::cond_wait:
      if (done.result == 0) {
        give(thread, operation.mutex, kMain);
      }
      break;
    case OpKind::rwlock_unlock:
      if (done.result == 0) {
        unlock_rwlock(id, operation.object);
      }
      break;
    case OpKind::once_finish:
      give(thread, operation.object, kMain);
      break;
    case OpKind::barrier_arrive:
      arrive_at_barrier(thread, operation.object, done.round);
      break;
    case OpKind::futex_wake:
      give(thread, operation.object, kOther);
      break;
    case OpKind::thread_end:
      thread.ended = true;  // who joins it takes its clock as it is then
      break;
    case OpKind::atomic_rmw:
      update(thread, operation.object, operation.order);
      break;
    case OpKind::atomic_cas:
      if (done.result != EAGAIN) {
        update(thread, operation.object, operation.order);
      }
      break;
    case OpKind::volatile_write:
      if (event::releases(operation.order)) {
        give(thread, operation.object, kMain);
      }
      break;
    case OpKind::fence:
      if (event::releases(operation.order)) {
        thread.fence.assign(thread.clock, memory_);
      }
      break;
    case OpKind::thread_create:
    case OpKind::thread_join:
    case OpKind::thread_tryjoin:
    case OpKind::thread_detach:
    case OpKind::process_exit:
    case OpKind::quiesce:
    case OpKind::mutex_lock:
    case OpKind::mutex_trylock:
    case OpKind::cond_wake:
    case OpKind::cond_signal:
    case OpKind::cond_broadcast:
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_tryrdlock:
    case OpKind::rwlock_wrlock:
    case OpKind::rwlock_trywrlock:
    case OpKind::spin_lock:
    case OpKind::spin_trylock:
    case OpKind::sem_wait:
    case OpKind::sem_trywait:
    case OpKind::sem_getvalue:
    case OpKind::barrier_leave:
    case OpKind::once_enter:
    case OpKind::futex_wait:
    case OpKind::futex_woken:
    case OpKind::yield:
    case OpKind::sleep:
    case OpKind::choose:
    case OpKind::effect:
    case OpKind::reuse:
    case OpKind::atomic_load:
    case OpKind::atomic_store:
    case OpKind::volatile_read:
    case OpKind::data_read:
    case OpKind::data_write:
      break;
  }
}

void HappensBefore::acquire(ThreadId id, ObjectId object) { take(thread(id), object, kMain); }

void HappensBefore::release(ThreadId id, ObjectId object) {
  give(thread(id), object, kMain);
  thread(id).clock.tick(event::index(id));
}

void HappensBefore::make_new(Object& object) {
  const auto seen = static_cast<size_t>(&object - objects_) + 1;
  objects_seen_ = objects_seen_ < seen ? seen : objects_seen_;
  object.generation = generation_;
  object.writer = event::kNoThread;
  for (uint32_t part = 0; part < 2; ++part) {
    object.rounds[part] = part;
    object.clocks[part].reset();
  }
}

void HappensBefore::update(Thread& thread, ObjectId id, MemoryOrder order) {
  object(id).clocks[kMain].join(event::releases(order) ? thread.clock : thread.fence, memory_);
}

// With more threads than a round has, a round may begin while a thread has yet to leave
// the one before the last, whose clock it gets now.  It has been doing nothing since.
void HappensBefore::arrive_at_barrier(Thread& thread, ObjectId id, uint32_t round) {
  Object& barrier = object(id);
  Clock& arrivals = barrier.clocks[round % 2];
  uint32_t& last = barrier.rounds[round % 2];
  if (last != round) {
    for (size_t i = 0; i < count_; ++i) {
      if (threads_[i].barrier == id && threads_[i].round == last) {
        threads_[i].clock.join(arrivals, memory_);
      }
    }
    arrivals.clear();
    last = round;
  }
  arrivals.join(thread.clock, memory_);
  thread.barrier = id;
  thread.round = round;
}

void HappensBefore::leave_barrier(Thread& thread, ObjectId id, uint32_t round) {
  Object& barrier = object(id);
  if (barrier.rounds[round % 2] == round) {
    thread.clock.join(barrier.clocks[round % 2], memory_);
  }
  thread.barrier = event::kNoObject;
}

void HappensBefore::unlock_rwlock(ThreadId id, ObjectId lock) {
  const bool writes = object(lock).writer == id;
  give(thread(id), lock, writes ? kMain : kOther);
  if (writes) {
    object(lock).writer = event::kNoThread;
  }
}

void HappensBefore::join_all_ended(Thread& thread) {
  for (size_t i = 0; i < count_; ++i) {
    if (threads_[i].ended) {
      thread.clock.join(threads_[i].clock, memory_);
    }
  }
}

}  // namespace heddle::order
