// SPDX-License-Identifier: Apache-2.0
#include "runtime/benign.h"

#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

// A range that goes beyond the end of memory ends there.
BenignRanges::Range range_of(uint64_t address, uint64_t bytes) {
  return {address, bytes > UINT64_MAX - address ? UINT64_MAX : address + bytes};
}

}  // namespace

bool note_benign(uint64_t address, uint64_t bytes) {
  const BenignRanges::Range range = range_of(address, bytes);
  BenignRanges& benign = program.benign;
  for (size_t i = 0; i < benign.count; ++i) {
    if (benign.ranges[i].begin <= range.begin && range.end <= benign.ranges[i].end) {
      return true;
    }
  }
  if (benign.count == BenignRanges::kMost) {
    return false;
  }
  benign.ranges[benign.count++] = range;
  return true;
}

bool is_benign(uint64_t address, uint64_t bytes) {
  const BenignRanges::Range range = range_of(address, bytes);
  for (size_t i = 0; i < program.benign.count; ++i) {
    const BenignRanges::Range& known = program.benign.ranges[i];
    if (known.begin < range.end && range.begin < known.end) {
      return true;
    }
  }
  return false;
}

}  // namespace heddle::runtime
