// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/places.h"

#include "base/hash.h"
#include "explore/places.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <cstring>

#include <link.h>

namespace heddle::runtime {
namespace {

struct Search {
  const char* module;
  uint64_t bias;
  bool found;
};

int by_name(dl_phdr_info* info, size_t /*size*/, void* argument) {
  auto* search = static_cast<Search*>(argument);
  if (strcmp(info->dlpi_name, search->module) != 0) {
    return 0;
  }
  search->bias = info->dlpi_addr;
  search->found = true;
  return 1;
}

struct Around {
  uint64_t address;
  uint64_t key;
};

int by_address(dl_phdr_info* info, size_t /*size*/, void* argument) {
  auto* around = static_cast<Around*>(argument);
  for (size_t i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    const uint64_t begin = info->dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && around->address - begin < segment.p_memsz) {
      around->key = explore::place_key(info->dlpi_name, around->address - info->dlpi_addr);
      return 1;
    }
  }
  return 0;
}

}  // namespace

void Places::prepare() {
  sites_ = static_cast<const void**>(raw_reserve(kSiteSlots * sizeof(const void*)));
  all_ = rt.arena->settings().visible == explore::Visible::all;
  if (all_) {
    bytes_ = static_cast<Bytes*>(raw_reserve(kByteSlots * sizeof(Bytes)));
  }
  refresh();
}

void Places::refresh() {
  for (; known_places_ < rt.arena->places.size(); ++known_places_) {
    const explore::PlaceRecord& place = rt.arena->places[known_places_];
    Search search{place.module, 0, false};
    dl_iterate_phdr(by_name, &search);
    if (search.found) {
      add_site(reinterpret_cast<const void*>(search.bias + place.offset));
    }
  }
  for (; all_ && known_bytes_ < rt.arena->shared.size(); ++known_bytes_) {
    const explore::SharedBytes& shared = rt.arena->shared[known_bytes_];
    add_bytes(shared.word, shared.mask);
  }
  any_ = known_places_ > 0 || known_bytes_ > 0;
}

void Places::add_site(const void* site) {
  size_t at = base::mix(reinterpret_cast<uint64_t>(site)) % kSiteSlots;
  while (sites_[at] != nullptr && sites_[at] != site) {
    at = (at + 1) % kSiteSlots;
  }
  sites_[at] = site;
}

void Places::add_bytes(uint64_t word, uint64_t mask) {
  size_t at = base::mix(word) % kByteSlots;
  while (bytes_[at].word != 0 && bytes_[at].word != word) {
    at = (at + 1) % kByteSlots;
  }
  bytes_[at] = {word, bytes_[at].mask | mask};
}

bool Places::contain(uint64_t address, uint64_t bytes, const void* site) const {
  if (contains_site(site)) {
    return true;
  }
  if (!all_ || bytes == 0) {
    return false;
  }
  const uint64_t end = address + bytes;
  for (uint64_t word = address / 8; word <= (end - 1) / 8; ++word) {
    const uint64_t first = word * 8 < address ? address - word * 8 : 0;
    const uint64_t last = word * 8 + 8 > end ? end - word * 8 : 8;
    const auto touched = static_cast<uint8_t>((0xffU << first) & (0xffU >> (8 - last)));
    if ((shared_in(word) & touched) != 0) {
      return true;
    }
  }
  return false;
}

bool Places::contains_site(const void* site) const {
  size_t at = base::mix(reinterpret_cast<uint64_t>(site)) % kSiteSlots;
  while (sites_[at] != nullptr) {
    if (sites_[at] == site) {
      return true;
    }
    at = (at + 1) % kSiteSlots;
  }
  return false;
}

uint8_t Places::shared_in(uint64_t word) const {
  size_t at = base::mix(word) % kByteSlots;
  while (bytes_[at].word != 0) {
    if (bytes_[at].word == word) {
      return static_cast<uint8_t>(bytes_[at].mask);
    }
    at = (at + 1) % kByteSlots;
  }
  return 0;
}

uint64_t key_of_place(const void* site) {
  Around around{reinterpret_cast<uint64_t>(site), reinterpret_cast<uint64_t>(site)};
  dl_iterate_phdr(by_address, &around);
  return around.key;
}

}  // namespace heddle::runtime
