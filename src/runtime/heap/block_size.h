// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

// The sizes that blocks of memory come in, their headers included: every multiple of 16
// up to 512, then four to a doubling.  A block has its size for ever: none is split, and
// none are joined, so who gets which one depends on nothing but what was asked for.
namespace heddle::runtime {

inline constexpr size_t kBlockGrain = 16;
inline constexpr size_t kHeaderBytes = 16;
inline constexpr size_t kSmallestBlock = 32;
inline constexpr size_t kLargestBlock = size_t{1} << 40;

inline constexpr size_t kFineBlocks = 512;
inline constexpr uint32_t kFineSizes = (kFineBlocks - kSmallestBlock) / kBlockGrain + 1;

// Which size is enough for so many bytes.
constexpr uint32_t size_number(size_t bytes) {
  if (bytes <= kFineBlocks) {
    const size_t atleast = bytes < kSmallestBlock ? kSmallestBlock : bytes;
    return static_cast<uint32_t>((atleast + kBlockGrain - 1) / kBlockGrain - 2);
  }
  const size_t last = bytes - 1;
  const auto top = static_cast<uint32_t>(std::bit_width(last)) - 1;
  const auto quarter = static_cast<uint32_t>((last >> (top - 2)) & 3);
  return kFineSizes + (top - 9) * 4 + quarter;
}

constexpr size_t block_bytes(uint32_t number) {
  if (number < kFineSizes) {
    return (number + 2) * kBlockGrain;
  }
  const uint32_t top = 9 + (number - kFineSizes) / 4;
  const uint32_t quarter = (number - kFineSizes) % 4;
  return (size_t{1} << top) + ((quarter + size_t{1}) << (top - 2));
}

inline constexpr uint32_t kBlockSizes = size_number(kLargestBlock) + 1;

}  // namespace heddle::runtime
