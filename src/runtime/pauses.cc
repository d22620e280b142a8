// SPDX-License-Identifier: Apache-2.0
#include "runtime/pauses.h"

#include "base/hash.h"
#include "runtime/clock.h"
#include "runtime/context/fiber.h"
#include "runtime/instrument/entry.h"
#include "runtime/runtime.h"

#include <cstring>
#include <ctime>

namespace heddle::runtime {
namespace {

// A pause that ends later than that is not told from other numbers.
constexpr int64_t kFarthest = 3600 * kNanosecondsPerSecond;

// What shows the same if all that has changed is the time.
class State {
 public:
  explicit State(int64_t own_time) {
    for (size_t i = 0; i < kClocks; ++i) {
      starts_[i] = clock_start(kShown[i]);
      now_[i] = starts_[i] + own_time;
    }
  }

  void add(uint64_t word) {
    const auto value = static_cast<int64_t>(word);
    if (value < starts_[kMonotonic]) [[likely]] {
      hash_ = base::combine(hash_, word);
      return;
    }
    for (size_t i = 0; i < kClocks; ++i) {
      if (value >= starts_[i] && value <= now_[i] + kFarthest) {
        hash_ = base::combine(hash_, static_cast<uint64_t>(value - now_[i]) ^ kIsTime);
        return;
      }
    }
    hash_ = base::combine(hash_, word);
  }

  // Two words that may be a timespec; whether they are.
  bool add_time(uint64_t first, uint64_t second) {
    const auto seconds = static_cast<int64_t>(first);
    if (second >= static_cast<uint64_t>(kNanosecondsPerSecond)) {
      return false;
    }
    for (size_t i = 0; i < kClocks; ++i) {
      if (seconds >= starts_[i] / kNanosecondsPerSecond &&
          seconds <= (now_[i] + kFarthest) / kNanosecondsPerSecond) {
        const int64_t time = seconds * kNanosecondsPerSecond + static_cast<int64_t>(second);
        hash_ = base::combine(hash_, static_cast<uint64_t>(time - now_[i]) ^ kIsTimespec);
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] uint64_t hash() const { return hash_; }

 private:
  static constexpr size_t kClocks = 2;
  static constexpr clockid_t kShown[kClocks] = {CLOCK_REALTIME, CLOCK_MONOTONIC};
  static constexpr size_t kMonotonic = 1;  // which starts earlier
  static constexpr uint64_t kIsTime = 0x5bd1e995;
  static constexpr uint64_t kIsTimespec = 0xc2b2ae35;

  int64_t starts_[kClocks] = {};
  int64_t now_[kClocks] = {};
  uint64_t hash_ = 0;
};

uint64_t word_at(uint64_t address) {
  uint64_t word = 0;
  memcpy(&word, reinterpret_cast<const void*>(address), sizeof word);
  return word;
}

uint64_t state_of(const Fiber& self, const Entry& entry) {
  State state(world().time(self.id));
  for (const uint64_t value : {entry.rbx, entry.rbp, entry.r12, entry.r13, entry.r14, entry.r15}) {
    state.add(value);
  }
  constexpr uint64_t kWord = sizeof(uint64_t);
  const auto base = reinterpret_cast<uint64_t>(self.stack_base);
  for (uint64_t at = entry.sp; at + kWord <= base; at += kWord) {
    if (at + 2 * kWord <= base && state.add_time(word_at(at), word_at(at + kWord))) {
      at += kWord;
    } else {
      state.add(word_at(at));
    }
  }
  return state.hash();
}

constexpr uint32_t kNone = Pauses::kMost;

// Which of the last pauses it is, if the thread was there in that state; else kNone.
uint32_t come_back_to(Pauses& pauses, const void* site, uint64_t sp, uint64_t state) {
  for (uint32_t i = 0; i < Pauses::kMost; ++i) {
    Pauses::Pause& last = pauses.last[i];
    if (last.site == site && last.sp == sp) {
      const bool same = last.state == state;
      last.state = state;
      return same ? i : kNone;
    }
  }
  pauses.any = true;
  pauses.last[pauses.next] = {site, sp, state};
  pauses.next = (pauses.next + 1) % Pauses::kMost;
  return kNone;
}

// One in each round: a thread that is held back at several places of a loop cannot go round it in
// one state of the others.
bool is_to_be_told(Pauses& pauses, uint32_t pause) {
  if (pause == kNone) {
    return false;
  }
  if (pause != pauses.told && pauses.told != kNone && ++pauses.since_told < Pauses::kMost) {
    return false;
  }
  pauses.told = pause;
  pauses.since_told = 0;
  return true;
}

}  // namespace

Pausing::Pausing(const void* site) {
  if (rt.arena->settings().sees_pauses) {
    const Entry entry = heddle_entry;
    Fiber& self = current();
    if (!self.is_on_own_stack(entry.sp)) {
      return;  // nobody knows how much of the stack is the thread's state
    }
    const uint64_t state = state_of(self, entry);
    const uint32_t pause = come_back_to(self.pauses, site, entry.sp, state);
    self.pauses.came_back = is_to_be_told(self.pauses, pause);
  }
}

Pausing::~Pausing() { current().pauses.came_back = false; }

}  // namespace heddle::runtime
