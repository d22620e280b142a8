// SPDX-License-Identifier: Apache-2.0
// What an access finds at a word is in its cell, the latest write and the latest read,
// and in a list beside it: entries of other threads, of other bytes, atomic or visible
// ones.  A plain access takes the cell's place, so that the next one by the same thread is
// seen to be nothing new at one glance; what was there moves to the list.  If any entry of the list
// is not atomic, one in the cell is not, either.
#include "detect/race.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace heddle::detect {

using event::AccessKind;

namespace {

bool conflict(uint64_t one, uint64_t other) {
  return ((one | other) & Entry::kWrite) != 0 && (one & other & Entry::kAtomic) == 0;
}

event::Access access_of(const Entry& entry) {
  event::Access access;
  access.kind = entry.kind();
  access.thread = entry.thread();
  access.step = entry.time();
  access.place = entry.place();
  return access;
}

}  // namespace

size_t Races::bytes_needed() {
  return Shadow::bytes_needed() + kMostNodes * sizeof(Node) + kMostFound * sizeof(Found) +
         2 * alignof(std::max_align_t);
}

Races::Races(base::Region& region)
    : shadow_(region),
      nodes_(region.take<Node>(kMostNodes).data()),
      found_(region.take<Found>(kMostFound).data()) {
  begin_execution();
}

void Races::begin_execution() {
  if (++generation_ > Entry::kGeneration) {
    shadow_.clear();
    generation_ = 1;
    freed_in_ = 0;
    std::fill(std::begin(done_), std::end(done_), Done{});
  }
  nodes_used_ = 1;
  free_nodes_ = 0;
  found_count_ = 0;
}

bool Races::look_at(Now now, uint64_t address, uint64_t bytes, uint64_t what) {
  found_count_ = 0;
  const uint64_t at = address % Shadow::kWordBytes;
  if (bytes == 0 || at + bytes > Shadow::kWordBytes || address >= Shadow::kAddresses) [[unlikely]] {
    look_at_words({what, now.when, now.order, address, bytes});
    return found_count_ == 0;
  }
  const Looking look{what, now.when, now.order, address, bytes};
  const Word word{&touched_chunk(address), address - at, mask_of(at, bytes)};
  if ((what & Entry::kAtomic) != 0) {
    Done& done = done_at(what | word.mask, word.address, now.when);
    Entry* entry = nullptr;
    if (!is_first(done) || !has_only_atomics(word.cell())) [[unlikely]] {
      entry = look_at_word_aside({what, now.when, now.order, address, bytes},
                                 {word.chunk, word.address, word.mask});
    } else {
      entry = remember(look, word, nullptr);
    }
    if (found_count_ == 0) [[likely]] {
      done = {entry, changes_of(address), 0, word.address, nullptr};
    }
  } else {
    Entry* entry = is_fresh(word) ? remember_first(look, word) : look_at_word(look, word);
    if ((what & Entry::kVisible) == 0 && found_count_ == 0) [[likely]] {
      done_at(entry, now.when) = {entry, changes_of(address), Entry::who(now.when), 0, entry};
    }
  }
  return found_count_ == 0;
}

void Races::look_at_words(Looking looking) {
  uint64_t address = looking.address;
  const uint64_t end = Shadow::end_of(address, looking.bytes);
  for (uint64_t next = 0; address < end; address = next) {
    next = Shadow::next_start(address, Shadow::kWordBytes, end);
    const uint64_t at = address % Shadow::kWordBytes;
    const Word word{&touched_chunk(address), address - at, mask_of(at, next - address)};
    const bool is_known =
        (looking.what & Entry::kVisible) == 0 &&
        is_plain_known({looking.when, looking.order}, address, next - address, looking.what);
    if (!is_known) {
      look_at_word(looking, word);
    }
  }
}

// There is nothing new but the time, if the last access of its sort was found to race with nothing.
// If it has had to make room in the cell since, it takes its place again.
bool Races::renew(const Spot& spot, uint64_t address, uint64_t when, uint64_t what) {
  if (Shadow::page(*spot.chunk, address).touched != generation_) [[unlikely]] {
    return false;
  }
  Entry& slot = slot_for(spot, (what & Entry::kWrite) != 0);
  const Done& done = done_at(&slot, when);
  if (done.place != &slot || done.changes != changes_of(address) || done.who != Entry::who(when) ||
      !done.entry->is_plain_of(when) || (done.entry->what & Entry::kBytes) != spot.mask)
      [[unlikely]] {
    return false;
  }
  if (done.entry != &slot) {
    if (!slot.is_plain_of(slot.when) || !slot.is_of(generation_)) {
      return false;
    }
    *done.entry = {slot.what & ~Entry::kMore, slot.when};
    has_moved(slot, done.entry);
    done_at(&slot, when).entry = &slot;
  }
  slot = {what | spot.mask | (slot.what & Entry::kMore), when};
  return true;
}

