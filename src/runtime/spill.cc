// SPDX-License-Identifier: Apache-2.0
#include "runtime/spill.h"

#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <sys/mman.h>
#include <sys/syscall.h>

namespace heddle::runtime {
namespace {

constexpr uint64_t kPage = 4096;
// To ask how much is in memory takes a while.
constexpr uint64_t kExecutionsBetween = 16384;
constexpr uint64_t kPagesAtOnce = 4096;

uint64_t resident_bytes(uint64_t begin, uint64_t end) {
  uint64_t pages = 0;
  unsigned char in_memory[kPagesAtOnce];
  for (uint64_t at = begin; at < end; at += kPagesAtOnce * kPage) {
    const uint64_t bytes = end - at < kPagesAtOnce * kPage ? end - at : kPagesAtOnce * kPage;
    if (raw_syscall(SYS_mincore, static_cast<long>(at), static_cast<long>(bytes),
                    as_long(in_memory)) != 0) {
      return 0;
    }
    for (uint64_t i = 0; i < bytes / kPage; ++i) {
      pages += in_memory[i] & 1;
    }
  }
  return pages * kPage;
}

// The pages that lie wholly in a part.
struct Pages {
  uint64_t begin;
  uint64_t end;
  [[nodiscard]] uint64_t bytes() const { return end - begin; }
};

Pages pages_of(const explore::GrowingMemory::Part& part) {
  const auto from = reinterpret_cast<uint64_t>(part.data());
  const uint64_t begin = (from + kPage - 1) & ~(kPage - 1);
  const uint64_t end = (from + part.size()) & ~(kPage - 1);
  return {begin, end > begin ? end : begin};
}

void let_go(uint64_t begin, uint64_t bytes) {
  // What is not on disk yet cannot be let go.
  raw_syscall(SYS_msync, static_cast<long>(begin), static_cast<long>(bytes), MS_SYNC);
  raw_syscall(SYS_madvise, static_cast<long>(begin), static_cast<long>(bytes), MADV_PAGEOUT);
}

}  // namespace

void spill(process::Arena& arena, explore::Strategy& strategy) {
  const uint64_t most = arena.settings().memory;
  const uint64_t executions = arena.counters().executions;
  if (most == 0 || executions < rt.next_spill) {
    return;
  }
  rt.next_spill = executions + kExecutionsBetween;
  explore::GrowsMemory* const grows = strategy.grows_memory();
  explore::GrowingMemory memory =
      grows != nullptr ? grows->growing_memory() : explore::GrowingMemory();
  memory.add(arena.states.memory());
  if (memory.size() <= most) {
    return;
  }
  uint64_t resident = 0;
  for (const auto& part : memory.parts()) {
    const Pages pages = pages_of(part);
    resident += resident_bytes(pages.begin, pages.end);
  }
  if (resident <= most) {
    return;
  }
  // Half of what is allowed is kept, of each part its share of that: the newest.
  for (const auto& part : memory.parts()) {
    const Pages pages = pages_of(part);
    const double share = static_cast<double>(pages.bytes()) / static_cast<double>(memory.size());
    const auto kept = static_cast<uint64_t>(share * static_cast<double>(most / 2)) & ~(kPage - 1);
    if (pages.bytes() > kept) {
      let_go(pages.begin, pages.bytes() - kept);
    }
  }
}

}  // namespace heddle::runtime
