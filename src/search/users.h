// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/region.h"
#include "event/event.h"
#include "explore/journal.h"
#include "order/partial_order.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::search {

// Which threads use what, in all executions so far.
class Users {
 public:
  static constexpr uint32_t kMostThreads = 64;  // more are not told apart
  static constexpr uint64_t kAll = ~uint64_t{0};

  // Over zeroed memory, or over what another process left there.
  Users(base::Region& region, explore::Journal& journal, const order::Uses& uses);

  struct Execution {
    std::span<const event::Event> log;
    std::span<const order::Waiting> waiting;
    bool final;  // its last step has ended it for all threads
  };
  // The first steps of it, so many, are known.
  [[nodiscard]] bool knows(const Execution& execution, size_t from) const;
  void add(const Execution& execution);

  // Whether steps were pinned, in any execution.
  [[nodiscard]] bool any_pinned() const { return header_.any_pinned; }

  // From now on, everybody may use everything.
  void add_all();

  // As bits: other threads that do what may not be swapped with it.
  [[nodiscard]] uint64_t others(const event::Event& step) const;
  // As bits: other threads that do what may not be swapped with some step of this one.  All if the
  // thread is one that creates or joins others.
  [[nodiscard]] uint64_t met_by(uint32_t thread) const;

  // Threads that may use something besides what their operations are on.  A step that is not done
  // where it was may meet them all: nobody knows what the code after its operation uses then.
  [[nodiscard]] uint64_t use_besides() const;

 private:
  static constexpr size_t kSlots = size_t{1} << 15;

  struct Slot {
    uint64_t thing = 0;  // 0: none
    uint64_t read_by = 0;
    uint64_t changed_by = 0;
  };

  struct Header {
    uint64_t used = 0;
    bool full = false;  // everybody may use everything
    bool any_pinned = false;
    uint64_t met_by[kMostThreads] = {};  // thread: others
  };

  template <typename Take>
  void for_each_use(const event::Event& step, Take take) const;
  [[nodiscard]] Slot& slot_of(uint64_t thing) const;
  void add(uint64_t thing, uint32_t thread, bool changes);
  void note_pinned();
  [[nodiscard]] bool knows(uint64_t thing, uint32_t thread, bool changes) const;

  explore::Journal& journal_;
  order::Uses uses_;
  Header& header_;
  std::span<Slot> slots_;
  bool only_reads_[event::kOpKinds];
};

}  // namespace heddle::search
