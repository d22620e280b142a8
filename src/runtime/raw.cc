// SPDX-License-Identifier: Apache-2.0
#include "runtime/raw.h"

#include "base/check.h"
#include "runtime/own_memory.h"
#include "runtime/runtime.h"

#include <sys/mman.h>
#include <sys/syscall.h>

namespace heddle::runtime {

void raw_exit(int status) {
  for (;;) {
    raw_syscall(SYS_exit_group, status);
  }
}

namespace {

constexpr uint64_t kGap = uint64_t{1} << 20;

// Far from what the program maps: its addresses are the same without us, and who
// runs over the end of its own memory does not come to ours.
long map(uint64_t bytes, int sharing) {
  const auto hint = static_cast<long>(rt.next_mapping);
  rt.next_mapping += ((bytes + 4095) & ~uint64_t{4095}) + kGap;
  return raw_syscall(SYS_mmap, hint, static_cast<long>(bytes), PROT_READ | PROT_WRITE,
                     sharing | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

bool failed(long result) { return result < 0 && result >= -4095; }

Span pages_of(long begin, uint64_t bytes) {
  const auto first = static_cast<uintptr_t>(begin);
  return {first, first + ((bytes + 4095) & ~uint64_t{4095})};
}

}  // namespace

void cannot_start(const char* sentence) {
  for (const char* part : {"heddle: ", sentence, "\n"}) {
    raw_syscall(SYS_write, 2, as_long(part), static_cast<long>(__builtin_strlen(part)));
  }
  raw_exit(base::kInternalErrorStatus);
}

void* raw_reserve(uint64_t bytes) {
  void* memory = raw_reserve_for_program(bytes);
  own(pages_of(as_long(memory), bytes));
  return memory;
}

void* raw_reserve_for_program(uint64_t bytes) {
  const long result = map(bytes, MAP_PRIVATE);
  if (failed(result) && (rt.arena == nullptr || rt.arena->control().started.load() == 0)) {
    cannot_start(kNoAddressSpace);
  }
  if (failed(result)) {
    rt.arena->control().out_of_address_space.store(1);
    raw_exit(base::kInternalErrorStatus);
  }
  return reinterpret_cast<void*>(result);
}

std::byte* raw_share(uint64_t bytes) {
  const long result = map(bytes, MAP_SHARED);
  if (failed(result)) {
    return nullptr;
  }
  own(pages_of(result, bytes));
  return reinterpret_cast<std::byte*>(result);
}

}  // namespace heddle::runtime
