// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/own_memory.h"
#include "runtime/reset/mapping_list.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::runtime {

inline constexpr size_t kPageBytes = 4096;

// What was in the program's writable memory at the start, and how to put it back.
//
// A page that was never written at the start is not kept: empty memory is zeros,
// and the page of a file can be had again.  Pages that executions write to are
// hot: these are copied back after every execution, whether or not this one has
// written to them.  Somebody else finds out which they are.
class PageStore {
 public:
  struct Region {
    Span span;
    int protection = 0;
    bool from_file = false;
    bool is_stack = false;       // of main: the kernel makes it longer, downwards
    std::byte* saved = nullptr;  // as long as the region
    uint8_t* pages = nullptr;    // a Page for each
  };

  // Keeps the writable private memory among `mappings`.  The copy is shared with
  // processes that are made later, and none of them writes to it.  False if there is
  // too much of it.
  bool take(std::span<const Mapping> mappings);

  // One more region: memory that is all zeros, as it was at the start.  False if there is
  // too much of it.
  bool adopt(Span span, int protection);

  // Some execution has written there.  Returns whether that was news.
  bool add_hot(Span span);

  // All hot pages.
  void put_back();

  // The whole region as it was, as far as it lies in `span`, which was mapped anew.
  void refill(Span span);

  // From now on no page is hot.
  void forget_hot();

  [[nodiscard]] std::span<const Region> regions() const { return {regions_, region_count_}; }
  [[nodiscard]] const Region* region_of(uintptr_t address) const;
  [[nodiscard]] bool is_hot(const Region& region, uintptr_t address) const;
  [[nodiscard]] size_t hot_count() const { return hot_count_; }
  [[nodiscard]] Span hot_page(size_t index) const {
    const auto page = reinterpret_cast<uintptr_t>(hot_[index].page);
    return {page, page + kPageBytes};
  }

 private:
  enum Page : uint8_t { kSaved = 1, kHot = 2 };
  struct HotPage {
    std::byte* page;
    const std::byte* saved;  // null: zeros
  };
  static constexpr size_t kMostRegions = 2048;
  static constexpr size_t kMostHot = size_t{1} << 22;
  static constexpr size_t kMostBytes = size_t{1} << 36;
  static constexpr size_t kMostAdoptedPages = size_t{1} << 24;

  void save_written(Region& region, int pagemap);
  void save_page(Region& region, size_t page);
  void make_hot(Region& region, size_t page);

  Region* regions_ = nullptr;
  size_t region_count_ = 0;
  uint8_t* adopted_pages_ = nullptr;  // for regions that come later
  size_t adopted_left_ = 0;
  HotPage* hot_ = nullptr;
  size_t hot_count_ = 0;
};

}  // namespace heddle::runtime
