// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/region.h"
#include "event/access.h"
#include "event/ids.h"

#include <cstddef>
#include <cstdint>

// What is remembered of the program's memory: a cell for each aligned word of eight
// bytes, found by a table of two levels, so that any address is two loads away.
//
// Nothing is cleared between executions.  What was written in another generation than
// the present one is not there.
namespace heddle::detect {

// One access to bytes of a word.
//
//   what   place 48 | flags 8 | bytes 8
//   when   time 32 | thread 10 | generation 22
struct Entry {
  static constexpr uint64_t kBytes = 0xff;
  static constexpr uint64_t kVisible = 1 << 8;  // a step of its own
  static constexpr uint64_t kWrite = 1 << 9;
  static constexpr uint64_t kAtomic = 1 << 10;
  static constexpr uint64_t kFreed = 1 << 11;  // and the bytes are not to be used any more
  static constexpr uint64_t kMore = 1 << 12;   // in a cell: there are entries beside it
  static constexpr uint64_t kKind = 7 << 13;
  static constexpr int kKindShift = 13;
  static constexpr int kPlaceShift = 16;
  static constexpr int kPlaceBits = 48;

  static constexpr int kGenerationBits = 22;
  static constexpr uint64_t kGeneration = (1 << kGenerationBits) - 1;
  static constexpr int kTimeShift = 32;

  static uint64_t make_what(event::AccessKind kind, uint64_t place, bool visible) {
    return place << kPlaceShift | static_cast<uint64_t>(kind) << kKindShift |
           (visible ? kVisible : 0) | (event::is_write(kind) ? kWrite : 0) |
           (event::is_atomic(kind) ? kAtomic : 0);
  }
  static uint64_t make_when(event::ThreadId thread, uint32_t time, uint64_t generation) {
    return uint64_t{time} << kTimeShift | event::index(thread) << kGenerationBits | generation;
  }
  static event::ThreadId thread_of(uint64_t when) {
    return static_cast<event::ThreadId>(when >> kGenerationBits & (event::kMaxThreads - 1));
  }

  // The thread and the generation.
  static uint64_t who(uint64_t when) { return when & ((uint64_t{1} << kTimeShift) - 1); }

  [[nodiscard]] event::ThreadId thread() const { return thread_of(when); }
  [[nodiscard]] uint32_t time() const { return static_cast<uint32_t>(when >> kTimeShift); }
  [[nodiscard]] uint64_t place() const { return what >> kPlaceShift; }
  [[nodiscard]] event::AccessKind kind() const {
    return static_cast<event::AccessKind>((what & kKind) >> kKindShift);
  }
  [[nodiscard]] bool is_of(uint64_t generation) const { return (when & kGeneration) == generation; }
  [[nodiscard]] bool is_empty() const { return (what & kBytes) == 0; }

  // Whether it is a plain access by the thread whose time that is, or might be.
  [[nodiscard]] bool is_plain_of(uint64_t at) const {
    return who(when ^ at) == 0 && (what & (kVisible | kAtomic | kFreed)) == 0;
  }
  // Whether a plain access by the same thread to these bytes, at the same time, has been
  // looked at, so that another one has nothing to add.
  [[nodiscard]] bool covers(uint64_t at, uint64_t bytes) const {
    return when == at && (what & (bytes | kVisible | kAtomic | kFreed)) == bytes;
  }

  uint64_t what;
  uint64_t when;
};
static_assert(event::kMaxThreads == 1 << (Entry::kTimeShift - Entry::kGenerationBits));
static_assert(static_cast<size_t>(event::AccessKind::deallocate) < 8);

// The latest write and the latest read, and if there is more to know, Entry::kMore.
struct alignas(32) Cell {
  Entry write;
  Entry read;
};

struct Page {
  // A page that was used in an earlier generation only.
  static constexpr uint32_t kEarlier = 0xffffffff;

  uint32_t touched;  // the generation in which any of its cells was; 0: never
  uint32_t freed;    // the generation in which it was freed as a whole, untouched
  Entry freed_by;
};

class Shadow {
 public:
  static constexpr uint64_t kWordBytes = 8;
  static constexpr uint64_t kPageBytes = 4096;
  static constexpr uint64_t kChunkBytes = uint64_t{1} << 20;
  static constexpr uint64_t kAddresses = uint64_t{1} << 47;
  static constexpr size_t kWordsPerPage = kPageBytes / kWordBytes;
  static constexpr size_t kMostChunks = size_t{1} << 15;

  // The cells of kChunkBytes of memory.
  struct Chunk {
    static constexpr size_t kWords = kChunkBytes / kWordBytes;

    Page pages[kChunkBytes / kPageBytes];
    uint32_t more[kWords];  // for a cell with Entry::kMore, its first node
    Cell cells[kWords];
  };

  static size_t bytes_needed() {
    return kAddresses / kChunkBytes * sizeof(Chunk*) + kMostChunks * sizeof(Chunk) + alignof(Chunk);
  }
  explicit Shadow(base::Region& region)
      : directory_(region.take<Chunk*>(kAddresses / kChunkBytes).data()),
        chunks_(region.take<Chunk>(kMostChunks).data()) {}

  // The end of a range of bytes, no further than addresses go.
  static uint64_t end_of(uint64_t address, uint64_t bytes) {
    const uint64_t room = address < kAddresses ? kAddresses - address : 0;
    return address + (bytes < room ? bytes : room);
  }
  // Where the unit (a word, page or chunk) of an address begins, and the one after it, which
  // may be cut short.
  static constexpr uint64_t start_of(uint64_t address, uint64_t unit) {
    return address - address % unit;
  }
  static uint64_t next_start(uint64_t address, uint64_t unit, uint64_t end) {
    const uint64_t next = start_of(address, unit) + unit;
    return next < end ? next : end;
  }

  // Null if nothing near the address was ever touched, or no program can touch it.
  [[nodiscard]] Chunk* find(uint64_t address) const {
    return address < kAddresses ? directory_[address / kChunkBytes] : nullptr;
  }
  static Cell& cell(Chunk& chunk, uint64_t address) { return chunk.cells[word_in_chunk(address)]; }
  static const Cell& cell(const Chunk& chunk, uint64_t address) {
    return chunk.cells[word_in_chunk(address)];
  }
  static Page& page(Chunk& chunk, uint64_t address) {
    return chunk.pages[address % kChunkBytes / kPageBytes];
  }
  static size_t word_in_chunk(uint64_t address) { return address % kChunkBytes / kWordBytes; }

  // The address must be below kAddresses.
  Chunk& make(uint64_t address) {
    Chunk*& chunk = directory_[address / kChunkBytes];
    if (chunk == nullptr) [[unlikely]] {
      HEDDLE_CHECK(used_ < kMostChunks, "there should be cells for all memory that is touched");
      chunk = &chunks_[used_++];
    }
    return *chunk;
  }

  // Before generations are counted from the start again.
  void clear();

 private:
  Chunk** directory_;
  Chunk* chunks_;
  size_t used_ = 0;
};

}  // namespace heddle::detect
