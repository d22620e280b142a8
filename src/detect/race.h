// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/region.h"
#include "detect/shadow.h"
#include "event/access.h"
#include "event/ids.h"
#include "order/happens_before.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::detect {

// Finds every pair of accesses that races: two threads, a byte in common, at least one
// write, not both atomic, and neither happens before the other.  Also finds accesses to
// memory that was freed, whatever their order.
//
// For each byte all threads' latest accesses of each sort (read or write, atomic or not) are
// remembered; an earlier one of the same thread and sort races with nothing that the latest
// does not race with.  Nothing is dropped because something else happens after it.
//
// A visible access, one that is a step of its own, is remembered beside those and for its
// place: when a place that raced has become a scheduling point, other places that race
// with the same memory must still be found.
//
// It lives through all executions; put it where no reset puts it back.
class Races {
 public:
  // Who accesses memory, and when: good until the thread's next step, or any release.
  struct Now {
    uint64_t when = 0;
    const order::HappensBefore* order = nullptr;
  };

  // Two accesses that race, in the order in which they were done.
  struct Found {
    // `step` is the thread's time in HappensBefore.  Of the first, the bytes are those that
    // are known to be its own around the ones that both touched.
    event::Access first;
    event::Access second;
    uint64_t address = 0;  // of the bytes that both touched
    uint64_t bytes = 0;
    bool first_visible = false;   // was a step of its own
    bool use_after_free = false;  // the first is a deallocation
  };
  static constexpr size_t kMostFound = 256;

  // Bytes of zeroed memory that it wants; untouched pages cost nothing.
  static size_t bytes_needed();
  explicit Races(base::Region& region);

  // Of a place only these bits tell where it is; the rest is kept for found().  All do, if this
  // is not called.
  void tell_places_by(uint64_t bits) { tells_place_ = bits; }

  // Forgets all, at a cost that does not depend on how much there was.
  void begin_execution();

  [[nodiscard]] Now now(const order::HappensBefore& order, event::ThreadId thread) const {
    return {Entry::make_when(thread, order.now(thread), generation_), &order};
  }
  // The same thread, a step later.
  static uint64_t later(uint64_t when) { return when + (uint64_t{1} << Entry::kTimeShift); }

  // True if there is nothing to say about it; otherwise see found().  It is remembered
  // in either case, unless the memory is freed.  `place` is 48 bits, of whatever meaning.
  [[gnu::always_inline]] bool access(Now now, uint64_t address, uint64_t bytes,
                                     event::AccessKind kind, uint64_t place, bool visible) {
    const uint64_t what = Entry::make_what(kind, place, visible);
    const bool known =
        visible ? is_again(now, address, bytes, what) : is_plain_known(now, address, bytes, what);
    return known || look_at(now, address, bytes, what);
  }

  // The same of a plain access, which is remembered for its place although it is no step: for who
  // wants every pair of places that race.  Where there are too many, as under a recursion, it is
  // remembered as others are.
  bool access_by_place(Now now, uint64_t address, uint64_t bytes, event::AccessKind kind,
                       uint64_t place) {
    return access(now, address, bytes, kind, place, !is_crowded(address));
  }

  // Where a plain access to one word is to be looked for; nowhere, if it is to several, or nothing
  // is known of the memory there.
  struct Spot {
    Shadow::Chunk* chunk;
    Cell* cell;
    uint64_t mask;
  };
  [[nodiscard, gnu::always_inline]] Spot spot_of(uint64_t address, uint64_t bytes) const {
    const uint64_t at = address % Shadow::kWordBytes;
    Shadow::Chunk* chunk = at + bytes <= Shadow::kWordBytes ? shadow_.find(address) : nullptr;
    if (chunk == nullptr) [[unlikely]] {
      return {nullptr, nullptr, 0};
    }
    return {chunk, &Shadow::cell(*chunk, address), mask_of(at, bytes)};
  }

  // Whether it is seen at one glance that a plain access has nothing to add.
  [[nodiscard]] static bool is_nothing_new(const Spot& spot, uint64_t when, bool writes) {
    return spot.cell->write.covers(when, spot.mask) ||
           (!writes && spot.cell->read.covers(when, spot.mask));
  }

