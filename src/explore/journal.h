// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/in_order.h"
#include "base/list.h"
#include "base/region.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::explore {

// The undo log of the search state, and its checksum.
//
// Search state is changed in place, between executions, in memory that outlives
// the process which changes it.  Whatever is about to change is saved here first,
// so that process may die at any instruction: another one rolls back, and finds
// every word as it was at the last commit.  Several executions may share a commit.
//
// The checksum is a sum over the words of the search side, each times a number that goes with its
// place, so that a commit needs to look at those words alone that were saved since the last one. It
// moves with the commit, in the same store.  Words that are zero count for nothing, so that memory
// which was never touched need not be looked at.  What is made from the rest at any time, or is
// told to be damaged in another way, is left out, see exclude().
//
// It lies in the arena and tells places by their distance from its start, since
// the arena is mapped elsewhere in each process.
class Journal {
 public:
  static size_t bytes_needed();

  // For which words are saved: bytes that begin with zeros and need not outlive the processes of
  // one run, for a search side of so many bytes.
  static size_t bytes_of_marks(size_t search_bytes);

  Journal() = default;
  //   search: the side of the search, from which `region` is a part; whole words.
  Journal(base::Region& region, void* arena, std::span<std::byte> search, base::Region& marks);

  // `value` is about to change.
  template <typename T>
  void save(const T& value) {
    save(&value, sizeof value);
  }
  void save(const void* value, size_t bytes);

  // The same for a value that keeps in its `epoch` when it was saved last.
  template <typename T>
  void save_once(T& value) {
    if (value.epoch != epoch()) [[likely]] {
      save(&value, sizeof value);
      value.epoch = epoch();
    }
  }

  // The same for a value that is likely to be used for the first time, so that its words are zero.
  // Such values take no room here if one comes right behind the other, however many they are.
  template <typename T>
  void save_fresh(const T& value) {
    constexpr uint64_t kCount = sizeof(T) / sizeof(uint64_t);
    constexpr bool kWholeWords =
        sizeof(T) % sizeof(uint64_t) == 0 && alignof(T) % alignof(uint64_t) == 0 && kCount < 64;
    if constexpr (kWholeWords) {
      if (grows_by<kCount>(first_word_of(&value))) [[likely]] {
        return;
      }
    }
    save_fresh(&value, sizeof value);
  }
  void save_fresh(const void* value, size_t bytes);

  // Adds to the end of a list; its size was saved.
  template <typename T>
  T& append(base::List<T>& list, const T& value) {
    if (list.size() < list.capacity()) {
      save_fresh(*list.end());
    }
    return list.push_back(value);
  }

  void commit();
  void rollback();

  // A commit should come soon.
  [[nodiscard]] bool nearly_full() const { return size() > kMaxWords / 2; }
  [[nodiscard]] bool empty() const { return size() == 0; }

  // Moves with every commit and rollback; never 0.
  [[nodiscard]] uint64_t epoch() const { return (header_->state >> kSizeBits) + 1; }

  // These bytes of the search side are not part of the checksum.
  void exclude(const void* begin, size_t bytes);

  // For who looks at a search that others have left.  Nothing else is asked of it before:
  //   is_plausible: its entries are some that can be rolled back;
  //   mark_entries: their words are not to be saved again, as the marks of who saved them are gone;
  //   sum_of: what the words in a part of the search side count for, by its distance from there;
  //   is_committed_with: whether that is the sum of all words as they were at the last commit.
  [[nodiscard]] bool is_plausible() const;
  void mark_entries();
  [[nodiscard]] uint64_t sum_of(uint64_t begin, uint64_t end) const;
  [[nodiscard]] bool is_committed_with(uint64_t sum_of_all) const;

 private:
  static constexpr size_t kMaxWords = size_t{1} << 24;
  static constexpr uint64_t kSizeBits = 25;
  static constexpr uint64_t kCountBits = 16;  // of the word that says where from
  static constexpr uint64_t kMostWords = (uint64_t{1} << kCountBits) - 1;

