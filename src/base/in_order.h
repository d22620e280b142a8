// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace heddle::base {

// Between stores to memory that outlives the process: it may be killed between any two of them, and
// who goes on must find them in the order in which they stand.  Only the compiler must not reorder
// them, nor leave one out that it thinks nobody reads.
inline void in_this_order() { std::atomic_signal_fence(std::memory_order_seq_cst); }

}  // namespace heddle::base
