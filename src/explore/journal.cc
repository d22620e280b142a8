// SPDX-License-Identifier: Apache-2.0
#include "explore/journal.h"

#include "base/check.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace heddle::explore {
namespace {

// The process may be killed between any two stores; only the compiler must not
// reorder them.
void in_this_order() { std::atomic_signal_fence(std::memory_order_seq_cst); }

// Odd, so that no change to one word goes unnoticed.
uint64_t factor_of(uint64_t word) { return ((word + 1) * 0x9e3779b97f4a7c15ULL) | 1; }

// The bits of so many words from the first on, as far as they are in the same word of marks.
uint64_t mask_of(uint64_t first, uint64_t count) {
  const uint64_t ones = count >= 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
  return ones << (first % 64);
}

uint64_t count_in_one(uint64_t first, uint64_t count) { return std::min(count, 64 - first % 64); }

}  // namespace

size_t Journal::bytes_needed() { return sizeof(Header) + (kMaxWords + 4) * sizeof(uint64_t); }

size_t Journal::bytes_of_marks(size_t search_bytes) { return search_bytes / 64 + 64; }

Journal::Journal(base::Region& region, void* /*arena*/, std::span<std::byte> search,
                 base::Region& marks)
    : search_(reinterpret_cast<uint64_t*>(search.data())),
      search_words_(search.size() / sizeof(uint64_t)),
      header_(&region.take_one<Header>()),
      words_(region.take<uint64_t>(kMaxWords).data()),
      marks_(marks.take<uint64_t>(search_words_ / 64 + 1).data()) {
  exclude(header_, sizeof *header_);
  exclude(words_, kMaxWords * sizeof(uint64_t));
}

// Whole words, each once until the next commit.
void Journal::save(const void* value, size_t bytes) {
  const auto offset = static_cast<uint64_t>(static_cast<const std::byte*>(value) -
                                            reinterpret_cast<std::byte*>(search_));
  const uint64_t first = offset / sizeof(uint64_t);
  const uint64_t count = (offset + bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t) - first;
  if (count <= 64 - first % 64) [[likely]] {
    const uint64_t mask = mask_of(first, count);
    const uint64_t saved = marks_[first / 64] & mask;
    if (saved == 0) [[likely]] {
      append_entry(first, count);
      return;
    }
    if (saved == mask) {
      return;
    }
  }
  for (uint64_t at = first; at < first + count;) {
    uint64_t end = at;
    while (end < first + count && !is_saved(end)) {
      ++end;
    }
    if (end > at) {
      append_entry(at, end - at);
    }
    at = end + 1;
  }
}

void Journal::append_entry(uint64_t first, uint64_t count) {
  const uint64_t used = size();
  HEDDLE_CHECK(count <= kMostWords && first + count <= search_words_,
               "the journal should be given small values of the search");
  HEDDLE_CHECK(used + count + 1 <= kMaxWords, "a commit should come before the journal is full");
  memcpy(words_ + used, search_ + first, count * sizeof(uint64_t));
  words_[used + count] = (first << kCountBits) | count;
  in_this_order();
  header_->state += count + 1;
  in_this_order();
  set_marks(first, count);
}

void Journal::set_marks(uint64_t first, uint64_t count) {
  while (count > 0) {
    const uint64_t here = count_in_one(first, count);
    marks_[first / 64] |= mask_of(first, here);
    first += here;
    count -= here;
  }
}

void Journal::clear_marks(uint64_t first, uint64_t count) {
  while (count > 0) {
    const uint64_t here = count_in_one(first, count);
    marks_[first / 64] &= ~mask_of(first, here);
    first += here;
    count -= here;
  }
}

// The last one first: its first word, how many, and what they were.
template <typename Take>
void Journal::for_each_entry(Take take) const {
  for (uint64_t used = size(); used > 0;) {
    const uint64_t where = words_[used - 1];
    const uint64_t count = where & kMostWords;
    used -= count + 1;
    take(where >> kCountBits, count, words_ + used);
  }
}

// No word is saved twice, so the order does not matter.
uint64_t Journal::committed_sum() const {
  return header_->committed[(header_->state >> kSizeBits) % 2].sum;
}

