// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/region.h"
#include "explore/journal.h"
#include "order/fingerprint.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace heddle::explore {

// States, each with the fewest preemptions with which it was reached.
//
// They lie one after the other, in the order they were found, 16 bytes each: 122 bits of the
// fingerprint and 6 of the preemptions.  Beside them is an index by hash, in which a state
// is looked for; it grows as they do, so that a state costs at most 24 bytes in all.
//
// All lies in memory that outlives this process, and changes go through the journal.  But
// for the index: it can be made from the states at any time, and entries that a rollback
// has left in it do no harm, since a state is only believed when it is seen.
class StateSet {
 public:
  // All above count as this many.
  static constexpr uint32_t kMostPreemptions = 63;

  // With less it cannot be.
  static size_t least_bytes();

  // How the index is now; never rolled back, and in memory that does not outlive the processes of
  // one run: whoever takes up a search makes the index anew.
  struct Index {
    uint64_t slots;
    uint64_t used;
    uint64_t building;   // not 0: it was left half done
    uint64_t clearings;  // of the states that it is made from
  };

  StateSet() = default;

  // Over zeroed memory, or over what another process left there.  Nothing is read before recover().
  StateSet(base::Region region, Journal& journal, Index& index);

  // The state was reached with so many preemptions.  Whether that is new: no one has reached
  // it with as few.
  bool add(const order::Fingerprint& state, uint32_t preemptions);

  // The fewest with which it was reached.
  [[nodiscard]] std::optional<uint32_t> find(const order::Fingerprint& state) const;

  [[nodiscard]] uint64_t size() const { return header_->size; }

  // How many were first reached with so many, as far as is known now.
  [[nodiscard]] uint64_t reached_with(uint32_t preemptions) const {
    return header_->reached_with[preemptions];
  }

  // There were more than there is room for, or some that could not be told.
  [[nodiscard]] bool overflowed() const { return header_->overflowed; }
  void set_overflowed();

  // Tells `each` of every state and its preemptions, in the order they were found.
  template <typename Each>
  void for_each(Each each) const {
    for (uint64_t i = 0; i < header_->size; ++i) {
      each(order::Fingerprint{states_[i].low, states_[i].high & ~kPreemptionBits},
           static_cast<uint32_t>(states_[i].high & kPreemptionBits));
    }
  }

  void clear();

  // To be called at first and after each rollback, by whoever goes on: another process may have
  // died while it made the index anew, and a state that is not in the index is not found.
  void recover();

  // Of memory that was touched.
  [[nodiscard]] uint64_t bytes_used() const;

  // The states without the index.
  [[nodiscard]] std::span<std::byte> memory() {
    return std::as_writable_bytes(std::span(states_, header_->size));
  }

 private:
  static constexpr uint64_t kPreemptionBits = kMostPreemptions;

  using Entry = order::Fingerprint;  // with the preemptions in its lowest bits
  static_assert(sizeof(Entry) == 16);

  struct Header {
    uint64_t epoch;  // of the journal, when it was saved
    uint64_t size;
    uint64_t reached_with[kMostPreemptions + 1];
    bool overflowed;
    uint32_t clearings;
  };

  // A number plus one in the lower bits, and some bits of the hash above.
  using Slot = uint32_t;
  static constexpr uint32_t kNumberBits = 27;
  static constexpr uint64_t kMostStates = (uint64_t{1} << kNumberBits) - 2;
  static constexpr uint64_t kFirstSlots = 1024;

  [[nodiscard]] static uint64_t hash(const Entry& entry) { return entry.high >> 6; }
  [[nodiscard]] uint64_t first_slot(uint64_t hash) const;
  [[nodiscard]] Slot slot_for(uint64_t number, uint64_t hash) const;
  [[nodiscard]] Entry* look_up(const Entry& entry) const;
  [[gnu::noinline]] bool add_new(Entry* known, const Entry& entry);
  void enter(uint64_t number);
  void make_index(uint64_t slots);
  void open();

  Journal* journal_ = nullptr;
  Header* header_ = nullptr;
  Index* index_ = nullptr;
  Entry* states_ = nullptr;
  Slot* slots_ = nullptr;
  uint64_t capacity_ = 0;  // of states
};

}  // namespace heddle::explore
