// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

// Which plain accesses are scheduling points: those at certain places of the code, or to
// certain bytes (process/arena.h: `places`, `shared`), wherever this process has them.
namespace heddle::runtime {

class Places {
 public:
  Places() = default;

  // Takes its memory, once, and reads the arena.
  void prepare();

  // Reads the arena again if there is more in it, or files were loaded.
  void refresh();
  void files_were_loaded() { known_places_ = 0; }

  [[nodiscard]] bool any() const { return any_; }

  // Whether an access is one.
  [[nodiscard]] bool contain(uint64_t address, uint64_t bytes, const void* site) const;

  [[nodiscard]] bool contains_site(const void* site) const;
  // Of the eight bytes at 8 * word, those that are shared, as bits.
  [[nodiscard]] uint8_t shared_in(uint64_t word) const;

 private:
  struct Bytes {
    uint64_t word;  // 0: the slot is free
    uint64_t mask;
  };

  static constexpr size_t kSiteSlots = size_t{1} << 14;
  static constexpr size_t kByteSlots = size_t{1} << 21;

  void add_site(const void* site);
  void add_bytes(uint64_t word, uint64_t mask);

  const void** sites_ = nullptr;
  Bytes* bytes_ = nullptr;
  size_t known_places_ = 0;
  size_t known_bytes_ = 0;
  bool all_ = false;
  bool any_ = false;
};

// The same place in every process: see explore/places.h.
uint64_t key_of_place(const void* site);

}  // namespace heddle::runtime
