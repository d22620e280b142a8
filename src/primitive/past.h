// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/event.h"
#include "primitive/footprint.h"

#include <cstdint>
#include <span>

// What a step would come to if some of the steps before it were left out.
namespace heddle::primitive {

// Whether something can be done: not yet, by letting its time run out, or at once.
enum class Ready : uint8_t { no, by_time, yes };

// By how many a lock is held, for writing and for reading; how many wait at it, or for a signal.
// Each step adds to that of the objects that it uses.
struct Tally {
  int32_t held = 0;
  int32_t readers = 0;
  int32_t waiting = 0;

  Tally& operator+=(const Tally& other) {
    held += other.held;
    readers += other.readers;
    waiting += other.waiting;
    return *this;
  }
  Tally& operator-=(const Tally& other) {
    held -= other.held;
    readers -= other.readers;
    waiting -= other.waiting;
    return *this;
  }
  friend Tally operator-(Tally a, const Tally& b) { return a -= b; }
};
//   before: the step before it in its thread, or the one that created that; null.
[[nodiscard]] Tally tally_of(const event::Event& step, const event::Event* before);

// A step that was done, or that a thread was about to do, and what is known of those before it.
// Some of these are left out ("gone"), with all that depends on them.
class Past {
 public:
  // A step before it that uses a thing.  Those that use the same are a list, the latest first.
  static constexpr uint32_t kNobody = 0xffffffff;
  struct User {
    uint32_t place = kNobody;  // in that list
    uint32_t number = kNobody;
    const event::Event* step = nullptr;
    const Touch* touch = nullptr;

    [[nodiscard]] bool is_there() const { return place != kNobody; }
  };

  const event::Event& step;
  const event::Event* parent;                   // the step before it in its thread; null
  uint32_t parent_number;                       // kNobody
  std::span<const Touch, kMaxTouches> touches;  // of the step; at worst, where it is not known
  bool done;                                    // it was
  bool could;                                   // it was, or could have been, done
  bool by_time;                                 // but only by letting its time run out

  [[nodiscard]] virtual User latest(const Touch& thing) const = 0;
  [[nodiscard]] virtual User latest_in_word(uint64_t word) const = 0;  // of eight bytes, of memory
  [[nodiscard]] virtual User before(const User& user) const = 0;
  // The same from one that is gone: all between them are gone, too.
  [[nodiscard]] virtual User before_gone(const User& user) const = 0;
  [[nodiscard]] virtual bool is_gone(const User& user) const = 0;
  // Whether it is that late that it could be gone.
  [[nodiscard]] virtual bool may_be_gone(const User& user) const = 0;

  [[nodiscard]] virtual Tally tally(const Touch& object) const = 0;  // with those that are gone
  [[nodiscard]] virtual Tally tally_without(const Touch& object) const = 0;
  [[nodiscard]] virtual Tally own_tally(const Touch& object) const = 0;  // of the step's thread

  // Of a read in a loop that waits: whether it brings the thread back to where it is.
  [[nodiscard]] virtual bool comes_back() const = 0;

  // Its call has been answered, with an error, and not because its time was out.
  [[nodiscard]] bool is_answered() const {
    return done && step.result != 0 && !step.timed_out && step.result != -1;
  }
  [[nodiscard]] Ready at_once_if(bool can) const {
    return can ? Ready::yes : step.timed ? Ready::by_time : Ready::no;
  }

 protected:
  Past(const event::Event& of, const event::Event* parent_of, uint32_t number,
       std::span<const Touch, kMaxTouches> touched, bool was_done, bool could_be, bool in_time)
      : step(of),
        parent(parent_of),
        parent_number(number),
        touches(touched),
        done(was_done),
        could(could_be),
        by_time(in_time) {}
  ~Past() = default;
};

// What it would come to, as far as that is known.
struct Simulated {
  enum class Outcomes : uint8_t { first, same, unknown };

  event::Use uses[kMaxTouches];  // of what it touches
  Outcomes outcomes = Outcomes::first;
};

// Whether it could be done, in time or at once.
[[nodiscard]] Ready ready_without(const Past& past);

// Before it, `simulated` has what each use is at worst.
void simulate(const Past& past, Simulated& simulated);

// What a thread is about to do, as a step, as far as it is known.
[[nodiscard]] event::Event announced(event::ThreadId thread, const event::Operation& operation);

// What was in memory before a step that accesses it, as a hash; kNoThread if it does not tell.
[[nodiscard]] event::ThreadId value_found_by(const event::Event& access);

}  // namespace heddle::primitive
