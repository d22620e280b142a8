// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// The floating-point environment: rounding, what traps, which exceptions were raised.
namespace heddle::runtime {

// As a switch keeps it: mxcsr, and above it the control word of the x87.
inline uint64_t floating_point_control() {
  uint32_t mxcsr = 0;
  uint16_t x87 = 0;
  asm volatile("stmxcsr %0" : "=m"(mxcsr));
  asm volatile("fnstcw %0" : "=m"(x87));
  return mxcsr | (uint64_t{x87} << 32);
}

inline void set_floating_point_control(uint64_t control) {
  const auto mxcsr = static_cast<uint32_t>(control);
  const auto x87 = static_cast<uint16_t>(control >> 32);
  asm volatile("ldmxcsr %0" : : "m"(mxcsr));
  asm volatile("fldcw %0" : : "m"(x87));
}

}  // namespace heddle::runtime