// What was in a slot is beside the cell now.
void Races::has_moved(const Entry& slot, Entry* to) {
  Done& done = done_at(&slot, slot.when);
  if (done.place == &slot && done.entry == &slot && done.who == Entry::who(slot.when)) {
    done.entry = to;
  }
}

// Where it is remembered; null if it is not to be.
[[gnu::always_inline]] inline Entry* Races::look_at_word(const Looking& looking, const Word& word) {
  const Word rest{word.chunk, word.address, without_freed(looking, word)};
  if (rest.mask == 0) {
    return nullptr;
  }
  Entry* spare = compare_each(looking, rest);
  return remember(looking, rest, spare);
}

Entry* Races::look_at_word_aside(Looking looking, Word word) { return look_at_word(looking, word); }

// An empty entry beside the cell, if there is one.
[[gnu::always_inline]] inline Entry* Races::compare_each(const Looking& looking, const Word& word) {
  Cell& cell = word.cell();
  const uint32_t first = first_beside(word);
  const uint64_t sort = sort_of(looking.what);
  for (Entry* entry : {&cell.write, &cell.read}) {
    if (entry->is_of(generation_)) {
      compare(looking, word, sort, *entry);
    }
  }
  Entry* spare = nullptr;
  for (uint32_t at = first; at != 0; at = nodes_[at].next) {
    Entry& entry = nodes_[at].entry;
    compare(looking, word, sort, entry);
    spare = entry.is_empty() ? &entry : spare;
  }
  return spare;
}

Entry* Races::compare_all(const Looking& looking, const Word& word) {
  return compare_each(looking, word);
}

// What an earlier access of the same thread must have in common with one, to be superfluous for
// the bytes that both touch.
inline uint64_t Races::sort_of(uint64_t what) const {
  const uint64_t sort = Entry::kVisible | Entry::kWrite | Entry::kAtomic;
  const uint64_t all = sort | Entry::kKind | tells_place_ << Entry::kPlaceShift;
  return (what & Entry::kVisible) != 0 ? all : sort;
}

[[gnu::always_inline]] inline void Races::compare(const Looking& looking, const Word& word,
                                                  uint64_t sort, Entry& entry) {
  if (entry.thread() == looking.thread()) {
    if (((entry.what ^ looking.what) & sort) == 0) {
      entry.what &= ~word.mask;
    }
    return;
  }
  const uint64_t both = entry.what & word.mask;
  if (both == 0 || !conflict(entry.what, looking.what)) [[likely]] {
    return;
  }
  ++change_count(word.address);
  if (!looking.order->before(entry.thread(), entry.time(), looking.thread())) [[unlikely]] {
    tell({looking.what, looking.when, looking.order, looking.address, looking.bytes}, entry,
         word.address, both);
  }
}

// Nothing has been done there in this execution.
bool Races::is_fresh(const Word& word) const {
  const Cell& cell = word.cell();
  return !cell.write.is_of(generation_) && !cell.read.is_of(generation_);
}

// Then another atomic access races with nothing.
bool Races::has_only_atomics(const Cell& cell) const {
  const auto is_none_or_atomic = [this](const Entry& entry) {
    return static_cast<int>(!entry.is_of(generation_)) |
           static_cast<int>((entry.what & Entry::kAtomic) != 0);
  };
  return (is_none_or_atomic(cell.write) & is_none_or_atomic(cell.read)) != 0;
}

Entry* Races::remember_first(const Looking& looking, const Word& word) {
  Cell& cell = word.cell();
  Entry& slot = (looking.what & Entry::kWrite) != 0 ? cell.write : cell.read;
  slot = {looking.what | word.mask, looking.when};
  return &slot;
}

