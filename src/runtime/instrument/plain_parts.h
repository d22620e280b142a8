// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

// Parts of instrumented files that are not instrumented: objects of another compiler, or out of a
// library, that were linked into them.
//
// No hook tells what their code does, and a call of it goes through no table of the loader, so that
// it cannot be counted either (calls_out.h).  Whoever has such parts may get on in any loop.
//
// A compiler that instruments an object gives it a constructor of its own, whose name stands among
// the local symbols of the object, after the one that names its source.
namespace heddle::runtime {

class PlainParts {
 public:
  PlainParts() = default;

  // Adds those of an instrumented file.
  void add_file(const char* path);

  // There are none.
  [[nodiscard]] bool none() const { return count_ == 0 && !unknown_; }

  // By the names of their sources.  There may be more, and a file that was stripped does not tell.
  [[nodiscard]] size_t named() const { return count_; }
  [[nodiscard]] const char* name(size_t part) const { return names_[part]; }

 private:
  static constexpr size_t kMost = 16;
  static constexpr size_t kLongest = 64;

  void add(const char* name);

  char names_[kMost][kLongest] = {};
  size_t count_ = 0;
  bool unknown_ = false;
};

}  // namespace heddle::runtime
