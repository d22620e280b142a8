// SPDX-License-Identifier: Apache-2.0
#include "primitive/value.h"

#include "base/check.h"
#include "base/hash.h"

#include <algorithm>

namespace heddle::primitive {
namespace {

using event::ObjectId;
using event::ThreadId;

// In packed form: the changing part of a thread or an object on its own.
constexpr size_t kMostOfOne = 64;
constexpr size_t kMostOfHold = 15;
constexpr size_t kMostOfCount = 5;

bool is_about_to(const Thread& thread) { return thread.announced && !thread.ended; }

// Small numbers take one byte.
class Writer {
 public:
  explicit Writer(std::span<std::byte> room) : room_(room) {}

  void byte(uint64_t value) {
    HEDDLE_CHECK(at_ < room_.size(), "there should be room for a packed state");
    room_[at_++] = static_cast<std::byte>(value);
  }
  void number(uint64_t value) {
    for (; value >= 128; value >>= 7) {
      byte(value | 128);
    }
    byte(value);
  }
  template <typename Id>
  void id(Id value) {
    number(static_cast<uint32_t>(static_cast<uint32_t>(value) + 1));  // nobody is 0
  }
  template <typename... Flags>
  void flags(Flags... flags) {
    uint64_t all = 0;
    ((all = all * 2 + (flags ? 1 : 0)), ...);
    byte(all);
  }

  [[nodiscard]] std::span<const std::byte> written() const { return room_.first(at_); }

 private:
  std::span<std::byte> room_;
  size_t at_ = 0;
};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> packed) : packed_(packed) {}

  uint64_t byte() {
    if (at_ == packed_.size()) {
      fine_ = false;
      return 0;
    }
    return static_cast<uint64_t>(packed_[at_++]);
  }
  uint64_t number() {
    uint64_t value = 0;
    for (uint32_t shift = 0; shift < 64; shift += 7) {
      const uint64_t next = byte();
      value |= (next & 127) << shift;
      if (next < 128) {
        return value;
      }
    }
    fine_ = false;
    return 0;
  }
  // One below `limit`.
  uint64_t number_below(uint64_t limit) {
    const uint64_t value = number();
    fine_ = fine_ && value < limit;
    return fine_ ? value : 0;
  }
  // Of so many there are; or nobody.
  template <typename Id>
  Id id(uint64_t there) {
    return static_cast<Id>(static_cast<uint32_t>(number_below(there + 1)) - 1);
  }
  template <typename... Flags>
  void flags(Flags&... flags) {
    const uint64_t all = byte();
    size_t left = sizeof...(flags);
    ((flags = ((all >> --left) & 1) != 0), ...);
    fine_ = fine_ && all >> sizeof...(flags) == 0;
  }

  [[nodiscard]] bool is_fine() const { return fine_; }
  [[nodiscard]] bool is_at_end() const { return at_ == packed_.size(); }

 private:
  std::span<const std::byte> packed_;
  size_t at_ = 0;
  bool fine_ = true;
};

uint64_t zigzag(int64_t value) {
  return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
}
int64_t unzigzag(uint64_t value) { return static_cast<int64_t>((value >> 1) ^ -(value & 1)); }

constexpr uint64_t kOrders = static_cast<uint64_t>(event::MemoryOrder::seq_cst) + 1;
constexpr uint64_t kObjectKinds = static_cast<uint64_t>(event::ObjectKind::descriptor) + 1;

void write(Writer& writer, const event::Operation& operation) {
  writer.byte(static_cast<uint64_t>(operation.kind));
  writer.flags(operation.timed, operation.pinned);
  writer.byte(static_cast<uint64_t>(operation.order) * kOrders +
              static_cast<uint64_t>(operation.failure));
  writer.number(operation.bytes);
  writer.id(operation.object);
  writer.id(operation.mutex);
  writer.id(operation.thread);
  writer.number(zigzag(operation.argument));
  writer.number(static_cast<uint32_t>(~operation.mask));
}

