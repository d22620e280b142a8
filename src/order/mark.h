// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/hash.h"
#include "event/event.h"
#include "order/dependence.h"
#include "order/uses.h"

#include <cstddef>
#include <cstdint>

namespace heddle::order {

// A step, by what makes it depend on others: the same one has the same mark in every execution that
// does it after the same past, where numbers of objects may differ.
struct Mark : primitive::Footprint {
  event::ThreadId thread = event::kNoThread;
  uint16_t alternative = 0;
  uint16_t outcomes = 1;  // among so many; 0: nobody knows
  bool sole = false;      // its other outcomes are of no interest here
  bool guessed = false;   // nobody knows what it uses besides: it was not done there
  uint32_t others = 0;    // what it uses besides, see Event::uses()

  // Whether a step of which nobody knows what it uses besides may depend on it for that.
  [[nodiscard]] bool meets_guesses() const {
    return others != 0 || guessed || (uses == 2 && touches[1].what == Touch::What::resource);
  }

  [[nodiscard]] bool is_choice(const Mark& other) const {
    return thread == other.thread && alternative == other.alternative;
  }
};

// `step` as done.
[[nodiscard]] Mark mark_of(const event::Event& step);

// The same of a step that may come to something else than it did, or was not done: whatever it
// may come to.
[[nodiscard]] Mark worst_mark_of(const event::Event& step);

// Of a step that was taken for `planned` and came to `done`: what depends on either.
[[nodiscard]] Mark merged(const Mark& planned, const Mark& done);

// Bits for what makes it depend on others: steps that have none in common do not.
[[nodiscard]] inline uint64_t bits_of(const Mark& mark) {
  constexpr uint32_t kHalf = 32;    // for threads
  constexpr uint32_t kThings = 31;  // for what they use; one is for what they use besides
  constexpr uint64_t kWordBytes = 8;
  uint64_t bits = uint64_t{1} << (event::index(mark.thread) % kHalf);
  if (mark.created != event::kNoThread) {
    bits |= uint64_t{1} << (event::index(mark.created) % kHalf);
  }
  for (size_t i = 0; i < mark.uses; ++i) {
    const Touch& touch = mark.touches[i];
    const bool memory = touch.what == Touch::What::memory;
    const uint64_t first = memory ? touch.at / kWordBytes : touch.at;
    const uint64_t last = memory ? (touch.at + touch.bytes - 1) / kWordBytes : touch.at;
    const uint64_t many = touch.use == event::Use::none ? 0 : last - first + 1;
    for (uint64_t at = first; at - first < many; ++at) {
      bits |=
          uint64_t{1} << (kHalf + base::mix(at * 8 + static_cast<uint64_t>(touch.what)) % kThings);
    }
  }
  const bool meets = mark.meets_guesses() || mark.ends_thread;
  bits |= uint64_t{meets} << (kHalf + kThings);
  return mark.all ? ~uint64_t{0} : bits;
}

// Whether they depend on each other by what one of them uses besides what its operation is on.
[[nodiscard, gnu::noinline]] bool dependent_by_others(const Mark& a, const Mark& b,
                                                      const Uses& uses);

// If it is only guessed what one of them uses, whether they may.
[[nodiscard]] inline bool dependent(const Mark& a, const Mark& b, const Uses& uses) {
  if (a.thread == b.thread || a.all || b.all || a.created == b.thread || b.created == a.thread) {
    return true;
  }
  for (size_t i = 0; i < a.uses; ++i) {
    for (size_t j = 0; j < b.uses; ++j) {
      if (conflict(a.touches[i], b.touches[j])) {
        return true;
      }
    }
  }
  const bool more = (a.others | b.others) != 0 || a.guessed || b.guessed;
  return more && dependent_by_others(a, b, uses);
}

}  // namespace heddle::order
