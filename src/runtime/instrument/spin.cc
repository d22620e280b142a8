// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/spin.h"

#include "explore/await_table.h"
#include "runtime/context/fiber.h"
#include "runtime/instrument/calls_out.h"
#include "runtime/instrument/entry.h"
#include "runtime/runtime.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>

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
  template <size_t kLane>
  void add_to(uint64_t value) {
    lanes_[kLane] = next(lanes_[kLane], value);
  }

  [[nodiscard]] uint64_t number() const {
    return next(next(lanes_[0], lanes_[1]), next(lanes_[2], lanes_[3]));
  }

 private:
  static uint64_t next(uint64_t lane, uint64_t value) {
    return (std::rotl(lane, 29) ^ value) * 0x9e3779b97f4a7c15ULL;
  }

  uint64_t lanes_[4];
};

// Of a stack whose end nobody knows, this much is looked at, and not beyond the page.
uint64_t end_of_what_is_there(uint64_t sp) {
  constexpr uint64_t kBytes = 512;
  constexpr uint64_t kPage = 4096;
  return std::min(sp + kBytes, (sp + kPage) & ~(kPage - 1));
}

// All that the thread could go by: what it has read, registers, and its whole stack, as the
// loop may be in a function further up.
uint64_t state_of(const Fiber& self, const Entry& entry, uint64_t value, uint64_t more) {
  using Word [[gnu::may_alias]] = uint64_t;
  Portrait portrait(entry.rbx, entry.rbp, entry.r12, entry.r13);
  portrait.add(entry.r14, entry.r15, value, more);
  const auto* word = reinterpret_cast<const Word*>(entry.sp);
  const uint64_t base = self.is_on_own_stack(entry.sp) ? reinterpret_cast<uint64_t>(self.stack_base)
                                                       : end_of_what_is_there(entry.sp);
  size_t left = base > entry.sp ? (base - entry.sp) / sizeof(Word) : 0;
  for (; left >= 4; left -= 4, word += 4) {
    portrait.add(word[0], word[1], word[2], word[3]);
  }
  if (left >= 1) {
    portrait.add_to<0>(word[0]);
  }
  if (left >= 2) {
    portrait.add_to<1>(word[1]);
  }
  if (left == 3) {
    portrait.add_to<2>(word[2]);
  }
  return portrait.number();
}

void forget_what_hooks_left(Fiber& self) {
  if (self.side_stack.used_other && self.is_on_own_stack(self.side_stack.left_at)) [[unlikely]] {
    self.side_stack.clear_other(self.stack_end());
  }
}

// Whether it is the visit that was kept; another one is kept after twice as many each time.
bool comes_again(Visits& visits, const Visit& visit) {
  if (visits.kept == visit) {
    visits.kept_for = 0;
    return true;
  }
  const bool is_over = visits.kept.writes != visit.writes;
  if (is_over || ++visits.kept_for == visits.kept_at_most) [[likely]] {
    visits.kept = visit;
    visits.kept_for = 0;
    visits.kept_at_most = is_over ? 1 : visits.kept_at_most * 2;
  }
  return false;
}

// Whether it is the same as the last one at its place.
bool is_as_last(Visits& visits, const Visit& visit) {
  Visit* last = std::find_if(std::begin(visits.last), std::end(visits.last), [&](const Visit& one) {
    return one.site == visit.site && one.sp == visit.sp;
  });
  if (last == std::end(visits.last)) [[unlikely]] {
    visits.last[visits.next] = visit;
    visits.next = (visits.next + 1) % Visits::kMost;
    return false;
  }
  const bool again = last->writes == visit.writes && last->state == visit.state;
  *last = visit;
  return again;
}

// A loop that waits has gone round.
void look_at_round(const Rounds& rounds) {
  const bool is_stuck = session().execution.stuck_from() != explore::kNeverStuck;
  if (rt.arena->settings().holds_idle && !is_stuck) {
    session().execution.some_are_idle();
  }
  const void* site = rt.watch.finds_awaits ? rounds.only_read() : nullptr;
  if (site != nullptr) {
    explore::note_await_site(*rt.arena, reinterpret_cast<uint64_t>(site));
  }
}

}  // namespace

uint64_t portrait_without(Fiber& self, const Entry& entry, uint64_t address, uint32_t bytes) {
  forget_what_hooks_left(self);
  Portrait portrait(entry.rbx, entry.rbp, entry.r12, entry.r13);
  portrait.add(entry.r14, entry.r15, entry.sp, 0);
  const auto base = reinterpret_cast<uint64_t>(self.stack_base);
  for (uint64_t at = entry.sp; at + sizeof(uint64_t) <= base; at += sizeof(uint64_t)) {
    uint64_t word = 0;
    memcpy(&word, reinterpret_cast<const void*>(at), sizeof word);
    for (uint64_t byte = 0; byte < sizeof word; ++byte) {
      const bool is_read = at + byte - address < bytes;
      word &= is_read ? ~(uint64_t{0xff} << (8 * byte)) : ~uint64_t{0};
    }
    portrait.add_to<0>(word);
  }
  return portrait.number();
}

bool reads_again(Fiber& self, const Entry& entry, const void* site, const Reading& reading) {
  forget_what_hooks_left(self);
  Visits& visits = self.visits;
  visits.looks += reading.is_fence ? 0 : 1;
  const Visit visit{site, entry.sp, visits.writes,
                    state_of(self, entry, reading.value[0], reading.value[1])};
  const bool came = comes_again(visits, visit);
  const bool again = is_as_last(visits, visit) || came;
  const bool sees_all = self.is_on_own_stack(entry.sp);
  const bool may_have_moved =
      visits.calls_out != heddle_calls_out.count || !calls_out_are_counted() || !sees_all;
  visits.calls_out = heddle_calls_out.count;
  if (!sees_all) [[unlikely]] {
    visits.forget_round();
  }
  if (!again || may_have_moved) [[likely]] {
    visits.rounds.add(visit, visits.reads);
    return again;
  }
  visits.rounds.add_waiting(visit, visits.reads, reading);
  if (visits.rounds.is_complete()) {
    look_at_round(visits.rounds);
  }
  return true;
}

}  // namespace heddle::runtime
