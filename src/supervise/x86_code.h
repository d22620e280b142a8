// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::supervise {

// What is to be known of an x86-64 instruction to find those by which threads synchronize.
struct Instruction {
  size_t length = 0;    // 0: it is none, or not known
  bool locked = false;  // with a lock prefix and an operand in memory, or an exchange with memory
  bool system_call = false;
};

// The one at the beginning of the code.  Lengths are all that is decoded: prefixes, the operand
// byte, displacement and immediate, as in the opcode maps of the manual (Intel SDM, volume 2,
// appendix A).
[[nodiscard]] Instruction instruction_at(std::span<const uint8_t> code);

// Whether any instruction, from one to the next, is of these kinds.
[[nodiscard]] bool synchronizes(std::span<const uint8_t> code);

}  // namespace heddle::supervise