void Journal::commit() {
  in_this_order();
  uint64_t sum = committed_sum();
  for_each_entry([&](uint64_t first, uint64_t count, const uint64_t* before) {
    for (uint64_t i = 0; i < count; ++i) {
      sum += (search_[first + i] - before[i]) * factor_of(first + i);
    }
  });
  // A mark that is left says that a word is saved which is not, so they go first.
  for_each_entry(
      [&](uint64_t first, uint64_t count, const uint64_t*) { clear_marks(first, count); });
  begin_epoch(sum);
}

void Journal::rollback() {
  while (!empty()) {
    const uint64_t used = size();
    const uint64_t where = words_[used - 1];
    const uint64_t count = where & kMostWords;
    const uint64_t first = where >> kCountBits;
    HEDDLE_CHECK(count < used && first + count <= search_words_,
                 "the journal should hold whole entries");
    memcpy(search_ + first, words_ + used - 1 - count, count * sizeof(uint64_t));
    clear_marks(first, count);
    in_this_order();
    header_->state -= count + 1;
    in_this_order();
  }
  begin_epoch(committed_sum());
}

// The last store says that all before it counts.
void Journal::begin_epoch(uint64_t sum) {
  const uint64_t next = (header_->state >> kSizeBits) + 1;
  header_->committed[next % 2] = {next, sum};
  in_this_order();
  header_->state = next << kSizeBits;
  in_this_order();
}

void Journal::exclude(const void* begin, size_t bytes) {
  const auto from = static_cast<uint64_t>(static_cast<const std::byte*>(begin) -
                                          reinterpret_cast<std::byte*>(search_));
  const Range range{from / sizeof(uint64_t), (from + bytes) / sizeof(uint64_t)};
  for (size_t i = 0; i < ranges_; ++i) {
    if (excluded_[i].begin == range.begin && excluded_[i].end == range.end) {
      return;
    }
  }
  HEDDLE_CHECK(ranges_ < kMostRanges, "few parts of a search should be made from others");
  excluded_[ranges_++] = range;
}

bool Journal::is_excluded(uint64_t word) const {
  return std::any_of(excluded_, excluded_ + ranges_,
                     [&](const Range& range) { return range.begin <= word && word < range.end; });
}

bool Journal::is_plausible() const {
  if (size() > kMaxWords) {
    return false;
  }
  for (uint64_t used = size(); used > 0;) {
    const uint64_t where = words_[used - 1];
    const uint64_t count = where & kMostWords;
    const uint64_t first = where >> kCountBits;
    if (count == 0 || count >= used || first >= search_words_ || count > search_words_ - first ||
        is_excluded(first) || is_excluded(first + count - 1)) {
      return false;
    }
    used -= count + 1;
  }
  return true;
}

void Journal::mark_entries() {
  for_each_entry([&](uint64_t first, uint64_t count, const uint64_t*) { set_marks(first, count); });
}

uint64_t Journal::sum_of(uint64_t begin, uint64_t end) const {
  uint64_t sum = 0;
  uint64_t at = begin / sizeof(uint64_t);
  const uint64_t last = std::min(end / sizeof(uint64_t), search_words_);
  while (at < last) {
    uint64_t stop = last;  // up to where nothing is excluded
    uint64_t next = last;  // where to go on
    for (size_t i = 0; i < ranges_; ++i) {
      const Range& range = excluded_[i];
      if (range.end > at && range.begin < stop) {
        stop = std::max(range.begin, at);
        next = std::min(range.end, last);
      }
    }
    for (; at < stop; ++at) {
      sum += search_[at] * factor_of(at);
    }
    at = std::max(at, next);
  }
  return sum;
}

bool Journal::is_committed_with(uint64_t sum_of_all) const {
  const uint64_t epoch = header_->state >> kSizeBits;
  for_each_entry([&](uint64_t first, uint64_t count, const uint64_t* before) {
    for (uint64_t i = 0; i < count; ++i) {
      sum_of_all -= (search_[first + i] - before[i]) * factor_of(first + i);
    }
  });
  const Header::Committed& committed = header_->committed[epoch % 2];
  return committed.epoch == epoch && committed.sum == sum_of_all;
}

}  // namespace heddle::explore
