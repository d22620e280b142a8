// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

// How the columns of an interleaving share the width of the terminal.
namespace heddle::report {

inline constexpr size_t kGap = 2;  // blanks between columns

// How wide the texts are.
struct Measures {
  size_t mark = 0;                 // numbers of steps
  std::vector<size_t> labels;      // of each thread
  std::vector<size_t> operations;  // the widest of each thread
  size_t file = 0;                 // the widest place, file and line alone
  size_t place = 0;                // the widest place with the function
};

// How wide the columns are.
struct Layout {
  bool single = false;  // one column holds the operations of all threads
  size_t mark = 0;
  size_t label = 0;             // single: the column of the thread's label
  std::vector<size_t> columns;  // a thread each; or one
  size_t place = 0;
};

// Operations that do not fit are wrapped, functions are shortened and then left
// out; what cannot be done without is file and line.
[[nodiscard]] Layout lay_out(const Measures& measures, size_t total);

}  // namespace heddle::report
