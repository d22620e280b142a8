// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/heap/block.h"

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

// The memory that one thread allocates from: new blocks one behind the other from room
// that it is given, and blocks that it has freed itself, whosever they were.
//
// A freed block waits in quarantine, in the order in which they were freed, until the
// thread has freed a lot more.  So which block comes next depends on nothing but what the
// thread has allocated and freed before.
//
// It lies at the beginning of its thread's room, in the program's memory, and is put back
// with it.  All zeros is one that nobody has used.
class Pool {
 public:
  static constexpr size_t kQuarantineBytes = size_t{1} << 24;
  static constexpr size_t kQuarantineBlocks = size_t{1} << 16;

  void begin(uint64_t identity) { identity_ = identity; }
  [[nodiscard]] uint64_t identity() const { return identity_; }

  // New blocks come from there.  It is memory up to `end`, and may become so up to `limit`.
  struct Room {
    std::byte* next = nullptr;
    std::byte* end = nullptr;
    std::byte* limit = nullptr;
  };
  [[nodiscard]] Room& room() { return room_; }
  uint32_t add_extent() { return extents_++; }

  enum class Taken : uint8_t {
    fresh,    // new, and never written to
    reused,   // its bytes are what they were
    no_room,  // the pool needs more
    damaged,  // the program has written over the pool's blocks
  };

  // A block of that size, whose header is to be written.
  Taken take(uint32_t size, Header*& block) {
    Header* first = pooled_[size];
    if (first != nullptr) {
      if (first->state() != BlockState::pooled || first->size() != size) {
        return Taken::damaged;
      }
      pooled_[size] = first->next();
      block = first;
      ++allocated_;
      return Taken::reused;
    }
    const size_t bytes = block_bytes(size);
    if (static_cast<size_t>(room_.end - room_.next) < bytes) {
      return Taken::no_room;
    }
    block = reinterpret_cast<Header*>(room_.next);
    room_.next += bytes;
    ++allocated_;
    return Taken::fresh;
  }

  // A live block of this thread's or another one's is freed.  `front` is the header in front
  // of the program's bytes, `start` the number of the last one.
  void quarantine(Header* front, uint32_t start);

  // The same of a block that does not come here, and of one that another pool gave out.
  void count_freed(const Header* front, uint32_t start) {
    ++(front->start() == start ? freed_ : freed_older_);
  }
  void count_reused() { ++allocated_; }

  // The block that has been in quarantine long enough, or null.  `damaged`: it is no block
  // any more.
  Header* overdue(bool& damaged);

  // It is to be had again.
  void reuse(Header* block);

  // A start to come back to.  Blocks that were free before are never used again: their
  // links are in themselves, and what comes later writes over them.
  void begin_start();

  // Whether just what was allocated since the start was freed.  Blocks go from pool to
  // pool, so only the sums over all pools tell.
  struct Balance {
    uint64_t allocated = 0;
    uint64_t freed = 0;
    uint64_t freed_older = 0;

    [[nodiscard]] bool is_even() const { return allocated == freed && freed_older == 0; }
  };
  void add_to(Balance& balance) const {
    balance.allocated += allocated_;
    balance.freed += freed_;
    balance.freed_older += freed_older_;
  }

  // As it was at the start, provided that the balance is even.  One that was not there then
  // is nobody's again.
  void go_back_to_start();

 private:
  uint64_t identity_;  // 0: nobody's
  Room room_;
  Header* oldest_;
  Header* youngest_;
  size_t quarantined_bytes_;
  size_t quarantined_blocks_;
  uint64_t allocated_;
  uint64_t freed_;
  uint64_t freed_older_;  // than the start
  uint32_t extents_;
  bool has_start_;
  uint32_t start_extents_;
  Room start_room_;
  Header* pooled_[kBlockSizes];  // by size; the last one freed comes first
};

inline void Pool::quarantine(Header* front, uint32_t start) {
  count_freed(front, start);
  const size_t bytes = front->bytes();
  const uint32_t size = front->size();
  Header* block = front->beginning();
  if (block != front) {
    front->set_left();
  }
  block->set_freed(BlockState::quarantined, bytes, size, nullptr);
  // The header of the youngest one is only written to if it still is one.
  if (quarantined_blocks_ == 0) {
    oldest_ = block;
  } else if (youngest_->state() == BlockState::quarantined) {
    youngest_->set_next(block);
  }
  youngest_ = block;
  ++quarantined_blocks_;
  quarantined_bytes_ += block_bytes(size);
}

inline Header* Pool::overdue(bool& damaged) {
  if (quarantined_bytes_ <= kQuarantineBytes && quarantined_blocks_ <= kQuarantineBlocks) {
    return nullptr;
  }
  Header* block = oldest_;
  damaged = block == nullptr || block->state() != BlockState::quarantined;
  if (damaged) {
    return nullptr;
  }
  oldest_ = block->next();
  --quarantined_blocks_;
  quarantined_bytes_ -= block_bytes(block->size());
  return block;
}

inline void Pool::reuse(Header* block) {
  const uint32_t size = block->size();
  block->set_freed(BlockState::pooled, block->bytes(), size, pooled_[size]);
  pooled_[size] = block;
}

}  // namespace heddle::runtime