event::Operation read_operation(Reader& reader, const State& state) {
  event::Operation operation;
  operation.kind = static_cast<event::OpKind>(reader.number_below(event::kOpKinds));
  reader.flags(operation.timed, operation.pinned);
  const uint64_t orders = reader.number_below(kOrders * kOrders);
  operation.order = static_cast<event::MemoryOrder>(orders / kOrders);
  operation.failure = static_cast<event::MemoryOrder>(orders % kOrders);
  operation.bytes = static_cast<uint32_t>(reader.number());
  operation.object = reader.id<ObjectId>(state.object_count());
  // Of an access it is something else: see event::await().
  const bool is_access = event::is_memory_access(operation.kind);
  operation.mutex = reader.id<ObjectId>(is_access ? uint32_t(-1) : state.object_count());
  operation.thread = reader.id<ThreadId>(state.thread_count());
  operation.argument = unzigzag(reader.number());
  operation.mask = ~static_cast<uint32_t>(reader.number());
  return operation;
}

void write(Writer& writer, const Thread& thread) {
  writer.flags(thread.ended, thread.detached, thread.joined, thread.announced, thread.signalled,
               thread.futex_changed, thread.descriptors_ready, thread.serial);
  writer.number(thread.place);
  if (is_about_to(thread)) {
    write(writer, thread.pending);
  }
}

Thread read_thread(Reader& reader, const State& state) {
  Thread thread;
  reader.flags(thread.ended, thread.detached, thread.joined, thread.announced, thread.signalled,
               thread.futex_changed, thread.descriptors_ready, thread.serial);
  thread.place = static_cast<uint16_t>(reader.number_below(event::kMaxThreads + 1));
  if (is_about_to(thread)) {
    thread.pending = read_operation(reader, state);
  }
  return thread;
}

void write(Writer& writer, const Object& object) {
  writer.byte(static_cast<uint64_t>(object.kind));
  writer.byte(static_cast<uint64_t>(object.type) * 3 + static_cast<uint64_t>(object.once));
  writer.flags(object.prefers_writers, object.destroyed, object.made_by_call);
  writer.number(object.arrived);
  writer.id(object.owner);
  writer.number(object.count);
}

Object read_object(Reader& reader, const State& state) {
  Object object;
  object.kind = static_cast<event::ObjectKind>(reader.number_below(kObjectKinds));
  const uint64_t kinds = reader.number_below(9);
  object.type = static_cast<MutexType>(kinds / 3);
  object.once = static_cast<OnceState>(kinds % 3);
  reader.flags(object.prefers_writers, object.destroyed, object.made_by_call);
  object.arrived = static_cast<uint16_t>(reader.number_below(event::kMaxThreads + 1));
  object.owner = reader.id<ThreadId>(state.thread_count());
  object.count = static_cast<uint32_t>(reader.number());
  return object;
}

uint64_t rank_of(const Hold& hold) {
  return uint64_t{event::index(hold.object)} << 32 | event::index(hold.thread);
}

// The first of those that come after a rank, by object and thread; null.
const Hold* next_hold(const State& state, const Hold* last) {
  const Hold* next = nullptr;
  for (const Hold& hold : state.holds()) {
    const bool comes_after = last == nullptr || rank_of(hold) > rank_of(*last);
    if (comes_after && (next == nullptr || rank_of(hold) < rank_of(*next))) {
      next = &hold;
    }
  }
  return next;
}

template <typename T>
uint64_t hash_of(const T& one) {
  std::byte room[kMostOfOne];
  Writer writer(room);
  write(writer, one);
  uint64_t hash = 0;
  for (const std::byte byte : writer.written()) {
    hash = base::combine(hash, static_cast<uint64_t>(byte));
  }
  return hash;
}

template <typename T>
bool are_same(std::span<const T> ones, std::span<const T> others) {
  for (size_t i = 0; i < ones.size(); ++i) {
    std::byte room[2][kMostOfOne];
    Writer one(room[0]);
    Writer other(room[1]);
    write(one, ones[i]);
    write(other, others[i]);
    if (!std::ranges::equal(one.written(), other.written())) {
      return false;
    }
  }
  return true;
}

}  // namespace

size_t packed_bytes(const State& state) {
  return (state.thread_count() + state.object_count()) * kMostOfOne +
         state.holds().size() * kMostOfHold + 3 * kMostOfCount;
}

