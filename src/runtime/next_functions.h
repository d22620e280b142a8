// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <link.h>

// Functions as dlsym(RTLD_NEXT, name) finds them, hundreds of them at a fraction of its cost, which
// every process of `--reset exec` would pay.
//
// The tables of the files that the loader has behind one's own are searched directly.  Which of the
// files belong to its search order only the loader knows: a file is believed once dlsym() has found
// the same in it.  What has several versions is the default one, as for dlsym().
namespace heddle::runtime {

class NextFunctions {
 public:
  // For the file around that address.
  explicit NextFunctions(const void* inside);

  // Null if there is none.
  void* find(const char* name);

 private:
  static constexpr size_t kMost = 32;

  struct File {
    uint64_t base = 0;
    const ElfW(Sym) * symbols = nullptr;
    const char* names = nullptr;
    const ElfW(Versym) * versions = nullptr;
    const uint32_t* hash = nullptr;
    bool believed = false;
    bool in_order = true;

    // The symbol of that name, or null.
    [[nodiscard]] const ElfW(Sym) * find(const char* name, uint32_t hash_of_name) const;
    [[nodiscard]] bool is_meant(uint32_t number, const char* name) const;
  };

  static int add(dl_phdr_info* info, size_t size, void* argument);

  uint64_t inside_;
  bool passed_ = false;    // the own file
  bool knows_all_ = true;  // of those behind it
  File files_[kMost];
  size_t count_ = 0;
};

}  // namespace heddle::runtime
