// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/hash.h"
#include "event/await.h"
#include "event/event.h"

#include <cstdint>
#include <span>

namespace heddle::order {

// What is known of threads that wait in loops: with which values they come back to where they are.
//
// A search needs to know that of values that such a thread has not read, in executions that were
// not run.  There a value is known by its hash, as Event has it.
class Awaits {
 public:
  Awaits() = default;
  Awaits(const event::AwaitRecord* records, std::span<const uint32_t> index)
      : records_(records), index_(index) {}

  // The number of a state; 0 if it is none of those that are known.
  [[nodiscard]] uint32_t number_of(uint64_t state) const {
    return find(key_of(state), [&](const event::AwaitRecord& record) {
      return record.what == event::AwaitRecord::What::state && record.state == state;
    });
  }

  // What the thread does with the value; null if nobody knows.
  [[nodiscard]] const event::AwaitRecord* find(uint64_t state, uint64_t value) const {
    const uint32_t number = find(key_of(state, event::expected_by(value)), [&](const auto& record) {
      using What = event::AwaitRecord::What;
      const bool is_known = record.what == What::leads_on || record.what == What::comes_back;
      return is_known && record.state == state && record.value == value;
    });
    return number == 0 ? nullptr : &records_[number - 1];
  }

  // What it does with values of that hash, or `state` if nobody knows.
  [[nodiscard]] event::AwaitRecord::What with(uint64_t state, event::ThreadId hash) const {
    using What = event::AwaitRecord::What;
    What found = What::state;
    (void)find(key_of(state, hash), [&](const event::AwaitRecord& record) {
      const bool is_known = record.what == What::leads_on || record.what == What::comes_back;
      if (is_known && record.state == state && event::expected_by(record.value) == hash) {
        found = found == What::leads_on ? found : record.what;
      }
      return false;
    });
    return found;
  }
  [[nodiscard]] uint64_t state_of(uint32_t number) const { return records_[number - 1].state; }

  // Whether somebody has asked.
  [[nodiscard]] bool is_asked(uint64_t state, event::ThreadId hash) const {
    return find(key_of(state, hash), [&](const event::AwaitRecord& record) {
             return record.what == event::AwaitRecord::What::asked && record.state == state &&
                    record.value == event::index(hash);
           }) != 0;
  }

  // Where in the index a record begins to be looked for.
  [[nodiscard]] static uint64_t key_of(const event::AwaitRecord& record) {
    using What = event::AwaitRecord::What;
    if (record.what == What::state) {
      return key_of(record.state);
    }
    return key_of(record.state, record.what == What::asked
                                    ? static_cast<event::ThreadId>(record.value)
                                    : event::expected_by(record.value));
  }

 private:
  static uint64_t key_of(uint64_t state) { return base::mix(state); }
  static uint64_t key_of(uint64_t state, event::ThreadId hash) {
    return base::combine(state, uint64_t{event::index(hash)} + 1);
  }

  // The number of the record that `is_it` wants; 0.
  template <typename IsIt>
  [[nodiscard]] uint32_t find(uint64_t key, IsIt is_it) const {
    if (index_.empty()) {
      return 0;
    }
    const size_t last = index_.size() - 1;
    for (size_t at = key & last; index_[at] != 0; at = (at + 1) & last) {
      if (is_it(records_[index_[at] - 1])) {
        return index_[at];
      }
    }
    return 0;
  }

  const event::AwaitRecord* records_ = nullptr;
  std::span<const uint32_t> index_;  // by hash: the number of a record, from 1; 0: none
};

}  // namespace heddle::order