  // Most words are used by one thread alone, and by plain accesses to the same bytes; and most
  // others have been looked at, and there is nothing new about them but the time.  If so, a plain
  // access is done with this; if not, nothing has happened.
  //   what: Entry::make_what(), here and below.
  bool take_over(const Spot& spot, uint64_t address, uint64_t when, uint64_t what) {
    if (is_own(spot, address, when, (what & Entry::kWrite) != 0)) {
      take_own(spot, when, what);
      return true;
    }
    return renew(spot, address, when, what);
  }
  // The two parts of the first half of it.
  static bool is_own(const Spot& spot, uint64_t address, uint64_t when, bool writes);
  static void take_own(const Spot& spot, uint64_t when, uint64_t what) {
    slot_for(spot, (what & Entry::kWrite) != 0) = {what | spot.mask, when};
  }

  // The same as access(), of a plain one that was glanced at.
  bool settle(Now now, uint64_t address, uint64_t bytes, uint64_t what) {
    const Spot spot = spot_of(address, bytes);
    return (spot.cell != nullptr && take_over(spot, address, now.when, what)) ||
           look_at(now, address, bytes, what);
  }

  // The same, if it is known that it cannot take_own().
  bool settle_shared(Now now, uint64_t address, uint64_t bytes, uint64_t what) {
    const Spot spot = spot_of(address, bytes);
    return (spot.cell != nullptr && renew(spot, address, now.when, what)) ||
           look_at(now, address, bytes, what);
  }

  // A write to all of it, after which any access to it is a use after free.
  bool deallocate(Now now, uint64_t address, uint64_t bytes, uint64_t place);

  // Nothing is known of these bytes from now on: neither accesses nor that they are freed.
  void allocate(uint64_t address, uint64_t bytes);

  // Whether any of these bytes is freed, or any at all.
  [[nodiscard]] bool is_freed(uint64_t address, uint64_t bytes) const;
  [[nodiscard]] bool is_any_freed() const { return freed_in_ == generation_; }
  // Whether it is seen at one glance that none of them is.
  [[nodiscard, gnu::always_inline]] bool is_none_freed(uint64_t address, uint64_t bytes) const {
    if (address % Shadow::kWordBytes + bytes > Shadow::kWordBytes) [[unlikely]] {
      return false;
    }
    Shadow::Chunk* chunk = shadow_.find(address);
    if (chunk == nullptr) {
      return true;
    }
    const Page& page = Shadow::page(*chunk, address);
    if (page.touched != generation_) {
      return page.freed != generation_;
    }
    const Entry& slot = Shadow::cell(*chunk, address).write;
    return !slot.is_of(generation_) || (slot.what & Entry::kFreed) == 0;
  }

  // What was to be said about the last access that returned false: all that raced with it, as
  // far as there is room.
  [[nodiscard]] std::span<const Found> found() const { return {found_, found_count_}; }

 private:
  // Entries of a cell beside the two that it holds.
  struct Node {
    Entry entry;
    uint32_t next;  // 0: none
  };
  static constexpr size_t kMostNodes = size_t{1} << 26;
  static constexpr size_t kCrowd = 256;

  // An access while it is looked at.  Slow paths are given a copy, so that the fast path can
  // have it in registers; so is a word.
  struct Looking {
    uint64_t what;  // of its entries, without bytes
    uint64_t when;
    const order::HappensBefore* order;
    uint64_t address;
    uint64_t bytes;

    [[nodiscard]] event::ThreadId thread() const { return Entry::thread_of(when); }
  };
  // A word of it.
  struct Word {
    Shadow::Chunk* chunk;
    uint64_t address;  // of the word
    uint64_t mask;     // the bytes

    [[nodiscard]] Cell& cell() const { return Shadow::cell(*chunk, address); }
    [[nodiscard]] uint32_t& more() const { return chunk->more[Shadow::word_in_chunk(address)]; }
  };

