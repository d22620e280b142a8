// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <sys/types.h>

namespace heddle::supervise {

// A file that the program inherits through us: each process of the program would
// find it where the one before has left it.
struct Inherited {
  int descriptor;
  int flags;
  off_t offset;  // negative: it cannot be sought

  void put_back() const;
};

[[nodiscard]] Inherited as_it_is(int descriptor);

// As they were when this was first asked.
const std::vector<Inherited>& inherited_files();

}  // namespace heddle::supervise
