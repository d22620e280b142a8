// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "base/region.h"
#include "order/fingerprint.h"
#include "order/partial_order.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::order {

// A cut of an execution: so many of the first steps of each thread, with all that has to come
// before any of them.  Whatever order its steps are done in, the same can follow.
using Cut = std::span<const uint32_t>;

// What can follow cuts of one execution, as far as that execution tells.
class Cuts {
 public:
  static size_t bytes_needed(size_t most_steps);

  // Nothing that is in the region is used.
  Cuts(base::Region& region, size_t most_steps);

  // Those of the execution that `order` follows.  The first `known` steps are those of the one
  // before.  False if it is more than can be kept.
  [[nodiscard]] bool begin(PartialOrder& order, std::span<const Waiting> waiting, uint32_t known);

  [[nodiscard]] uint32_t threads() const { return threads_; }
  [[nodiscard]] static uint32_t size_of(Cut cut);

  // What a thread would do next.
  struct Next {
    bool there = false;    // the thread is, and has not ended
    bool as_done = false;  // all that came before it in the execution is in the cut
    Ready ready = Ready::no;
    uint32_t step = PartialOrder::kNone;  // in the execution, if it was done there
  };
  [[nodiscard]] Next next(Cut cut, uint32_t thread);

  // A step of the execution, or behind them what a thread was about to do.
  [[nodiscard]] uint32_t rows() const {
    return static_cast<uint32_t>(order_->size() + waiting_.size());
  }
  [[nodiscard]] uint32_t row_of(Cut cut, uint32_t thread) const;
  [[nodiscard]] const event::Event& event_of(uint32_t row) const {
    return row < order_->size() ? order_->event(row) : waiting_[row - order_->size()].step;
  }

  // What the thread did after its next step in the execution, or was about to do; null if that is
  // not known, or nothing.
  [[nodiscard]] const event::Event* after_next(Cut cut, uint32_t thread) const;

  // It has done all that it ever will.
  [[nodiscard]] bool has_ended(Cut cut, uint32_t thread) const {
    return thread < threads_ && count_of_[thread] > 0 && cut[thread] == count_of_[thread] &&
           waiting_of_[thread] == kNone;
  }
  [[nodiscard]] uint32_t count_of(uint32_t thread) const { return count_of_[thread]; }

  [[nodiscard]] bool is_created(Cut cut, uint32_t thread) const;

  // Nobody else need do anything for it to do all that it did in the execution.
  [[nodiscard]] bool can_go_to_its_end(Cut cut, uint32_t thread) const;

  // Stands for a step and all that has to come before it.  A cut is told by the sum over the last
  // steps of its threads.  That a step has ended the execution is left out: it is only known where
  // that was done, and all that came before is in the cut.
  [[nodiscard]] const Fingerprint& id(uint32_t step) const { return ids_[step]; }
  [[nodiscard]] Fingerprint id_of_last(Cut cut, uint32_t thread) const;
  // Whether all that came before the step that has ended the execution is there, if that one is.
  [[nodiscard]] bool is_closed(Cut cut) const;
  [[nodiscard]] uint32_t last_of(Cut cut, uint32_t thread) const {
    return step_of(thread, cut[thread]);
  }

  // The same for what the thread would do next, and not as in the execution; and which outcome of
  // it is the first.
  [[nodiscard]] Fingerprint id_of_turned(Cut cut, uint32_t thread, uint16_t& alternative);

  // Another outcome of what it did next there.
  [[nodiscard]] Fingerprint id_of_outcome(uint32_t step, uint16_t alternative) const;

 private:
  static constexpr uint32_t kNone = PartialOrder::kNone;

  [[nodiscard]] PartialOrder::Turned turned(Cut cut, uint32_t thread, Mark& worst) const;
  void keep(Cut cut);
  [[nodiscard]] Fingerprint id_of(std::span<const uint32_t> clock, uint32_t thread, uint32_t number,
                                  uint16_t alternative) const;
  [[nodiscard]] Fingerprint id_of_final(uint32_t step);
  void join_dependent(const Mark& mark);
  void join(uint32_t step);
  [[nodiscard]] bool is_kept(uint32_t step) const { return !order_->is_gone(step); }
  [[nodiscard]] uint32_t step_of(uint32_t thread, uint32_t number) const {
    return steps_[first_of_[thread] + number - 1];
  }

  PartialOrder* order_ = nullptr;
  std::span<const Waiting> waiting_;
  uint32_t threads_ = 0;
  base::List<uint32_t> steps_;      // thread by thread
  std::span<uint32_t> first_of_;    // thread: where in them
  std::span<uint32_t> count_of_;    // thread: how many
  std::span<uint32_t> waiting_of_;  // thread: its number in waiting_; kNone
  std::span<uint32_t> clock_;       // of a step that is looked at
  base::List<Fingerprint> ids_;
};

}  // namespace heddle::order
