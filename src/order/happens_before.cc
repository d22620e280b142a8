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

#include "primitive/primitives.h"

namespace heddle::order {

using event::MemoryOrder;
using event::ObjectId;
using event::ThreadId;

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

inline void HappensBefore::acquire(ThreadId id, const ClockEdge& edge) {
  Thread& thread = this->thread(id);
  switch (edge.what) {
    case ClockEdge::What::object:
      take(thread, edge.object, kMain);
      break;
    case ClockEdge::What::other:
      take(thread, edge.object, kOther);
      break;
    case ClockEdge::What::exclusive:
      take(thread, edge.object, kMain);
      take(thread, edge.object, kOther);
      object(edge.object).writer = id;
      break;
    case ClockEdge::What::round:
      leave_barrier(thread, edge.object, edge.number);
      break;
    case ClockEdge::What::thread:
      thread.clock.join(this->thread(ThreadId{edge.number}).clock, memory_);
      break;
    case ClockEdge::What::all_ended:
      join_all_ended(thread);
      break;
    case ClockEdge::What::load:
      load(thread, edge.object, edge.order);
      break;
    case ClockEdge::What::fence:
      thread.clock.join(thread.read, memory_);
      thread.read.clear();
      break;
    case ClockEdge::What::none:
    case ClockEdge::What::shared_or_exclusive:
    case ClockEdge::What::ends:
    case ClockEdge::What::store:
    case ClockEdge::What::update:
      break;
  }
}

inline void HappensBefore::release(ThreadId id, const ClockEdge& edge) {
  Thread& thread = this->thread(id);
  switch (edge.what) {
    case ClockEdge::What::object:
      give(thread, edge.object, kMain);
      break;
    case ClockEdge::What::other:
      give(thread, edge.object, kOther);
      break;
    case ClockEdge::What::shared_or_exclusive:
      release_shared_or_exclusive(id, edge.object);
      break;
    case ClockEdge::What::round:
      arrive_at_barrier(thread, edge.object, edge.number);
      break;
    case ClockEdge::What::ends:
      thread.ended = true;  // who joins it takes its clock as it is then
      break;
    case ClockEdge::What::store:
      store(thread, edge.object, edge.order);
      break;
    case ClockEdge::What::update:
      update(thread, edge.object, edge.order);
      break;
    case ClockEdge::What::fence:
      thread.fence.assign(thread.clock, memory_);
      break;
    case ClockEdge::What::none:
    case ClockEdge::What::exclusive:
    case ClockEdge::What::thread:
    case ClockEdge::What::all_ended:
    case ClockEdge::What::load:
      break;
  }
}

void HappensBefore::arrive_in_full(ThreadId id, const event::Operation& operation,
                                   const Done& done) {
  primitive::ask_primitive(operation.kind, [&](const auto& primitive) {
    acquire(id, primitive.acquires(operation, done));
  });
}

void HappensBefore::depart_in_full(ThreadId id, const event::Operation& operation,
                                   const Done& done) {
  primitive::ask_primitive(operation.kind, [&](const auto& primitive) {
    release(id, primitive.releases(operation, done));
  });
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

void HappensBefore::release_shared_or_exclusive(ThreadId id, ObjectId lock) {
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