  // The epoch and the number of words in use are one word: a commit is one store.
  struct Header {
    uint64_t state;
    struct Committed {
      uint64_t epoch;
      uint64_t sum;
    } committed[2];  // the one of an even epoch, and of an odd one
  };

  struct Range {
    uint64_t begin = 0;  // words
    uint64_t end = 0;
    [[nodiscard]] uint64_t count() const { return end - begin; }
  };
  static constexpr size_t kMostRanges = 16;
  static constexpr uint64_t kWordsInPage = 4096 / sizeof(uint64_t);

  [[nodiscard]] uint64_t size() const { return header_->state & ((uint64_t{1} << kSizeBits) - 1); }
  [[nodiscard]] uint64_t committed_sum() const;
  [[nodiscard]] Range range_of(const void* value, size_t bytes) const;
  [[nodiscard]] bool is_excluded(const Range& range) const;
  [[nodiscard]] uint64_t first_word_of(const void* value) const {
    return static_cast<uint64_t>(static_cast<const std::byte*>(value) -
                                 reinterpret_cast<std::byte*>(search_)) /
           sizeof(uint64_t);
  }
  template <uint64_t kCount>
  [[nodiscard]] bool grows_by(uint64_t first);
  [[nodiscard]] bool is_fresh(const Range& range) const;
  // A page that is read before it is written to takes two faults, and one if it is written to
  // first: what is there is written again.
  void touch(uint64_t word) { asm volatile("orq $0, %0" : "+m"(search_[word])); }
  void append_entry(uint64_t first, uint64_t count);
  void append_zeros(const Range& range);
  bool extend_zeros(const Range& range);
  void begin_epoch(uint64_t sum);
  [[nodiscard]] bool is_saved(uint64_t word) const {
    return ((marks_[word / 64] >> (word % 64)) & 1) != 0;
  }
  void set_marks(uint64_t first, uint64_t count);
  void clear_marks(uint64_t first, uint64_t count);
  // Words that an entry takes here, by its last.
  static uint64_t room_of(uint64_t where) {
    return (where & kMostWords) == 0 ? 2 : (where & kMostWords) + 1;
  }
  template <typename Take>
  void for_each_entry(Take take) const;
  [[nodiscard]] uint64_t change_in(uint64_t first, uint64_t count, const uint64_t* before) const;

  // An entry of words that were zero, which can still grow: where it says how many they are, and
  // which word would be the next one.
  struct Growing {
    uint64_t epoch = 0;
    uint64_t at = 0;
    uint64_t end = 0;
  };
  static constexpr size_t kMostGrowing = 4;

  uint64_t* search_ = nullptr;  // its first word
  uint64_t search_words_ = 0;
  Header* header_ = nullptr;
  // Saved words, then a word that says where from and how many.  If that is 0, the words before
  // were zero, and the one word says how many they are.
  uint64_t* words_ = nullptr;
  uint64_t* marks_ = nullptr;  // a bit for each word that was saved since the last commit
  Range excluded_[kMostRanges];
  size_t ranges_ = 0;
  Growing growing_[kMostGrowing];
  size_t next_growing_ = 0;
  size_t last_growing_ = 0;  // the one that was made or has grown last
};

// The usual way: so many words come right behind those before them.  False if it has to be looked
// at more closely.
template <uint64_t kCount>
[[gnu::always_inline]] inline bool Journal::grows_by(uint64_t first) {
  Growing& growing = growing_[last_growing_];
  const uint64_t bit = first % 64;
  if (growing.end != first || growing.epoch != epoch() || bit + kCount > 64) {
    return false;
  }
  if (first % kWordsInPage == 0) [[unlikely]] {
    touch(first);
  }
  uint64_t& marks = marks_[first / 64];
  const uint64_t mask = ((uint64_t{1} << kCount) - 1) << bit;
  uint64_t some = marks & mask;
  for (uint64_t i = 0; i < kCount; ++i) {
    some |= search_[first + i];
  }
  if (some != 0) {
    return false;
  }
  // One store makes the entry longer.
  words_[growing.at] += kCount;
  base::in_this_order();
  growing.end += kCount;
  marks |= mask;
  return true;
}

}  // namespace heddle::explore
