// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/region.h"
#include "event/schedule.h"
#include "event/use.h"
#include "primitive/clocks.h"
#include "primitive/state.h"

#include <cstdint>
#include <span>

namespace heddle::primitive {

struct Turn;

// What an execution has of primitives: their state, the clocks beside it, and who can go on, as it
// was seen last.
class World : public State {
 public:
  // Bytes of zeroed memory that a World wants; untouched pages cost nothing.
  static size_t bytes_needed();
  // Bytes in which a small execution finds all it needs.
  static constexpr size_t kNearBytes = size_t{3} * 1024;

  World(base::Region& near, base::Region& far);
  explicit World(base::Region& region) : World(region, region) {}
  World() = default;

  event::ThreadId add_thread(event::ThreadId creator, bool detached);
  event::ObjectId add_object(const Object& object);

  [[gnu::always_inline]] void announce(event::ThreadId id, const event::Operation& operation) {
    announce(thread(id), operation);
  }
  [[gnu::always_inline]] void announce(Thread& thread, const event::Operation& operation) {
    State::announce(thread, operation);
    looked_at_all_ =
        looked_at_all_ && thread.is_plain_candidate && event::is_memory_access(operation.kind);
  }

  // In how many ways it can go on; at no cost if all were just looked at.
  [[nodiscard]] uint32_t ways(event::ThreadId id) const {
    return looked_at_all_ ? thread(id).ways : readiness(id).alternatives;
  }

  // The threads that can go on, in their order.  They are written down in `room`, which must be
  // enough for all threads, and always the same.
  [[gnu::always_inline]] std::span<event::Candidate> candidates(event::Candidate* room) {
    if (!looked_at_all_) {
      look_at_all_aside(room);
    }
    return {room, candidate_count_};
  }

  // The same, if it is known that they are not has_same_candidates().
  [[gnu::always_inline]] std::span<event::Candidate> new_candidates(event::Candidate* room) {
    look_at_all(room);
    return {room, candidate_count_};
  }

  // Whether they are those of the last time.  So they are after an access to memory, if its thread
  // is about to do another one.
  [[nodiscard]] bool has_same_candidates() const { return looked_at_all_; }

  // As of a State, and time passes.
  Effect apply(event::ThreadId thread, uint32_t alternative, uint32_t step);

  // The same of an access to memory, which can always go on, and in one way.
  [[gnu::always_inline]] Effect apply_access(event::ThreadId id) {
    Thread& thread = this->thread(id);
    return apply_access(id, thread, thread.pending.kind);
  }
  //   kind: of the operation, for those who know it as they are compiled.
  [[gnu::always_inline]] Effect apply_access(event::ThreadId id, Thread& thread,
                                             event::OpKind kind) {
    thread.announced = false;
    if (thread.pending.object != event::kNoObject) [[likely]] {
      // That it is there was checked when it was announced.
      if (objects_.begin()[event::index(thread.pending.object)].destroyed) [[unlikely]] {
        return use_of_destroyed();
      }
      clocks_.pass_access(id, thread.pending.object, writes_at_once(kind));
    }
    return {};
  }

  // The compare-exchange that `thread` has just applied has put its value there.
  void exchanged(event::ThreadId id) { clocks_.pass_exchange(id, thread(id).pending.object); }

  // Of a thread: its virtual clock.
  [[nodiscard]] int64_t& time(event::ThreadId id) { return clocks_.of(id).time; }
  [[nodiscard]] int64_t time(event::ThreadId id) const { return clocks_.of(id).time; }
  [[nodiscard]] const Clocks& clocks() const { return clocks_; }

  // The thread uses something besides what its operation says, and its clock goes by that.
  void use(event::ThreadId thread, event::ObjectId object, event::Use use) {
    clocks_.use(thread, object, use);
  }
  void use(event::ThreadId thread, const event::Resource& resource, event::Use use) {
    clocks_.use(thread, resource, use);
  }

  // The thread goes on because all others have ended.
  void follow_all(event::ThreadId thread) { clocks_.follow_all(thread); }

  // So many freed blocks of one size are there to choose from.
  void set_reusable(event::ObjectId heap, uint32_t blocks) {
    object(heap).count = blocks;
    looked_at_all_ = false;
  }

  // What can go on may be different by now.
  void look_again() { looked_at_all_ = false; }

  // Whether a descriptor that the thread waits for is ready; memory and the kernel are not known
  // here.
  void set_descriptors_ready(event::ThreadId id, bool ready) {
    looked_at_all_ = looked_at_all_ && thread(id).descriptors_ready == ready;
    thread(id).descriptors_ready = ready;
  }

  // Ends an object's life; says so if the standard forbids it now.
  event::Misuse destroy(event::ObjectId object);

  // Becomes the same.
  void assign(const World& other);

 private:
  // Whether an access to memory changes it whatever it finds there.
  static constexpr bool writes_at_once(event::OpKind kind) {
    return kind == event::OpKind::atomic_store || kind == event::OpKind::atomic_rmw ||
           kind == event::OpKind::volatile_write || kind == event::OpKind::data_write;
  }
  void look_at_all(event::Candidate* room);
  // The same, out of line.
  [[gnu::noinline]] void look_at_all_aside(event::Candidate* room);
  Effect apply_to(Object& object, Thread& thread, const Turn& turn);

  Clocks clocks_;
  // Whether all threads were looked at, and what was seen is still so.
  bool looked_at_all_ = false;
  size_t candidate_count_ = 0;
};

}  // namespace heddle::primitive
