// SPDX-License-Identifier: Apache-2.0
#include "explore/journal.h"

#include "base/check.h"

#include <atomic>
#include <cstring>

namespace heddle::explore {
namespace {

constexpr size_t kMaxWords = size_t{1} << 24;
constexpr uint64_t kBytesBits = 16;  // of the word that says where from
constexpr uint64_t kMostBytes = (uint64_t{1} << kBytesBits) - 1;

size_t words_for(size_t bytes) { return (bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t); }

// The process may be killed between any two stores; only the compiler must not
// reorder them.
void in_this_order() { std::atomic_signal_fence(std::memory_order_seq_cst); }

}  // namespace

size_t Journal::bytes_needed() { return (kMaxWords + 4) * sizeof(uint64_t); }

Journal::Journal(base::Region& region, void* arena)
    : arena_(static_cast<std::byte*>(arena)),
      epoch_(&region.take_one<uint64_t>()),
      words_(region, kMaxWords) {}

void Journal::save(const void* value, size_t bytes) {
  const auto offset = static_cast<uint64_t>(static_cast<const std::byte*>(value) - arena_);
  const size_t words = words_for(bytes);
  HEDDLE_CHECK(bytes <= kMostBytes, "the journal should be given small values");
  HEDDLE_CHECK(words_.size() + words + 1 <= words_.capacity(),
               "a commit should come before the journal is full");
  uint64_t* entry = words_.end();
  memcpy(entry, value, bytes);
  entry[words] = (offset << kBytesBits) | bytes;
  in_this_order();
  words_.set_size(words_.size() + words + 1);
  in_this_order();
}

void Journal::commit() {
  in_this_order();
  words_.clear();
  in_this_order();
  ++*epoch_;
}

void Journal::rollback() {
  while (!words_.empty()) {
    const uint64_t where = words_.back();
    const size_t bytes = where & kMostBytes;
    const size_t words = words_for(bytes);
    HEDDLE_CHECK(words < words_.size(), "the journal should hold whole entries");
    memcpy(arena_ + (where >> kBytesBits), words_.end() - 1 - words, bytes);
    in_this_order();
    words_.set_size(words_.size() - words - 1);
  }
  in_this_order();
  ++*epoch_;
}

}  // namespace heddle::explore
