// SPDX-License-Identifier: Apache-2.0
#include "explore/journal.h"

#include "base/check.h"
#include "base/in_order.h"

#include <algorithm>
#include <cstring>

namespace heddle::explore {
namespace {

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

Journal::Range Journal::range_of(const void* value, size_t bytes) const {
  const auto offset = static_cast<uint64_t>(static_cast<const std::byte*>(value) -
                                            reinterpret_cast<std::byte*>(search_));
  return {first_word_of(value), (offset + bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t)};
}

// Whole words, each once until the next commit.
void Journal::save(const void* value, size_t bytes) {
  const Range range = range_of(value, bytes);
  const uint64_t first = range.begin;
  const uint64_t count = range.count();
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
  base::in_this_order();
  header_->state += count + 1;
  base::in_this_order();
  set_marks(first, count);
}

void Journal::save_fresh(const void* value, size_t bytes) {
  const Range range = range_of(value, bytes);
  HEDDLE_CHECK(range.begin < range.end && range.end <= search_words_,
               "the journal should be given values of the search");
  touch(range.begin);
  touch(range.end - 1);
  if (!is_fresh(range)) {
    save(value, bytes);
    return;
  }
  if (!extend_zeros(range)) {
    append_zeros(range);
  }
  set_marks(range.begin, range.count());
}

bool Journal::is_fresh(const Range& range) const {
  for (uint64_t word = range.begin; word < range.end; ++word) {
    if (search_[word] != 0 || is_saved(word)) {
      return false;
    }
  }
  return true;
}

// One store makes the entry longer.
bool Journal::extend_zeros(const Range& range) {
  for (Growing& growing : growing_) {
    if (growing.epoch == epoch() && growing.end == range.begin) {
      words_[growing.at] += range.count();
      base::in_this_order();
      growing.end = range.end;
      last_growing_ = static_cast<size_t>(&growing - growing_);
      return true;
    }
  }
  return false;
}

void Journal::append_zeros(const Range& range) {
  const uint64_t used = size();
  HEDDLE_CHECK(used + 2 <= kMaxWords, "a commit should come before the journal is full");
  words_[used] = range.count();
  words_[used + 1] = range.begin << kCountBits;
  base::in_this_order();
  header_->state += 2;
  base::in_this_order();
  last_growing_ = next_growing_++ % kMostGrowing;
  growing_[last_growing_] = {epoch(), used, range.end};
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

// The last one first: its first word, how many, and what they were; null if that is zero.
template <typename Take>
void Journal::for_each_entry(Take take) const {
  for (uint64_t used = size(); used > 0;) {
    const uint64_t where = words_[used - 1];
    const uint64_t count = where & kMostWords;
    used -= room_of(where);
    if (count == 0) {
      take(where >> kCountBits, words_[used], nullptr);
    } else {
      take(where >> kCountBits, count, words_ + used);
    }
  }
}

// By how much the checksum moves.
uint64_t Journal::change_in(uint64_t first, uint64_t count, const uint64_t* before) const {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < count; ++i) {
    sum += (search_[first + i] - (before == nullptr ? 0 : before[i])) * factor_of(first + i);
  }
  return sum;
}

// No word is saved twice, so the order does not matter.
uint64_t Journal::committed_sum() const {
  return header_->committed[(header_->state >> kSizeBits) % 2].sum;
}

void Journal::commit() {
  base::in_this_order();
  uint64_t sum = committed_sum();
  for_each_entry([&](uint64_t first, uint64_t count, const uint64_t* before) {
    sum += change_in(first, count, before);
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
    const uint64_t room = room_of(where);
    const uint64_t first = where >> kCountBits;
    HEDDLE_CHECK(room <= used, "the journal should hold whole entries");
    const bool were_zero = (where & kMostWords) == 0;
    const uint64_t count = were_zero ? words_[used - room] : room - 1;
    HEDDLE_CHECK(first <= search_words_ && count <= search_words_ - first,
                 "the journal should hold words of the search");
    if (were_zero) {
      memset(search_ + first, 0, count * sizeof(uint64_t));
    } else {
      memcpy(search_ + first, words_ + used - room, count * sizeof(uint64_t));
    }
    clear_marks(first, count);
    base::in_this_order();
    header_->state -= room;
    base::in_this_order();
  }
  begin_epoch(committed_sum());
}

// The last store says that all before it counts.
void Journal::begin_epoch(uint64_t sum) {
  const uint64_t next = (header_->state >> kSizeBits) + 1;
  header_->committed[next % 2] = {next, sum};
  base::in_this_order();
  header_->state = next << kSizeBits;
  base::in_this_order();
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

// Wholly or in part.
bool Journal::is_excluded(const Range& range) const {
  return std::any_of(excluded_, excluded_ + ranges_, [&](const Range& excluded) {
    return excluded.begin < range.end && range.begin < excluded.end;
  });
}

bool Journal::is_plausible() const {
  if (size() > kMaxWords) {
    return false;
  }
  for (uint64_t used = size(); used > 0;) {
    const uint64_t where = words_[used - 1];
    const uint64_t room = room_of(where);
    const uint64_t first = where >> kCountBits;
    if (room > used) {
      return false;
    }
    used -= room;
    const uint64_t count = (where & kMostWords) == 0 ? words_[used] : room - 1;
    if (count == 0 || first >= search_words_ || count > search_words_ - first ||
        is_excluded({first, first + count})) {
      return false;
    }
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
    sum_of_all -= change_in(first, count, before);
  });
  const Header::Committed& committed = header_->committed[epoch % 2];
  return committed.epoch == epoch && committed.sum == sum_of_all;
}

}  // namespace heddle::explore