size_t pack(const State& state, std::span<std::byte> room) {
  Writer writer(room);
  writer.number(state.thread_count());
  writer.number(state.object_count());
  for (const Thread& thread : state.threads()) {
    write(writer, thread);
  }
  for (const Object& object : state.objects()) {
    write(writer, object);
  }
  writer.number(state.holds().size());
  for (const Hold* hold = next_hold(state, nullptr); hold != nullptr;
       hold = next_hold(state, hold)) {
    writer.number(event::index(hold->object));
    writer.number(event::index(hold->thread));
    writer.number(hold->count);
  }
  return writer.written().size();
}

bool unpack(std::span<const std::byte> packed, State& state) {
  Reader reader(packed);
  const uint64_t threads = reader.number_below(event::kMaxThreads + 1);
  const uint64_t objects = reader.number_below(State::kMaxObjects + 1);
  state.resize(threads, objects);
  state.clear_holds();
  for (Thread& thread : state.threads()) {
    thread = read_thread(reader, state);
  }
  for (size_t i = 0; i < objects; ++i) {
    Object& object = state.object(static_cast<ObjectId>(i));
    const Object names = object;
    object = read_object(reader, state);
    object.tag = names.tag;
    object.identity = names.identity;
  }
  for (uint64_t left = reader.number_below(State::kMaxHolds + 1); left > 0 && reader.is_fine();
       --left) {
    const auto object = static_cast<ObjectId>(reader.number_below(objects));
    const auto thread = static_cast<ThreadId>(reader.number_below(threads));
    state.add_hold({object, thread, static_cast<uint32_t>(reader.number())});
  }
  for (Thread& thread : state.threads()) {
    if (reader.is_fine() && thread.pending.object != event::kNoObject) {
      thread.pending.identity = state.object(thread.pending.object).identity;
    }
  }
  return reader.is_fine() && reader.is_at_end();
}

bool are_equal(const State& one, const State& other) {
  if (one.thread_count() != other.thread_count() || one.object_count() != other.object_count() ||
      one.holds().size() != other.holds().size() || !are_same(one.threads(), other.threads()) ||
      !are_same(one.objects(), other.objects())) {
    return false;
  }
  for (const Hold& hold : one.holds()) {
    const Hold* same = other.find_hold(hold.object, hold.thread);
    if (same == nullptr || same->count != hold.count) {
      return false;
    }
  }
  return true;
}

uint64_t hash(const State& state) {
  uint64_t all = base::combine(state.thread_count(), state.object_count());
  for (const Thread& thread : state.threads()) {
    all = base::combine(all, hash_of(thread));
  }
  for (const Object& object : state.objects()) {
    all = base::combine(all, hash_of(object));
  }
  uint64_t holds = 0;
  for (const Hold& hold : state.holds()) {
    holds += base::combine(rank_of(hold), hold.count);
  }
  return base::combine(all, holds);
}

event::Operation Renaming::of(const event::Operation& operation) const {
  event::Operation renamed = operation;
  renamed.object = of(operation.object);
  renamed.thread = of(operation.thread);
  if (!event::is_memory_access(operation.kind)) {  // of one, it is something else
    renamed.mutex = of(operation.mutex);
  }
  return renamed;
}

void rename(const State& from, const Renaming& renaming, State& to) {
  to.resize(from.thread_count(), from.object_count());
  to.clear_holds();
  for (size_t i = 0; i < from.thread_count(); ++i) {
    const auto id = static_cast<ThreadId>(i);
    Thread& thread = to.thread(renaming.of(id));
    thread = from.thread(id);
    thread.creator = renaming.of(thread.creator);
    thread.pending = renaming.of(thread.pending);
  }
  for (size_t i = 0; i < from.object_count(); ++i) {
    const auto id = static_cast<ObjectId>(i);
    Object& object = to.object(renaming.of(id));
    object = from.object(id);
    object.owner = renaming.of(object.owner);
  }
  for (const Hold& hold : from.holds()) {
    to.add_hold({renaming.of(hold.object), renaming.of(hold.thread), hold.count, hold.since});
  }
}

}  // namespace heddle::primitive
