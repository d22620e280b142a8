// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/heap/block_size.h"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

enum class BlockState : uint8_t {
  none,         // what is at that address is no header
  live,         // the program has it
  quarantined,  // freed, and not to be had for a while
  pooled,       // to be had
  left,         // freed; it was aligned, and its block has its header further down
};

// What stands in front of the bytes that the program gets.
//
// The program can write over it, by mistake.  So it says of itself whether it is one:
// 16 of its bits are a hash of the others and of where it stands.
class Header {
 public:
  static constexpr uint32_t kMostStarts = 15;

  // The block's own header and the one that the program's bytes have in front of them;
  // they are two only if alignment pushed these bytes away from the block's beginning.
  static Header* in_front_of(void* bytes) { return static_cast<Header*>(bytes) - 1; }
  static const Header* in_front_of(const void* bytes) {
    return static_cast<const Header*>(bytes) - 1;
  }

  //   start: the number of the start since which it is there, see Pool::begin_start().
  void set_live(size_t bytes, uint32_t size, uint32_t start, size_t offset) {
    set(bytes, size, start, BlockState::live, offset);
  }
  void set_left() { set(bytes(), size(), start(), BlockState::left, rest_ >> 16); }
  void set_freed(BlockState state, size_t bytes, uint32_t size, const Header* next) {
    set(bytes, size, 0, state, reinterpret_cast<uintptr_t>(next));
  }
  void set_next(const Header* next) {
    set(bytes(), size(), start(), raw_state(), reinterpret_cast<uintptr_t>(next));
  }
  void resize(size_t bytes) { set(bytes, size(), start(), raw_state(), rest_ >> 16); }
  void erase() { about_ = rest_ = 0; }

  [[nodiscard]] BlockState state() const {
    return (rest_ & 0xffff) == check(about_, rest_ >> 16) ? raw_state() : BlockState::none;
  }
  [[nodiscard]] size_t bytes() const { return about_ >> 16; }  // that the program asked for
  [[nodiscard]] uint32_t size() const { return (about_ >> 8) & 0xff; }
  [[nodiscard]] uint32_t start() const { return (about_ >> 4) & kMostStarts; }
  [[nodiscard]] void* program_bytes() { return this + 1; }

  // Of a live one: the block's beginning.
  [[nodiscard]] Header* beginning() {
    return reinterpret_cast<Header*>(reinterpret_cast<std::byte*>(this) - (rest_ >> 16));
  }
  // Of a freed one, in a list.
  [[nodiscard]] Header* next() const { return reinterpret_cast<Header*>(rest_ >> 16); }

 private:
  [[nodiscard]] BlockState raw_state() const { return static_cast<BlockState>(about_ & 0xf); }

  [[nodiscard]] uint64_t check(uint64_t about, uint64_t rest) const {
    constexpr uint64_t kFactor = 0x9e3779b97f4a7c15ULL;
    const auto here = reinterpret_cast<uintptr_t>(this);
    return ((about ^ std::rotl(rest, 20) ^ ~here) * kFactor) >> 48;
  }

  void set(size_t bytes, uint32_t size, uint32_t start, BlockState state, uint64_t rest) {
    about_ = (bytes << 16) | (size << 8) | (start << 4) | static_cast<uint64_t>(state);
    rest_ = (rest << 16) | check(about_, rest);
  }

  uint64_t about_;  // bytes asked for: 48, size: 8, start: 4, state: 4
  uint64_t rest_;   // offset or next: 48, check: 16
};

static_assert(sizeof(Header) == kHeaderBytes);
static_assert(kBlockSizes <= 256);

}  // namespace heddle::runtime
