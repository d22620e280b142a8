// SPDX-License-Identifier: Apache-2.0
// Every step gets a hash: of what it is and came to, of its thread's step before it, and of
// the steps of others that it depends on directly.  As these have hashes of the same kind,
// it stands for all that is before the step in the trace order.  The fingerprint is the sum
// of all steps' hashes, so that the order in which they were added does not show.  A step waits
// for the hashes it depends on, so these are mixed no more than needed, and each is mixed
// once more for the sum.
//
// The steps that a step depends on are kept with what they used (Cell).  A step that changes
// something depends on the one that changed it last and on all that read it since; of
// those before, the former knows.  Their hashes are added up, too: they are a set.
//
// Nothing in it is a name that would have to last from one execution to another.  Which thread
// did a step is told by the thread's steps before it, the first of which depends on the step
// that created the thread; which object it used is a function of that past, wherever it lies.
//
// Memory is used in pieces that may overlap.  A step on several bytes is one on each of
// them, and depends on what it depends on as often as there are bytes that say so.
#include "order/trace_order.h"

#include "base/hash.h"
#include "base/in_order.h"
#include "primitive/facts.h"

#include <algorithm>

namespace heddle::order {

using event::Event;
using event::ThreadId;
using event::Use;
using primitive::Touching;

namespace {

constexpr uint64_t kBegun = 0x243f6a8885a308d3ULL;    // a thread that nobody has created
constexpr uint64_t kCreated = 0x13198a2e03707344ULL;  // one that somebody has

// What a step is and came to: all choices are in here.
uint64_t told_by(const Event& step) {
  return static_cast<uint64_t>(step.kind) | (uint64_t{step.alternative} << 8) |
         (uint64_t{step.timed_out} << 24) | (static_cast<uint64_t>(step.misuse) << 25) |
         (uint64_t{static_cast<uint32_t>(step.result)} << 32);
}

Use use_by(const Event& step) { return primitive::use_of_object(primitive::used_by(step)); }

}  // namespace

size_t TraceOrder::bytes_needed() {
  return sizeof(Shared) + event::kMaxThreads * sizeof(Thread) + kMaxObjects * sizeof(Object) +
         kWords * sizeof(Word) + kMostWords * sizeof(uint32_t) + kMostCells * sizeof(WordCells) +
         kResources * sizeof(Resource) + kMostResources * sizeof(uint32_t) + sizeof(Kept) +
         9 * alignof(std::max_align_t);
}

TraceOrder::TraceOrder(base::Region region, const Uses& uses)
    : uses_(uses),
      shared_(&region.take_one<Shared>()),
      threads_(region.take<Thread>(event::kMaxThreads).data()),
      objects_(region.take<Object>(kMaxObjects).data()),
      words_(region.take<Word>(kWords).data()),
      used_(region.take<uint32_t>(kMostWords).data()),
      cells_(region.take<WordCells>(kMostCells).data()),
      resources_(region.take<Resource>(kResources).data()),
      used_resources_(region.take<uint32_t>(kMostResources).data()),
      kept_(&region.take_one<Kept>()) {}

void TraceOrder::begin() {
  shared_->all = {};
  shared_->creation = {};
  shared_->ending = {};
  shared_->steps = 0;
  shared_->threads = 0;
  shared_->objects = 0;
  shared_->overflowed = false;
  kept_->steps = 0;
  for (uint32_t i = 0; i < shared_->words; ++i) {
    words_[used_[i]] = {};
  }
  base::in_this_order();
  shared_->words = 0;
  shared_->cells = 0;
  for (uint32_t i = 0; i < shared_->resources; ++i) {
    resources_[used_resources_[i]] = {};
  }
  base::in_this_order();
  shared_->resources = 0;
  if (++shared_->generation >= kGenerations) {
    for (size_t i = 0; i < shared_->objects_seen; ++i) {
      objects_[i].generation = 0;
    }
    for (size_t i = 0; i < event::kMaxThreads; ++i) {
      threads_[i].generation = 0;
    }
    shared_->generation = 1;
  }
}

void TraceOrder::add(const Event& step) { add_one(step); }

void TraceOrder::add(std::span<const Event> steps) {
  for (const Event& step : steps) {
    add_one(step);
  }
}

inline void TraceOrder::add_one(const Event& step) {
  const Touching touching = primitive::facts_of(step.kind).touching;
  if (step.uses() != 0) [[unlikely]] {
    add_other(step);
  } else if (touching == Touching::memory) [[likely]] {
    add_memory(step);
  } else if (touching == Touching::object && step.object != event::kNoObject) {
    add_to_object(step);
  } else {
    add_other(step);
  }
  ++shared_->steps;
}

inline Fingerprint TraceOrder::finish(const Event& step, Thread& thread,
                                      const Fingerprint& before) {
  Fingerprint hash = 3 * thread.last + before;  // its own step before it is not like the others
  hash.high += told_by(step) * 0x9e3779b97f4a7c15ULL;
  hash = half_mixed(hash);
  thread.last = hash;
  shared_->all += wholly_mixed(hash);
  return hash;
}

inline void TraceOrder::add_to_object(const Event& step) {
  const Use use = use_by(step);
  Thread& thread = this->thread(step.thread);
  Cell& cell = object(event::index(step.object)).cell;
  const Fingerprint hash = finish(step, thread, cell.before(use));
  cell.use(use, hash);
}

inline void TraceOrder::add_memory(const Event& step) {
  const Touch touch{.what = Touch::What::memory,
                    .use = use_by(step),
                    .at = step.identity,
                    .bytes = std::max(step.bytes, 1U),
                    .object = step.object};
  Thread& thread = this->thread(step.thread);
  Object* object = whole(touch);
  if (object != nullptr) [[likely]] {
    const Fingerprint hash =
        finish(step, thread, uint64_t{touch.bytes} * object->cell.before(touch.use));
    object->cell.use(touch.use, hash);
    return;
  }
  const Fingerprint hash = finish(step, thread, before(touch));
  use(touch, hash);
}

void TraceOrder::add_other(const Event& step) {
  const primitive::Footprint footprint = primitive::footprint_of(step);
  const std::span<const Touch> touches{footprint.touches, footprint.uses};
  Thread& thread = this->thread(step.thread);
  Fingerprint sum = footprint.all ? shared_->all : Fingerprint{};
  for (const Touch& touch : touches) {
    sum += before(touch);
  }
  uses_.for_each(step.uses(), [&](const Touch& touch) {
    sum += before(touch);
    return false;
  });
  const Fingerprint hash = finish(step, thread, sum);
  for (const Touch& touch : touches) {
    use(touch, hash);
  }
  uses_.for_each(step.uses(), [&](const Touch& touch) {
    use(touch, hash);
    return false;
  });
  if (footprint.created != event::kNoThread) {
    this->thread(footprint.created).last = mixed({hash.low + kCreated, hash.high});
  }
}

inline TraceOrder::Thread& TraceOrder::thread(ThreadId id) {
  if (event::index(id) >= event::kMaxThreads) [[unlikely]] {
    shared_->overflowed = true;
    id = event::kMainThread;
  }
  Thread& thread = threads_[event::index(id)];
  if (thread.generation != shared_->generation) [[unlikely]] {
    shared_->threads = std::max(shared_->threads, static_cast<uint32_t>(event::index(id)) + 1);
    thread = {.last = mixed({event::index(id) + 1, kBegun}),
              .state = {},
              .generation = shared_->generation};
  }
  return thread;
}

inline TraceOrder::Object& TraceOrder::object(size_t number) {
  if (number >= kMaxObjects) [[unlikely]] {
    shared_->overflowed = true;
    number = 0;
  }
  Object& object = objects_[number];
  if (object.generation != shared_->generation) [[unlikely]] {
    shared_->objects = std::max(shared_->objects, static_cast<uint32_t>(number) + 1);
    shared_->objects_seen = std::max(shared_->objects_seen, shared_->objects);
    object = {.cell = {},
              .generation = shared_->generation & (kGenerations - 1),
              .split = 0,
              .bytes = 0,
              .at = 0};
  }
  return object;
}

Cell& TraceOrder::cell_of(const Touch& touch) {
  switch (touch.what) {
    case Touch::What::thread:
      return thread(static_cast<ThreadId>(touch.at)).state;
    case Touch::What::creation:
      return shared_->creation;
    case Touch::What::ending:
      return shared_->ending;
    case Touch::What::resource:
      return resource_cell(touch.at, touch.bytes);
    case Touch::What::round:
      return resource_cell(touch.at, kRounds);
    case Touch::What::object:
    case Touch::What::memory:
      break;
  }
  return object(touch.at).cell;
}

Fingerprint TraceOrder::before(const Touch& touch) {
  if (touch.use == Use::none) {
    return {};
  }
  if (touch.what != Touch::What::memory) {
    return cell_of(touch).before(touch.use);
  }
  if (const Object* object = whole(touch); object != nullptr) {
    return uint64_t{touch.bytes} * object->cell.before(touch.use);
  }
  Fingerprint sum;
  for (uint64_t at = touch.at; at < touch.at + touch.bytes; ++at) {
    const Cell* cell = byte_cell(at);
    sum += cell != nullptr ? cell->before(touch.use) : Fingerprint{};
  }
  return sum;
}

void TraceOrder::use(const Touch& touch, const Fingerprint& step) {
  if (touch.use == Use::none) {
    return;
  }
  if (touch.what != Touch::What::memory) {
    cell_of(touch).use(touch.use, step);
    return;
  }
  if (Object* object = whole(touch); object != nullptr) {
    object->cell.use(touch.use, step);
    return;
  }
  for (uint64_t at = touch.at; at < touch.at + touch.bytes; ++at) {
    if (Cell* cell = byte_cell(at); cell != nullptr) {
      cell->use(touch.use, step);
    }
  }
}

// The object that the memory is, if it was never used in part or with other bytes around it.
inline TraceOrder::Object* TraceOrder::whole(const Touch& memory) {
  if (memory.object == event::kNoObject) {
    claim(kNobody, memory.at, memory.bytes);
    return nullptr;
  }
  Object& found = object(event::index(memory.object));
  if (found.split == 0 && found.bytes == memory.bytes) [[likely]] {
    return &found;
  }
  return look_closer(memory, found);
}

TraceOrder::Object* TraceOrder::look_closer(const Touch& memory, Object& object) {
  const auto number = static_cast<uint32_t>(event::index(memory.object));
  const bool is_new = object.bytes == 0;
  if (is_new) {
    object.at = memory.at;
    object.bytes = memory.bytes;
  }
  const bool alone = claim(number, memory.at, memory.bytes);
  if (is_new && alone) {
    return &object;
  }
  split(number);
  return nullptr;
}

// The bytes are the owner's, too.  Whoever had some of them goes on by bytes.  Whether nobody
// had.
bool TraceOrder::claim(uint32_t owner, uint64_t at, uint32_t bytes) {
  bool alone = true;
  const uint64_t end = at + bytes;
  while (at < end) {
    Word* found = word(at / kWordBytes);
    if (found == nullptr) {
      return false;
    }
    for (const uint64_t number = at / kWordBytes; at < end && at / kWordBytes == number; ++at) {
      alone &= claim_byte(owner, found->owner[at % kWordBytes]);
    }
  }
  return alone;
}

inline bool TraceOrder::claim_byte(uint32_t owner, uint32_t& of_byte) {
  const uint32_t before = of_byte;
  const bool alone = before == 0 || before == owner + 1;
  if (!alone && before != kNobody) {
    split(before - 1);
  }
  if (owner != kNobody) {
    of_byte = owner + 1;
  } else if (before == 0) {
    of_byte = kNobody;
  }
  return alone;
}

void TraceOrder::split(uint32_t owner) {
  Object& whole = object(owner);
  if (whole.split != 0) {
    return;
  }
  whole.split = 1;
  for (uint64_t at = whole.at; at < whole.at + whole.bytes; ++at) {
    if (Cell* cell = byte_cell(at); cell != nullptr) {
      cell->changed += whole.cell.changed;
      cell->read += whole.cell.read;
    }
  }
}

TraceOrder::Word* TraceOrder::word(uint64_t number) {
  if (shared_->overflowed) {
    return nullptr;
  }
  // Neighbours stay neighbours, and pieces of memory that are far apart rarely meet.
  constexpr uint64_t kTogether = 64;
  size_t at = (base::mix(number / kTogether) * kTogether + number % kTogether) % kWords;
  while (words_[at].number != 0) {
    if (words_[at].number == number + 1) {
      return &words_[at];
    }
    at = (at + 1) % kWords;
  }
  if (shared_->words == kMostWords) {
    shared_->overflowed = true;
    return nullptr;
  }
  // Whatever is in use is known to be, or begin() would not find it.
  used_[shared_->words] = static_cast<uint32_t>(at);
  base::in_this_order();
  ++shared_->words;
  base::in_this_order();
  words_[at].number = number + 1;
  return &words_[at];
}

Cell* TraceOrder::byte_cell(uint64_t at) {
  Word* found = word(at / kWordBytes);
  if (found == nullptr) {
    return nullptr;
  }
  if (found->cells == 0) {
    if (shared_->cells == kMostCells) {
      shared_->overflowed = true;
      return nullptr;
    }
    cells_[shared_->cells] = {};
    found->cells = ++shared_->cells;
  }
  return &cells_[found->cells - 1].byte[at % kWordBytes];
}

}  // namespace heddle::order
