// SPDX-License-Identifier: Apache-2.0
#include "runtime/scopes.h"

#include "base/hash.h"
#include "runtime/loaded_files.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <cstring>

#include <link.h>

namespace heddle::runtime {
namespace {

using explore::ScopeRange;

// Moves whenever a file is loaded or closed; never 0.
int take_version(dl_phdr_info* info, size_t /*size*/, void* argument) {
  *static_cast<uint64_t*>(argument) = base::combine(info->dlpi_adds, info->dlpi_subs) | 1;
  return 1;
}

uint64_t version_now() {
  uint64_t version = 0;
  dl_iterate_phdr(take_version, &version);
  return version;
}

template <typename Take>
int call_with(dl_phdr_info* info, size_t /*size*/, void* take) {
  (*static_cast<Take*>(take))(*info);
  return 0;
}

// An execution may have no access to the arena.
template <typename T>
std::span<const T> copy_of(const base::List<T>& list) {
  auto* copy = static_cast<T*>(raw_reserve((list.size() + 1) * sizeof(T)));
  memcpy(copy, list.begin(), list.size() * sizeof(T));
  return {copy, list.size()};
}

}  // namespace

void Scopes::prepare() {
  if (!rt.arena->settings().scoped) {
    return;
  }
  modules_ = static_cast<Loaded*>(raw_reserve(kMostLoaded * sizeof(Loaded)));
  known_ = static_cast<Known*>(raw_reserve(kKnown * sizeof(Known)));
  names_ = copy_of(rt.arena->scope_modules);
  ranges_ = copy_of(rt.arena->scope_ranges);
  for (const ScopeRange& range : ranges_) {
    has_never_ |= (range.what & ScopeRange::kNever) != 0;
  }
  read_files();
  start_version_ = version_;
}

void Scopes::begin() {
  if (any() && version_ != start_version_) {
    version_ = 0;
  }
}

void Scopes::refresh() {
  if (version_now() != version_) [[unlikely]] {
    read_files();
  }
}

void Scopes::read_files() {
  memset(known_, 0, kKnown * sizeof(Known));
  count_ = 0;
  auto take = [&](const dl_phdr_info& info) {
    if (count_ == kMostLoaded) {
      return;
    }
    const AddressRange range = range_of(info);
    size_t number = 0;
    while (number < names_.size() && strcmp(names_[number].path, info.dlpi_name) != 0) {
      ++number;
    }
    // They come in the order of their files.
    size_t first = 0;
    while (first < ranges_.size() && ranges_[first].module != number) {
      ++first;
    }
    size_t end = first;
    while (end < ranges_.size() && ranges_[end].module == number) {
      ++end;
    }
    modules_[count_++] = {range.begin, range.end,   info.dlpi_addr,
                          first,       end - first, number == names_.size()};
  };
  dl_iterate_phdr(call_with<decltype(take)>, &take);
  version_ = version_now();
}

uint32_t Scopes::at(uint64_t address) {
  Known& known = known_[base::mix(address) % kKnown];
  if (known.address != address) {
    known = {address, look_up(address)};
  }
  return known.what;
}

uint32_t Scopes::look_up(uint64_t address) const {
  for (size_t i = 0; i < count_; ++i) {
    const Loaded& loaded = modules_[i];
    if (address < loaded.begin || address >= loaded.end) {
      continue;
    }
    if (loaded.unknown) {
      refuse_with(
          "the program loads a file under some schedules only, so --scope and --no-scope cannot "
          "tell where its code is");
    }
    const uint64_t offset = address - loaded.bias;
    const std::span<const ScopeRange> ranges = ranges_.subspan(loaded.first, loaded.count);
    size_t low = 0;
    size_t high = loaded.count;
    while (low < high) {
      const size_t middle = (low + high) / 2;
      if (ranges[middle].end <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < loaded.count && ranges[low].begin <= offset ? ranges[low].what : 0;
  }
  return 0;  // made while the program runs
}

}  // namespace heddle::runtime
