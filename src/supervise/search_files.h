// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle::supervise {

// Where searches are kept while they run, so that they can be taken up again.
class SearchFiles {
 public:
  virtual ~SearchFiles() = default;

  // An open file for the search of that worker, from 0 on; -1: it is to be kept in memory.  If the
  // file has a search in it, that one goes on.
  virtual int file_for(uint32_t worker) = 0;

  // What tells that file from all others.
  [[nodiscard]] virtual uint64_t identity_of(uint32_t worker) const = 0;

  // All that a search begins with is in the files.  Before, there is nothing to go on with.
  virtual void begun() = 0;

  // The search begins anew over empty files, with so many workers.
  virtual void begin_anew(uint32_t workers) = 0;
};

}  // namespace heddle::supervise
