// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/spin.h"

#include "runtime/context/fiber.h"
#include "runtime/instrument/entry.h"

#include <bit>

namespace heddle::runtime {
namespace {

// A number for a state, at the price of reading it.  Every value counts in all its bits, also
// if another one changes with it: a product alone would let two highest bits cancel out.
class Portrait {
 public:
  Portrait(uint64_t a, uint64_t b, uint64_t c, uint64_t d) : lanes_{a, b, c, d} {}

  void add(uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
    lanes_[0] = next(lanes_[0], a);
    lanes_[1] = next(lanes_[1], b);
    lanes_[2] = next(lanes_[2], c);
    lanes_[3] = next(lanes_[3], d);
  }
  void add(uint64_t value) { lanes_[0] = next(lanes_[0], value); }

  [[nodiscard]] uint64_t number() const {
    return next(next(next(lanes_[0], lanes_[1]), lanes_[2]), lanes_[3]);
  }

 private:
  static uint64_t next(uint64_t lane, uint64_t value) {
    return (std::rotl(lane, 29) ^ value) * 0x9e3779b97f4a7c15ULL;
  }

  uint64_t lanes_[4];
};

// All that the thread could go by: what it has read, registers, and its whole stack, as the
// loop may be in a function further up.
uint64_t state_of(const Fiber& self, const Entry& entry, uint64_t value, uint64_t more) {
  using Word [[gnu::may_alias]] = uint64_t;
  Portrait portrait(entry.rbx, entry.rbp, entry.r12, entry.r13);
  portrait.add(entry.r14, entry.r15, value, more);
  const auto* word = reinterpret_cast<const Word*>(entry.sp);
  const auto* base = static_cast<const Word*>(self.stack_base);
  for (; base - word >= 4; word += 4) {
    portrait.add(word[0], word[1], word[2], word[3]);
  }
  for (; word < base; ++word) {
    portrait.add(*word);
  }
  return portrait.number();
}

}  // namespace

bool reads_again(Fiber& self, const Entry& entry, const void* site, uint64_t value, uint64_t more) {
  Visits& visits = self.visits;
  const uint64_t sp = entry.sp;
  const uint64_t state = state_of(self, entry, value, more);
  for (Visits::Visit& visit : visits.last) {
    if (visit.site == site && visit.sp == sp) {
      const bool again = visit.writes == visits.writes && visit.state == state;
      visit = {site, sp, visits.writes, state};
      return again;
    }
  }
  visits.last[visits.next] = {site, sp, visits.writes, state};
  visits.next = (visits.next + 1) % Visits::kMost;
  return false;
}

}  // namespace heddle::runtime
