// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/page_store.h"

#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <algorithm>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

namespace heddle::runtime {
namespace {

// Bits of an entry of /proc/self/pagemap.
constexpr uint64_t kPresent = uint64_t{1} << 63;
constexpr uint64_t kSwapped = uint64_t{1} << 62;
constexpr uint64_t kOfFile = uint64_t{1} << 61;

bool is_tracked(const Mapping& mapping) {
  return !mapping.shared && (mapping.protection & PROT_WRITE) != 0;
}

}  // namespace

bool PageStore::take(std::span<const Mapping> mappings) {
  if (regions_ == nullptr) {
    regions_ = static_cast<Region*>(raw_reserve(kMostRegions * sizeof(Region)));
    hot_ = static_cast<HotPage*>(raw_reserve(kMostHot * sizeof(HotPage)));
    adopted_pages_ = static_cast<uint8_t*>(raw_reserve(kMostAdoptedPages));
    adopted_left_ = kMostAdoptedPages;
  }
  size_t bytes = 0;
  for (const Mapping& mapping : mappings) {
    bytes += is_tracked(mapping) ? mapping.span.size() : 0;
  }
  std::byte* saved = bytes > kMostBytes ? nullptr : raw_share(bytes);
  const long pagemap = raw_syscall(SYS_open, as_long("/proc/self/pagemap"), O_RDONLY | O_CLOEXEC);
  if (saved == nullptr || pagemap < 0) {
    return false;
  }
  auto* pages = static_cast<uint8_t*>(raw_reserve(bytes / kPageBytes + 1));
  region_count_ = 0;
  bool fits = true;
  for (const Mapping& mapping : mappings) {
    if (!is_tracked(mapping)) {
      continue;
    }
    fits = region_count_ < kMostRegions;
    if (!fits) {
      break;
    }
    Region& region = regions_[region_count_++];
    region = {mapping.span, mapping.protection, mapping.inode != 0, mapping.is_stack, saved, pages};
    saved += mapping.span.size();
    pages += mapping.span.size() / kPageBytes;
    save_written(region, static_cast<int>(pagemap));
  }
  raw_syscall(SYS_close, pagemap);
  return fits;
}

bool PageStore::adopt(Span span, int protection) {
  const size_t pages = span.size() / kPageBytes;
  if (region_count_ == kMostRegions || pages > adopted_left_) {
    return false;
  }
  Region* place = std::upper_bound(
      regions_, regions_ + region_count_, span.begin,
      [](uintptr_t begin, const Region& region) { return begin < region.span.begin; });
  std::copy_backward(place, regions_ + region_count_, regions_ + region_count_ + 1);
  *place = {span, protection, false, false, nullptr, adopted_pages_};
  ++region_count_;
  adopted_pages_ += pages;
  adopted_left_ -= pages;
  return true;
}

// The pages that hold something of their own.
void PageStore::save_written(Region& region, int pagemap) {
  constexpr size_t kBatch = 512;
  uint64_t entries[kBatch];
  const size_t count = region.span.size() / kPageBytes;
  for (size_t page = 0; page < count; page += kBatch) {
    const size_t batch = std::min(kBatch, count - page);
    const auto offset = static_cast<long>((region.span.begin / kPageBytes + page) * 8);
    const long got =
        raw_syscall(SYS_pread64, pagemap, as_long(entries), static_cast<long>(batch * 8), offset);
    for (size_t i = 0; i < batch; ++i) {
      const bool unknown = got < static_cast<long>((i + 1) * 8);
      const bool here = (entries[i] & (kPresent | kSwapped)) != 0;
      const bool only_of_file = region.from_file && (entries[i] & kOfFile) != 0;
      if (unknown || (here && !only_of_file)) {
        save_page(region, page + i);
      }
    }
  }
}

void PageStore::save_page(Region& region, size_t page) {
  memcpy(region.saved + page * kPageBytes,
         reinterpret_cast<std::byte*>(region.span.begin) + page * kPageBytes, kPageBytes);
  region.pages[page] |= kSaved;
}

const PageStore::Region* PageStore::region_of(uintptr_t address) const {
  const auto found = std::upper_bound(
      regions_, regions_ + region_count_, address,
      [](uintptr_t wanted, const Region& region) { return wanted < region.span.end; });
  return found != regions_ + region_count_ && found->span.contains(address) ? found : nullptr;
}

bool PageStore::is_hot(const Region& region, uintptr_t address) const {
  return (region.pages[(address - region.span.begin) / kPageBytes] & kHot) != 0;
}

bool PageStore::add_hot(Span span) {
  bool news = false;
  while (span.begin < span.end) {
    const Region* region = region_of(span.begin);
    if (region == nullptr) {
      span.begin += kPageBytes;
      continue;
    }
    const size_t page = (span.begin - region->span.begin) / kPageBytes;
    if ((region->pages[page] & kHot) == 0) {
      news = true;
      if (hot_count_ < kMostHot) {
        make_hot(const_cast<Region&>(*region), page);
      } else {
        rt.cannot_be_put_back = true;
      }
    }
    span.begin += kPageBytes;
  }
  return news;
}

void PageStore::make_hot(Region& region, size_t page) {
  auto* memory = reinterpret_cast<std::byte*>(region.span.begin) + page * kPageBytes;
  const bool of_file = region.from_file && (region.pages[page] & kSaved) == 0;
  if (of_file) {
    // Dropped, it is the file's again; if it can be: not a piece of a large page.
    rt.cannot_be_put_back |=
        raw_syscall(SYS_madvise, as_long(memory), kPageBytes, MADV_DONTNEED) != 0;
    save_page(region, page);
  }
  region.pages[page] |= kHot;
  const bool saved = (region.pages[page] & kSaved) != 0;
  hot_[hot_count_++] = {memory, saved ? region.saved + page * kPageBytes : nullptr};
}

void PageStore::put_back() {
  for (size_t i = 0; i < hot_count_; ++i) {
    const HotPage& hot = hot_[i];
    if (hot.saved != nullptr) {
      memcpy(hot.page, hot.saved, kPageBytes);
    } else {
      memset(hot.page, 0, kPageBytes);
    }
  }
}

void PageStore::refill(Span span) {
  for (size_t i = 0; i < region_count_; ++i) {
    Region& region = regions_[i];
    const uintptr_t begin = std::max(span.begin, region.span.begin);
    const uintptr_t end = std::min(span.end, region.span.end);
    for (uintptr_t at = begin; at < end; at += kPageBytes) {
      const size_t page = (at - region.span.begin) / kPageBytes;
      if ((region.pages[page] & kSaved) != 0) {
        memcpy(reinterpret_cast<void*>(at), region.saved + page * kPageBytes, kPageBytes);
      }
    }
  }
}

void PageStore::forget_hot() {
  for (size_t i = 0; i < hot_count_; ++i) {
    const auto page = reinterpret_cast<uintptr_t>(hot_[i].page);
    const Region* region = region_of(page);
    region->pages[(page - region->span.begin) / kPageBytes] &= static_cast<uint8_t>(~kHot);
  }
  hot_count_ = 0;
}

}  // namespace heddle::runtime
