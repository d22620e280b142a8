// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle::event {

// A thread in a loop that does nothing but read one variable until that has another value: it is
// about to read, and in which state it is.  State and value decide whether it comes back to where
// it is.
struct AwaitRecord {
  enum class What : uint32_t {
    state,       // there is such a state; its number is that of the record, from 1
    leads_on,    // with this value the thread gets out of the loop, or does more than read
    comes_back,  // with this value it comes back, and nothing has changed
    asked        // somebody wanted to know what it does with a value of this hash, and nobody knew
  };

  uint64_t state = 0;  // registers, stack and operation, as a hash
  uint64_t value = 0;  // or its hash
  What what = What::state;
  uint32_t no_more = 0;
};

// From this position on a thread is held back, since it would come back to where it is, or is not.
struct Hold {
  uint32_t position = 0;
  uint16_t thread = 0;
  uint16_t held = 0;

  friend bool operator==(const Hold&, const Hold&) = default;
};

}  // namespace heddle::event
