// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/kept_order.h"
#include "search/sleep_sets.h"

#include <cstdint>

namespace heddle::search {

// Dynamic partial-order reduction (Flanagan, Godefroid, POPL 2005) with sleep sets, as in Inspect
// (Yang, Chen, Gopalakrishnan, Kirby, "Runtime Model Checking of Multithreaded C/C++
// Programs", Figures 2 and 8).
//
// Where two steps of an execution depend on each other and could have come in the other order, a
// thread is put into the backtrack set of the place of the first one: that of the second, or one
// that has to go on before it can.
class Inspect final : public SleepSets {
 public:
  Inspect(explore::Arena& arena, base::Region lasting, base::Region passing, size_t most_steps);

 private:
  void plan_others(std::span<const event::Event> log, size_t fresh,
                   const event::Outcome& outcome) override;
  void turn_round(uint32_t a, uint32_t b, const order::Mark& turned);
  void find_between(uint32_t a, uint32_t b);
  [[nodiscard]] uint32_t end_of_race(uint32_t b) const;
  [[nodiscard]] bool is_covered_at(uint32_t a, uint32_t b) const;
  [[nodiscard]] uint32_t first_of(event::ThreadId thread, uint32_t a, uint32_t b) const;
  [[nodiscard]] bool comes_first(uint32_t step, uint32_t a) const;
  template <typename Take>
  void for_each_tried(uint32_t a, Take take) const;
  [[nodiscard]] bool is_tried(uint32_t a, event::ThreadId thread) const;
  [[nodiscard]] uint32_t first_needed_by(const order::Mark& turned) const;
  void add_awake(uint32_t a, const order::Mark& turned);

  // Steps that a race is turned round with: those that need not come after the first.
  base::List<uint32_t> between_;
  KeptOrder order_;
};

}  // namespace heddle::search
