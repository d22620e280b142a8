// SPDX-License-Identifier: Apache-2.0
// What an access finds at a word is in its cell, the latest write and the latest read,
// and in a list beside it: entries of other threads, of other bytes, atomic or visible
// ones.  A plain access takes the cell's place, so that the next one by the same thread is
// seen to be nothing new at one glance; what was there moves to the list.
#include "detect/race.h"

#include <bit>

namespace heddle::detect {

using event::AccessKind;

namespace {

constexpr uint64_t kPlaces = (uint64_t{1} << 48) - 1;

// The end of a range, no further than addresses go.
uint64_t end_of(uint64_t address, uint64_t bytes) {
  if (address >= Shadow::kAddresses) {
    return address;
  }
  const uint64_t room = Shadow::kAddresses - address;
  return address + (bytes < room ? bytes : room);
}

constexpr uint64_t start_of(uint64_t address, uint64_t unit) { return address - address % unit; }

uint64_t next_start(uint64_t address, uint64_t unit, uint64_t end) {
  const uint64_t next = start_of(address, unit) + unit;
  return next < end ? next : end;
}

// Whether the later one makes the earlier one of the same thread superfluous, for the bytes
// that both touch.
bool is_same_sort(uint64_t earlier, uint64_t later) {
  const uint64_t difference = earlier ^ later;
  const uint64_t sort = Entry::kVisible | Entry::kWrite | Entry::kAtomic;
  const uint64_t all = ~(Entry::kBytes | Entry::kMore | Entry::kFreed);
  return (difference & ((later & Entry::kVisible) != 0 ? all : sort)) == 0;
}

bool conflict(uint64_t one, uint64_t other) {
  return ((one | other) & Entry::kWrite) != 0 && (one & other & Entry::kAtomic) == 0;
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
  }
  nodes_used_ = 1;
  free_nodes_ = 0;
  found_count_ = 0;
}

Races::Looking Races::looking(const Now& now, uint64_t address, uint64_t bytes, AccessKind kind,
                              uint64_t place, bool visible) {
  Looking result;
  result.what = Entry::make_what(kind, place & kPlaces, visible);
  result.when = now.when;
  result.order = now.order;
  result.access.kind = kind;
  result.access.thread = Entry::thread_of(now.when);
  result.access.step = static_cast<uint32_t>(now.when >> Entry::kTimeShift);
  result.access.bytes = bytes;
  result.access.address = address;
  result.access.place = place & kPlaces;
  return result;
}

bool Races::look_at(const Now& now, uint64_t address, uint64_t bytes, AccessKind kind,
                    uint64_t place, bool visible) {
  const Looking look = looking(now, address, bytes, kind, place, visible);
  found_count_ = 0;
  const uint64_t end = end_of(address, bytes);
  for (uint64_t next = 0; address < end; address = next) {
    next = next_start(address, Shadow::kWordBytes, end);
    const uint64_t at = address % Shadow::kWordBytes;
    Shadow::Chunk& chunk = shadow_.make(address);
    touch(chunk, address);
    look_at_word(look, {&chunk, address - at, mask_of(at, next - address)});
  }
  return found_count_ == 0;
}

void Races::look_at_word(const Looking& looking, const Word& word) {
  const Cell& cell = word.cell();
  const bool writes = (looking.what & Entry::kWrite) != 0;
  if ((looking.what & Entry::kVisible) == 0 &&
      (cell.write.covers(looking.when, word.mask) ||
       (!writes && cell.read.covers(looking.when, word.mask)))) {
    return;
  }
  const Word rest{word.chunk, word.address, without_freed(looking, word)};
  if (rest.mask != 0) {
    Entry* spare = compare_all(looking, rest);
    remember(looking, rest, spare);
  }
}

// An empty entry beside the cell, if there is one.
Entry* Races::compare_all(const Looking& looking, const Word& word) {
  Cell& cell = word.cell();
  const uint32_t first = first_beside(word);
  for (Entry* entry : {&cell.write, &cell.read}) {
    if (entry->is_of(generation_)) {
      compare(looking, word, *entry);
    }
  }
  Entry* spare = nullptr;
  for (uint32_t at = first; at != 0; at = nodes_[at].next) {
    Entry& entry = nodes_[at].entry;
    compare(looking, word, entry);
    spare = entry.is_empty() ? &entry : spare;
  }
  return spare;
}

inline void Races::compare(const Looking& looking, const Word& word, Entry& entry) {
  if (entry.thread() == looking.access.thread) {
    if (is_same_sort(entry.what, looking.what)) {
      entry.what &= ~word.mask;
    }
    return;
  }
  const uint64_t both = entry.what & word.mask;
  if (both != 0 && conflict(entry.what, looking.what) &&
      !looking.order->before(entry.thread(), entry.time(), looking.access.thread)) [[unlikely]] {
    tell(looking, entry, word.address, both);
  }
}

void Races::remember(const Looking& looking, const Word& word, Entry* spare) {
  Cell& cell = word.cell();
  Entry& slot = (looking.what & Entry::kWrite) != 0 ? cell.write : cell.read;
  const Entry entry{looking.what | word.mask, looking.when};
  if (!slot.is_of(generation_)) {
    slot = entry;
    return;
  }
  const bool is_to_stay =
      !slot.is_empty() && ((slot.what & Entry::kFreed) != 0 || (entry.what & Entry::kVisible) != 0);
  if (is_to_stay) {
    put_beside(word, slot, entry, spare);
    return;
  }
  if (!slot.is_empty()) {
    put_beside(word, slot, {slot.what & ~Entry::kMore, slot.when}, spare);
  }
  slot = {entry.what | (slot.what & Entry::kMore), entry.when};
}

// `slot`, of this generation, is the one that says so.
void Races::put_beside(const Word& word, Entry& slot, const Entry& entry, Entry* spare) {
  if (spare != nullptr) {
    *spare = entry;
    return;
  }
  const uint32_t node = new_node();
  nodes_[node] = {entry, first_beside(word)};
  word.more() = node;
  slot.what |= Entry::kMore;
}

// The bytes of an access that may be used; of the others it is said that they may not.
// If any byte of a word is freed, the cell's write slot shows it.
uint64_t Races::without_freed(const Looking& looking, const Word& word) {
  const Cell& cell = word.cell();
  if ((cell.write.what & Entry::kFreed) == 0 || !cell.write.is_of(generation_)) [[likely]] {
    return word.mask;
  }
  uint64_t left = word.mask;
  const auto take_away = [&](const Entry& entry) {
    const uint64_t both = entry.what & left;
    if ((entry.what & Entry::kFreed) != 0 && (both & Entry::kBytes) != 0) {
      tell(looking, entry, word.address, both & Entry::kBytes);
      left &= ~both;
    }
  };
  take_away(cell.write);
  for (uint32_t at = first_beside(word); at != 0; at = nodes_[at].next) {
    take_away(nodes_[at].entry);
  }
  return left;
}

bool Races::deallocate(const Now& now, uint64_t address, uint64_t bytes, uint64_t place) {
  const Looking look = looking(now, address, bytes, AccessKind::deallocate, place, false);
  found_count_ = 0;
  const uint64_t end = end_of(address, bytes);
  for (uint64_t next = 0; address < end; address = next) {
    Shadow::Chunk& chunk = shadow_.make(address);
    Page& page = Shadow::page(chunk, address);
    next = next_start(address, Shadow::kPageBytes, end);
    if (next - address == Shadow::kPageBytes && page.touched != generation_ &&
        page.freed != generation_) {
      page.freed = generation_;
      page.freed_by = {look.what | Entry::kFreed | Entry::kBytes, look.when};
      continue;
    }
    touch(chunk, address);
    next = next_start(address, Shadow::kWordBytes, end);
    const uint64_t at = address % Shadow::kWordBytes;
    free_word(look, {&chunk, address - at, mask_of(at, next - address)});
  }
  return found_count_ == 0;
}

void Races::free_word(const Looking& looking, const Word& word) {
  const Word rest{word.chunk, word.address, without_freed(looking, word)};
  if (rest.mask == 0) {
    return;
  }
  compare_all(looking, rest);
  forget(rest);
  Entry& slot = rest.cell().write;
  const Entry freed{looking.what | Entry::kFreed | rest.mask, looking.when};
  if (!slot.is_of(generation_)) {
    slot = freed;
    return;
  }
  if (!slot.is_empty()) {
    put_beside(rest, slot, {slot.what & ~Entry::kMore, slot.when}, nullptr);
  }
  slot = {freed.what | (slot.what & Entry::kMore), freed.when};
}

void Races::allocate(uint64_t address, uint64_t bytes) {
  const uint64_t end = end_of(address, bytes);
  for (uint64_t next = 0; address < end; address = next) {
    Shadow::Chunk* chunk = shadow_.find(address);
    if (chunk == nullptr) {
      next = next_start(address, Shadow::kChunkBytes, end);
      continue;
    }
    next = next_start(address, Shadow::kPageBytes, end);
    Page& page = Shadow::page(*chunk, address);
    const bool is_whole = next - address == Shadow::kPageBytes;
    if (page.touched != generation_ && (is_whole || page.freed != generation_)) {
      page.freed = 0;
      continue;
    }
    touch(*chunk, address);
    for (uint64_t word = 0; address < next; address = word) {
      word = next_start(address, Shadow::kWordBytes, next);
      const uint64_t at = address % Shadow::kWordBytes;
      forget({chunk, address - at, mask_of(at, word - address)});
    }
    page.touched = is_whole ? Page::kEarlier : page.touched;
  }
}

void Races::forget(const Word& word) {
  Cell& cell = word.cell();
  const uint32_t first = first_beside(word);
  if (word.mask != Entry::kBytes) {
    for (Entry* entry : {&cell.write, &cell.read}) {
      entry->what &= ~word.mask;
    }
    for (uint32_t at = first; at != 0; at = nodes_[at].next) {
      nodes_[at].entry.what &= ~word.mask;
    }
    return;
  }
  for (uint32_t at = first, next = 0; at != 0; at = next) {
    next = nodes_[at].next;
    nodes_[at].next = free_nodes_;
    free_nodes_ = at;
  }
  cell.write.when = 0;
  cell.read.when = 0;
}

bool Races::is_freed(uint64_t address, uint64_t bytes) const {
  const uint64_t end = end_of(address, bytes);
  for (uint64_t next = 0; address < end; address = next) {
    Shadow::Chunk* chunk = shadow_.find(address);
    if (chunk == nullptr) {
      next = next_start(address, Shadow::kChunkBytes, end);
      continue;
    }
    const Page& page = Shadow::page(*chunk, address);
    if (page.touched != generation_) {
      if (page.freed == generation_) {
        return true;
      }
      next = next_start(address, Shadow::kPageBytes, end);
      continue;
    }
    next = next_start(address, Shadow::kWordBytes, end);
    const uint64_t at = address % Shadow::kWordBytes;
    const Word word{chunk, address - at, mask_of(at, next - address)};
    if ((freed_bytes(word) & word.mask) != 0) {
      return true;
    }
  }
  return false;
}

uint64_t Races::freed_bytes(const Word& word) const {
  const Entry& slot = word.cell().write;
  if (!slot.is_of(generation_) || (slot.what & Entry::kFreed) == 0) {
    return 0;
  }
  uint64_t freed = slot.what & Entry::kBytes;
  for (uint32_t at = first_beside(word); at != 0; at = nodes_[at].next) {
    const Entry& entry = nodes_[at].entry;
    freed |= (entry.what & Entry::kFreed) != 0 ? entry.what & Entry::kBytes : 0;
  }
  return freed;
}

// Before any cell of the page is used.  A page that was freed as a whole is freed word
// by word from now on.
inline void Races::touch(Shadow::Chunk& chunk, uint64_t address) {
  Page& page = Shadow::page(chunk, address);
  if (page.touched == generation_) [[likely]] {
    return;
  }
  if (page.freed == generation_) {
    Cell* cells = &Shadow::cell(chunk, start_of(address, Shadow::kPageBytes));
    for (size_t i = 0; i < Shadow::kWordsPerPage; ++i) {
      cells[i].write = page.freed_by;
    }
    page.freed = 0;
  }
  page.touched = generation_;
}

inline uint32_t Races::first_beside(const Word& word) const {
  const Cell& cell = word.cell();
  const bool more = (cell.write.is_of(generation_) && (cell.write.what & Entry::kMore) != 0) ||
                    (cell.read.is_of(generation_) && (cell.read.what & Entry::kMore) != 0);
  return more ? word.more() : 0;
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
void Races::tell(const Looking& looking, const Entry& entry, uint64_t word, uint64_t bytes) {
  while (bytes != 0) {
    const int at = std::countr_zero(bytes);
    const int length = std::countr_one(bytes >> at);
    tell_run(looking, entry, word + static_cast<uint64_t>(at), static_cast<uint64_t>(length));
    bytes &= bytes + (uint64_t{1} << at);
  }
}

void Races::tell_run(const Looking& looking, const Entry& entry, uint64_t address, uint64_t bytes) {
  event::Access first;
  first.kind = entry.kind();
  first.thread = entry.thread();
  first.step = entry.time();
  first.place = entry.place();
  const uint64_t at = address % Shadow::kWordBytes;
  const auto mask = static_cast<uint8_t>(entry.what);
  const auto before =
      static_cast<uint64_t>(std::countl_one(static_cast<uint8_t>(mask << (8 - at) | 0)));
  first.address = address - (at == 0 ? 0 : before);
  first.bytes =
      address - first.address + static_cast<uint64_t>(std::countr_one(uint64_t{mask} >> at));

  if (found_count_ != 0) {
    Found& last = found_[found_count_ - 1];
    const bool goes_on = last.address + last.bytes == address && last.first.kind == first.kind &&
                         last.first.thread == first.thread && last.first.step == first.step &&
                         last.first.place == first.place;
    if (goes_on) {
      last.bytes += bytes;
      last.first.bytes = first.address + first.bytes - last.first.address;
      return;
    }
  }
  if (found_count_ < kMostFound) {
    Found& next = found_[found_count_++];
    next.first = first;
    next.second = looking.access;
    next.address = address;
    next.bytes = bytes;
    next.use_after_free = (entry.what & Entry::kFreed) != 0;
  }
}

}  // namespace heddle::detect
