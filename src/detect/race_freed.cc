// SPDX-License-Identifier: Apache-2.0
// Memory that is freed and allocated.  A freed byte has an entry for its deallocation, and
// no other; if any byte of a word is freed, the write slot of its cell shows it.  A page that
// nothing was known of is freed as a whole, so that large objects cost what was used of them.
#include "detect/race.h"

namespace heddle::detect {

using event::AccessKind;

namespace {

// Of something larger only the parts that were used are marked as freed: there are not cells for
// all memory that a program may reserve.
constexpr uint64_t kMostMarked = Shadow::kMostChunks / 8 * Shadow::kChunkBytes;

}  // namespace

// The bytes of an access that may be used; of the others it is said that they may not.
uint64_t Races::take_freed_away(Looking looking, Word word) {
  const Cell& cell = word.cell();
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

bool Races::deallocate(Now now, uint64_t address, uint64_t bytes, uint64_t place) {
  const Looking look{Entry::make_what(AccessKind::deallocate, place, false), now.when, now.order,
                     address, bytes};
  found_count_ = 0;
  freed_in_ = generation_;
  const uint64_t end = Shadow::end_of(address, bytes);
  const bool is_huge = bytes > kMostMarked;
  for (uint64_t next = 0; address < end; address = next) {
    if (is_huge && shadow_.find(address) == nullptr) {
      next = Shadow::next_start(address, Shadow::kChunkBytes, end);
      continue;
    }
    Shadow::Chunk& chunk = shadow_.make(address);
    Page& page = Shadow::page(chunk, address);
    next = Shadow::next_start(address, Shadow::kPageBytes, end);
    if (next - address == Shadow::kPageBytes && page.touched != generation_ &&
        page.freed != generation_) {
      page.freed = generation_;
      page.freed_by = {look.what | Entry::kFreed | Entry::kBytes, look.when};
      continue;
    }
    touch(chunk, address);
    next = Shadow::next_start(address, Shadow::kWordBytes, end);
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
  const uint64_t end = Shadow::end_of(address, bytes);
  for (uint64_t next = 0; address < end; address = next) {
    Shadow::Chunk* chunk = shadow_.find(address);
    if (chunk == nullptr) {
      next = Shadow::next_start(address, Shadow::kChunkBytes, end);
      continue;
    }
    next = Shadow::next_start(address, Shadow::kPageBytes, end);
    Page& page = Shadow::page(*chunk, address);
    const bool is_whole = next - address == Shadow::kPageBytes;
    if (page.touched != generation_ && (is_whole || page.freed != generation_)) {
      page.freed = 0;
      continue;
    }
    touch(*chunk, address);
    for (uint64_t word = 0; address < next; address = word) {
      word = Shadow::next_start(address, Shadow::kWordBytes, next);
      const uint64_t at = address % Shadow::kWordBytes;
      forget({chunk, address - at, mask_of(at, word - address)});
    }
    page.touched = is_whole ? Page::kEarlier : page.touched;
  }
}

void Races::forget(const Word& word) {
  Cell& cell = word.cell();
  ++change_count(word.address);
  const uint32_t first = first_beside(word);
  if (word.mask != Entry::kBytes) {
    for (Entry* entry : {&cell.write, &cell.read}) {
      entry->what &= ~word.mask;
    }
    for (uint32_t at = first; at != 0; at = nodes_[at].next) {
      nodes_[at].entry.what &= ~word.mask;
    }
    if (cell.write.is_of(generation_) && cell.write.is_empty()) {
      show_what_is_freed(word);
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

// A word's write slot, which is empty, no longer shows that bytes of it are freed; if some are,
// it shows these.
void Races::show_what_is_freed(const Word& word) {
  Entry& slot = word.cell().write;
  slot.what &= ~Entry::kFreed;
  for (uint32_t at = first_beside(word); at != 0; at = nodes_[at].next) {
    Entry& entry = nodes_[at].entry;
    if ((entry.what & Entry::kFreed) != 0 && !entry.is_empty()) {
      slot = {entry.what | (slot.what & Entry::kMore), entry.when};
      entry.what &= ~(Entry::kFreed | Entry::kBytes);
      return;
    }
  }
}

bool Races::is_freed(uint64_t address, uint64_t bytes) const {
  const uint64_t end = Shadow::end_of(address, bytes);
  for (uint64_t next = 0; address < end; address = next) {
    Shadow::Chunk* chunk = shadow_.find(address);
    if (chunk == nullptr) {
      next = Shadow::next_start(address, Shadow::kChunkBytes, end);
      continue;
    }
    const Page& page = Shadow::page(*chunk, address);
    if (page.touched != generation_) {
      if (page.freed == generation_) {
        return true;
      }
      next = Shadow::next_start(address, Shadow::kPageBytes, end);
      continue;
    }
    next = Shadow::next_start(address, Shadow::kWordBytes, end);
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

// A page that was freed as a whole is freed word by word from now on.
void Races::touch_first(Shadow::Chunk& chunk, uint64_t address) {
  Page& page = Shadow::page(chunk, address);
  if (page.freed == generation_) {
    Cell* cells = &Shadow::cell(chunk, Shadow::start_of(address, Shadow::kPageBytes));
    for (size_t i = 0; i < Shadow::kWordsPerPage; ++i) {
      cells[i].write = page.freed_by;
    }
    page.freed = 0;
  }
  page.touched = generation_;
}

}  // namespace heddle::detect