  // An access that was found to race with nothing.  When the same thread does the same again, it
  // races with nothing unless there is, since, something else at the word that it could race with:
  // what was before the thread then is before it now.
  struct Done {
    Entry* entry;
    uint64_t changes;  // changes_of() the word
    uint64_t who;
    uint64_t word;       // its address, of an atomic access
    const Entry* place;  // the slot of the cell, of a plain access
  };
  static constexpr int kDoneBits = 9;
  static constexpr size_t kChangeCounts = 64;

  // One of a plain access is found by the slot of its cell; it is the last of its sort and thread
  // at the word, and may be beside the cell.  One of an atomic access is found by what it is, and
  // its word.
  Done& done_at(const Entry* slot, uint64_t when) {
    return done_at(reinterpret_cast<uint64_t>(slot), 0, when);
  }
  Done& done_at(uint64_t what, uint64_t word, uint64_t when) {
    const uint64_t key = (what ^ (word << 20)) + Entry::who(when);
    return done_[key * 0x9e3779b97f4a7c15ULL >> (64 - kDoneBits)];
  }

  // Tells whether an access has met, since, another one at the word with which it could race.  Some
  // words share a count.
  uint32_t& change_count(uint64_t address) {
    return change_counts_[address / Shadow::kWordBytes % kChangeCounts];
  }
  uint64_t changes_of(uint64_t address) {
    return uint64_t{generation_} << 32 | change_count(address);
  }

  static uint64_t mask_of(uint64_t at, uint64_t bytes) {
    return ((uint64_t{1} << bytes) - 1) << at;
  }
  bool look_at(Now now, uint64_t address, uint64_t bytes, uint64_t what);
  bool is_plain_known(Now now, uint64_t address, uint64_t bytes, uint64_t what) {
    const Spot spot = spot_of(address, bytes);
    return spot.cell != nullptr && (what & Entry::kAtomic) == 0 &&
           (is_nothing_new(spot, now.when, (what & Entry::kWrite) != 0) ||
            take_over(spot, address, now.when, what));
  }
  bool renew(const Spot& spot, uint64_t address, uint64_t when, uint64_t what);
  static Entry& slot_for(const Spot& spot, bool writes) {
    return writes ? spot.cell->write : spot.cell->read;
  }
  void has_moved(const Entry& slot, Entry* to);
  bool is_again(Now now, uint64_t address, uint64_t bytes, uint64_t what);
  [[gnu::noinline]] void look_at_words(Looking looking);
  // The access, of which that is the place for it, has not been done in this execution.  It would
  // be told by what it is; if not all of that counts, there is no knowing.
  [[nodiscard]] bool is_first(const Done& done) const {
    return ((done.changes >> 32 ^ generation_) != 0) & (tells_place_ == kWholePlace);
  }
  [[nodiscard]] bool is_fresh(const Word& word) const;
  [[nodiscard]] bool has_only_atomics(const Cell& cell) const;
  static Entry* remember_first(const Looking& looking, const Word& word);
  Entry* look_at_word(const Looking& looking, const Word& word);
  [[gnu::noinline]] Entry* look_at_word_aside(Looking looking, Word word);
  Entry* compare_all(const Looking& looking, const Word& word);
  Entry* compare_each(const Looking& looking, const Word& word);
  uint64_t without_freed(const Looking& looking, const Word& word) {
    const Entry& slot = word.cell().write;
    const bool none = (slot.what & Entry::kFreed) == 0 || !slot.is_of(generation_);
    return none ? word.mask
                : take_freed_away(
                      {looking.what, looking.when, looking.order, looking.address, looking.bytes},
                      {word.chunk, word.address, word.mask});
  }
  [[gnu::noinline]] uint64_t take_freed_away(Looking looking, Word word);
  void compare(const Looking& looking, const Word& word, uint64_t sort, Entry& entry);
  [[nodiscard]] uint64_t sort_of(uint64_t what) const;
  Entry* remember(const Looking& looking, const Word& word, Entry* spare);
  Entry* put_beside(const Word& word, Entry& slot, Entry entry, Entry* spare);
  void free_word(const Looking& looking, const Word& word);
  void forget(const Word& word);
  void show_what_is_freed(const Word& word);

