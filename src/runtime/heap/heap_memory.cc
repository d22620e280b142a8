// SPDX-License-Identifier: Apache-2.0
#include "runtime/heap/heap_memory.h"

#include "runtime/raw.h"
#include "runtime/reset/snapshot.h"
#include "runtime/runtime.h"

#include <sys/mman.h>
#include <sys/syscall.h>

namespace heddle::runtime {
namespace {

constexpr uintptr_t kBeside = uintptr_t{0x2000} << 32;  // so far below

// Small pages: of a large one all would have to be copied and put back.
bool map_at(uintptr_t begin, size_t bytes) {
  constexpr long kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  const long wanted = static_cast<long>(begin);
  const long mapped = raw_syscall(SYS_mmap, wanted, static_cast<long>(bytes),
                                  PROT_READ | PROT_WRITE, kFlags, -1, 0);
  if (mapped != wanted) {
    if (mapped > 0) {
      raw_syscall(SYS_munmap, mapped, static_cast<long>(bytes));
    }
    return false;
  }
  raw_syscall(SYS_madvise, wanted, static_cast<long>(bytes), MADV_NOHUGEPAGE);
  return true;
}

// From the first piece to the last one, in as few mappings as there are gaps.
template <typename Make>
bool fill_gaps(MappedPieces& pieces, uint64_t first, uint64_t last, Make make) {
  for (uint64_t at = first; at <= last; ++at) {
    if (pieces.contains(at)) {
      continue;
    }
    uint64_t end = at + 1;
    while (end <= last && !pieces.contains(end)) {
      ++end;
    }
    if (!make(kHeapBegin + at * MappedPieces::kBytes, (end - at) * MappedPieces::kBytes)) {
      return false;
    }
    for (; at < end; ++at) {
      pieces.add(at);
    }
  }
  return true;
}

}  // namespace

bool make_heap_memory(uintptr_t begin, uintptr_t end) {
  return fill_gaps(rt.heap.mapped, MappedPieces::number(begin), MappedPieces::number(end - 1),
                   [](uintptr_t at, size_t bytes) {
                     if (!map_at(at, bytes)) {
                       return false;
                     }
                     if (rt.in_place && rt.snapshot != nullptr) {
                       rt.snapshot->adopt({at, at + bytes});
                     }
                     return true;
                   });
}

void* memory_beside(const void* header) {
  const auto address = reinterpret_cast<uintptr_t>(header);
  const uint64_t piece = MappedPieces::number(address);
  const bool there = fill_gaps(rt.heap.mapped_beside, piece, piece, [](uintptr_t at, size_t bytes) {
    return map_at(at - kBeside, bytes);
  });
  return there ? reinterpret_cast<void*>(address - kBeside) : nullptr;
}

const void* known_memory_beside(const void* header) {
  const auto address = reinterpret_cast<uintptr_t>(header);
  const bool there =
      is_heap_address(address) && rt.heap.mapped_beside.contains(MappedPieces::number(address));
  return there ? reinterpret_cast<const void*>(address - kBeside) : nullptr;
}

}  // namespace heddle::runtime