// Where it is then.  What is in the cell stays there if it is freed, or if the new one does not
// have to be seen at a glance; but nothing atomic before what is not.
[[gnu::always_inline]] inline Entry* Races::remember(const Looking& looking, const Word& word,
                                                     Entry* spare) {
  Cell& cell = word.cell();
  Entry& slot = (looking.what & Entry::kWrite) != 0 ? cell.write : cell.read;
  const Entry entry{looking.what | word.mask, looking.when};
  if (!slot.is_of(generation_)) {
    slot = entry;
    return &slot;
  }
  const bool is_like = ((slot.what ^ entry.what) & Entry::kAtomic) == 0;
  const uint64_t stays_for = is_like ? (slot.what & Entry::kFreed) | (entry.what & Entry::kVisible)
                                     : (slot.what & Entry::kFreed) | (entry.what & Entry::kAtomic);
  if (stays_for != 0 && (!is_like || !slot.is_empty())) [[likely]] {
    return put_beside(word, slot, entry, spare);
  }
  if (!slot.is_empty()) {
    has_moved(slot, put_beside(word, slot, {slot.what & ~Entry::kMore, slot.when}, spare));
  }
  slot = {entry.what | (slot.what & Entry::kMore), entry.when};
  return &slot;
}

// `slot`, of this generation, is the one that says so.
Entry* Races::put_beside(const Word& word, Entry& slot, Entry entry, Entry* spare) {
  if (spare != nullptr) {
    *spare = entry;
    return spare;
  }
  const uint32_t first = first_beside(word);
  const uint32_t node = new_node();
  nodes_[node] = {entry, first};
  word.more() = node;
  slot.what |= Entry::kMore;
  return &nodes_[node].entry;
}

// Whether there are many entries at its word.
bool Races::is_crowded(uint64_t address) const {
  Shadow::Chunk* chunk = shadow_.find(address);
  if (chunk == nullptr || Shadow::page(*chunk, address).touched != generation_) {
    return false;
  }
  size_t entries = 0;
  uint32_t at = first_beside({chunk, Shadow::start_of(address, Shadow::kWordBytes), 0});
  for (; at != 0 && entries < kCrowd; at = nodes_[at].next) {
    ++entries;
  }
  return entries == kCrowd;
}

uint32_t Races::new_node() {
  if (free_nodes_ != 0) {
    const uint32_t node = free_nodes_;
    free_nodes_ = nodes_[node].next;
    return node;
  }
  HEDDLE_CHECK(nodes_used_ < kMostNodes, "there should be room for all accesses to be remembered");
  return nodes_used_++;
}

// `bytes` of the word at that address are those that both touched: in one run, or in
// several if others of the first access were overwritten since.
void Races::tell(Looking looking, const Entry& entry, uint64_t word, uint64_t bytes) {
  while (bytes != 0) {
    const int at = std::countr_zero(bytes);
    const int length = std::countr_one(bytes >> at);
    tell_run(looking, entry, word + static_cast<uint64_t>(at), static_cast<uint64_t>(length));
    bytes &= bytes + (uint64_t{1} << at);
  }
}

void Races::tell_run(const Looking& looking, const Entry& entry, uint64_t address, uint64_t bytes) {
  Found found;
  found.first = access_of(entry);
  found.second = access_of({looking.what, looking.when});
  found.second.address = looking.address;
  found.second.bytes = looking.bytes;
  found.address = address;
  found.bytes = bytes;
  found.first_visible = (entry.what & Entry::kVisible) != 0;
  found.use_after_free = (entry.what & Entry::kFreed) != 0;

  const uint64_t at = address % Shadow::kWordBytes;
  const auto below = static_cast<uint8_t>(entry.what << (Shadow::kWordBytes - at));
  const auto from = static_cast<uint8_t>((entry.what & Entry::kBytes) >> at);
  found.first.address = address - static_cast<uint64_t>(std::countl_one(below));
  found.first.bytes = address + static_cast<uint64_t>(std::countr_one(from)) - found.first.address;
  add(found);
}

// An access to several words often finds the same one at each of them.
void Races::add(const Found& found) {
  if (found_count_ != 0) {
    Found& last = found_[found_count_ - 1];
    const bool goes_on =
        last.address + last.bytes == found.address && last.first.kind == found.first.kind &&
        last.first.thread == found.first.thread && last.first.step == found.first.step &&
        last.first.place == found.first.place && last.first_visible == found.first_visible &&
        last.use_after_free == found.use_after_free;
    if (goes_on) {
      last.bytes += found.bytes;
      last.first.bytes = found.first.address + found.first.bytes - last.first.address;
      return;
    }
  }
  if (found_count_ < kMostFound) {
    found_[found_count_++] = found;
  }
}

}  // namespace heddle::detect
