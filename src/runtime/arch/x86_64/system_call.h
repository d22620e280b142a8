// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/syscalls/call.h"

#include <ucontext.h>

// A system call that the program has made by itself, as a signal handler finds it.
namespace heddle::runtime {

inline Call call_in(const ucontext_t& context) {
  const auto& registers = context.uc_mcontext.gregs;
  return {registers[REG_RAX], registers[REG_RDI], registers[REG_RSI], registers[REG_RDX],
          registers[REG_R10], registers[REG_R8],  registers[REG_R9]};
}

inline void return_from_call(ucontext_t& context, long result) {
  context.uc_mcontext.gregs[REG_RAX] = result;
}

// The program makes it once more when the handler returns.
inline void make_call_again(ucontext_t& context, const Call& call) {
  constexpr long kInstructionBytes = 2;
  context.uc_mcontext.gregs[REG_RIP] -= kInstructionBytes;
  context.uc_mcontext.gregs[REG_RAX] = call.number;
}

// The program goes on there, with all registers as they are.
inline void go_on_at(ucontext_t& context, void (*function)()) {
  context.uc_mcontext.gregs[REG_RIP] = reinterpret_cast<long long>(function);
}

}  // namespace heddle::runtime
