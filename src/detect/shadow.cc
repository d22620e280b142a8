// SPDX-License-Identifier: Apache-2.0
#include "detect/shadow.h"

namespace heddle::detect {

void Shadow::clear() {
  for (size_t i = 0; i < used_; ++i) {
    Chunk& chunk = chunks_[i];
    Cell* cells = chunk.cells;
    for (Page& page : chunk.pages) {
      for (size_t word = 0; word < kWordsPerPage && page.touched != 0; ++word) {
        cells[word] = {};
      }
      cells += kWordsPerPage;
      page = {};
    }
  }
}

}  // namespace heddle::detect
