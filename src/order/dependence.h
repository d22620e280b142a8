// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/event.h"
#include "event/use.h"
#include "primitive/footprint.h"

#include <cstddef>
#include <cstdint>

// Which steps can be swapped.
//
// Two steps that stand next to each other in an execution are independent if it makes no
// difference which comes first: each can be done before the other, comes to the same, and
// what is there in the end is the same.  Whatever is built on this (states, caching,
// reduction) is sound only if that is true, so where it is not plain, steps are dependent.
//
// It rests on what heddle hands out being a function of what was done before in the trace
// order.  So creating threads depends on creating threads, as numbers, handles and stacks
// are given in that order; clocks go with changes (primitive/clocks.h); and each thread has a
// heap and random numbers of its own.
namespace heddle::order {

class Uses;

using primitive::Touch;

// Whether two uses are of the same, and cannot be swapped.
[[nodiscard]] inline bool conflict(const Touch& a, const Touch& b) {
  if (a.what != b.what || event::can_be_swapped(a.use, b.use)) {
    return false;
  }
  return a.what == Touch::What::memory ? a.at < b.at + b.bytes && b.at < a.at + a.bytes
                                       : a.at == b.at && a.bytes == b.bytes;
}

// The one definition.  Both are steps of one execution, as done.
//   uses: tells what the code after their operations has used.
[[nodiscard]] bool dependent(const event::Event& a, const event::Event& b, const Uses& uses);
[[nodiscard]] bool dependent(const event::Event& a, const event::Event& b);  // has used nothing

}  // namespace heddle::order