  // Before any cell of the page is used.
  void touch(Shadow::Chunk& chunk, uint64_t address) {
    if (Shadow::page(chunk, address).touched != generation_) [[unlikely]] {
      touch_first(chunk, address);
    }
  }
  [[gnu::noinline]] void touch_first(Shadow::Chunk& chunk, uint64_t address);

  // The first node of the list beside a cell; 0: there is none.
  [[nodiscard]] uint32_t first_beside(const Word& word) const {
    const Cell& cell = word.cell();
    const uint64_t more = (cell.write.is_of(generation_) ? cell.write.what : 0) |
                          (cell.read.is_of(generation_) ? cell.read.what : 0);
    return (more & Entry::kMore) != 0 ? word.more() : 0;
  }
  [[nodiscard]] uint64_t freed_bytes(const Word& word) const;
  [[nodiscard]] bool is_crowded(uint64_t address) const;
  uint32_t new_node();
  Shadow::Chunk& touched_chunk(uint64_t address) {
    Shadow::Chunk& chunk = shadow_.make(address);
    touch(chunk, address);
    return chunk;
  }

  [[gnu::noinline]] void tell(Looking looking, const Entry& entry, uint64_t word, uint64_t bytes);
  void tell_run(const Looking& looking, const Entry& entry, uint64_t address, uint64_t bytes);
  void add(const Found& found);

  Shadow shadow_;
  Node* nodes_;
  Found* found_;
  static constexpr uint64_t kWholePlace = (uint64_t{1} << Entry::kPlaceBits) - 1;
  uint64_t tells_place_ = kWholePlace;
  uint32_t generation_ = 0;
  uint32_t freed_in_ = 0;  // the generation in which something was freed last
  uint32_t nodes_used_ = 0;
  uint32_t free_nodes_ = 0;  // those that were given back
  size_t found_count_ = 0;
  uint32_t change_counts_[kChangeCounts] = {};
  Done done_[size_t{1} << kDoneBits] = {};
};

// Then there is nothing to compare with, and the last one is all there is to remember.  The present
// generation is that of the access.
[[gnu::always_inline]] inline bool Races::is_own(const Spot& spot, uint64_t address, uint64_t when,
                                                 bool writes) {
  // Without branches, which would be as good as random.
  const auto is_of_earlier = [when](const Entry& entry) {
    return static_cast<int>(((entry.when ^ when) & Entry::kGeneration) != 0);
  };
  const auto is_own_or_none = [&](const Entry& entry) {
    const uint64_t others =
        entry.what & (Entry::kVisible | Entry::kAtomic | Entry::kFreed | Entry::kMore);
    return is_of_earlier(entry) | static_cast<int>((Entry::who(entry.when ^ when) | others) == 0);
  };
  const Entry& slot = slot_for(spot, writes);
  const auto is_covered = static_cast<int>((slot.what & Entry::kBytes & ~spot.mask) == 0);
  return Shadow::page(*spot.chunk, address).touched == (when & Entry::kGeneration) &&
         (is_own_or_none(spot.cell->write) & is_own_or_none(spot.cell->read) &
          (is_of_earlier(slot) | is_covered)) != 0;
}

// The same of a visible access that is atomic.
[[gnu::always_inline]] inline bool Races::is_again(Now now, uint64_t address, uint64_t bytes,
                                                   uint64_t what) {
  const uint64_t at = address % Shadow::kWordBytes;
  if (at + bytes > Shadow::kWordBytes || (what & Entry::kAtomic) == 0) [[unlikely]] {
    return false;
  }
  const uint64_t word = address - at;
  what |= mask_of(at, bytes);
  const Done& done = done_at(what, word, now.when);
  if (done.changes != changes_of(word) || done.word != word ||
      Entry::who(done.entry->when ^ now.when) != 0 || (done.entry->what & ~Entry::kMore) != what) {
    return false;
  }
  done.entry->when = now.when;
  return true;
}

}  // namespace heddle::detect
