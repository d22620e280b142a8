// SPDX-License-Identifier: Apache-2.0
#include "runtime/heap/reuse.h"

#include "runtime/heap/damage.h"
#include "runtime/loaded_files.h"
#include "runtime/objects.h"
#include "runtime/runtime.h"
#include "runtime/uses.h"

#include <algorithm>
#include <iterator>

namespace heddle::runtime {
namespace {

using event::ObjectId;

// Everybody else has been joined: whatever they did comes before what this thread does.
bool is_alone(event::ThreadId id) {
  for (size_t i = 0; i < world().thread_count(); ++i) {
    const auto other = static_cast<event::ThreadId>(i);
    if (other != id && !world().thread(other).joined) {
      return false;
    }
  }
  return true;
}

Header*& list_of(uint32_t size) { return program.heap.reusable.first[size]; }

ObjectId object_of(uint32_t size) {
  return object_in_table(&list_of(size), {.kind = event::ObjectKind::heap});
}

event::Resource resource_of(uint32_t size) {
  return {event::ResourceKind::heap_block, reinterpret_cast<uint64_t>(&list_of(size))};
}

// The program may have written over it.
Header* checked(Header* block, uint32_t size) {
  if (block->state() != BlockState::quarantined || block->size() != size) {
    heap_is_damaged();
  }
  return block;
}

uint32_t count_in(uint32_t size) {
  uint32_t count = 0;
  for (Header* block = list_of(size); block != nullptr && count < explore::kMostReusable;
       block = checked(block, size)->next()) {
    ++count;
  }
  return count;
}

//   number: from 1, which is the last one that was freed.
Header* take_from(uint32_t size, uint32_t number) {
  Header* before = nullptr;
  Header* block = checked(list_of(size), size);
  for (; number > 1; --number) {
    before = block;
    block = checked(block->next(), size);
  }
  if (before == nullptr) {
    list_of(size) = block->next();
  } else {
    before->set_next(block->next());
  }
  return block;
}

// What a thread did before it freed a block is before what a thread does that got it again.
ObjectId order_of(const Header* block) { return variable_at(block); }

}  // namespace

bool is_reused_at(const void* site) {
  const auto address = reinterpret_cast<uint64_t>(site);
  const bool explored = rt.phase == Phase::program || rt.phase == Phase::body;
  return explored && world().thread_count() > 1 && !rt.libc.contains(address) &&
         !rt.loader.contains(address) && !is_unwinder(site) && !is_alone(current().id);
}

Header* choose_block(Pool& pool, uint32_t size, const void* site) {
  const ObjectId object = object_of(size);
  world().set_reusable(object, count_in(size));
  const auto chosen =
      static_cast<uint32_t>(perform({.kind = event::OpKind::reuse, .object = object}, site));
  if (chosen == 0) {
    return nullptr;
  }
  Header* block = take_from(size, chosen);
  world().set_reusable(object, count_in(size));
  if (rt.watch.on) {
    rt.watch.order->acquire(current().id, order_of(block));
  }
  pool.count_reused();
  return block;
}

void make_reusable(Pool& pool, Header* front) {
  const uint32_t size = front->size();
  const size_t bytes = front->bytes();
  pool.count_freed(front, program.heap.start);
  Header* block = front->beginning();
  if (block != front) {
    front->set_left();
  }
  block->set_freed(BlockState::quarantined, bytes, size, list_of(size));
  list_of(size) = block;
  changes(resource_of(size));
  const ObjectId object = object_of(size);
  world().set_reusable(object, count_in(size));
  world().use(current().id, object, event::Use::changes);
  if (rt.watch.on) {
    rt.watch.order->release(current().id, order_of(block));
    renew_time(current());
  }
}

void forget_reusable() {
  std::fill(std::begin(program.heap.reusable.first), std::end(program.heap.reusable.first),
            nullptr);
}

}  // namespace heddle::runtime
