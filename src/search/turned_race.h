// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "base/region.h"
#include "order/partial_order.h"

#include <cstdint>
#include <span>

namespace heddle::search {

// A race turned round, as a sequence of steps: those after its first step that do not depend on
// that one, and then the second.  From it the first steps of threads can be taken away.
//
// Most sequences are only compared with a step or two, so they are not written down: a step of the
// execution is looked at when it may depend on what it is compared with.  So a sequence is good
// only while PartialOrder tells of its race.
class TurnedRace {
 public:
  // Instead of a step of the execution: the second of the race before the first, and that after it.
  static constexpr uint32_t kSecond = 0xffffffff;
  static constexpr uint32_t kFirst = 0xfffffffe;
  // Instead of a place in it: in none, and at the end.
  static constexpr uint32_t kNowhere = 0xfffffffd;
  static constexpr uint32_t kNotThere = 0xfffffffc;

  // A step of it that is written down.
  struct Step {
    uint32_t step;
    bool needed;
    uint64_t bits;  // of its mark
  };

  TurnedRace(base::Region& passing, size_t most_steps)
      : removed_(passing.take<uint32_t>(most_steps)), steps_(passing, most_steps + 2) {}

  // Others may have used the memory since.
  void forget() { known_ = 0; }

  void begin(const order::PartialOrder& order, uint32_t a, uint32_t b, const order::Mark& second);
  // The first step of the race comes at the end of it.
  void add_first(const order::Mark& first);

  // Which step of it this one is, if it can begin with that; kNotThere if it is not in it, and does
  // not depend on it.
  [[nodiscard]] uint32_t place_if_first(const order::Mark& step, uint64_t bits) const;
  [[nodiscard]] bool comes_first(const order::Mark& step) const {
    return place_if_first(step, order::bits_of(step)) != kNowhere;
  }

  // Takes away a step of it; nothing if it is a place where there is none.
  void remove(uint32_t place);

  // kNowhere: nothing is left of it.
  [[nodiscard]] uint32_t last() const;

  [[nodiscard]] const order::Mark& mark_of(uint32_t step) const {
    return step == kSecond ? second_ : step == kFirst ? first_ : order_->mark(step);
  }

  // What is left of it, written down; to be changed at will.
  base::List<Step>& write_down();

 private:
  [[nodiscard]] bool has(uint32_t step) const;

  // The first of its steps from the execution that has one of the bits and that `take` wants.
  template <typename Take>
  [[nodiscard]] uint32_t find(uint64_t bits, Take take) const;

  const order::PartialOrder* order_ = nullptr;
  uint32_t from_ = 0;  // the steps of the execution before it are not in it
  uint32_t b_ = 0;
  bool has_second_ = false;
  bool has_first_ = false;
  order::Mark second_;
  order::Mark first_;
  std::span<uint32_t> removed_;  // step: the number of the last sequence that it was taken from
  size_t known_ = 0;             // of so many steps
  uint32_t number_ = 0;
  base::List<Step> steps_;
};

}  // namespace heddle::search
