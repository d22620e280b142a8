// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/work_items.h"

#include <cstdint>

namespace heddle::search {

// A strategy whose work can be done by several workers, each with a strategy of its own: they
// begin with nothing but for one of them, and are given of each other's work while they do not
// run.  What none of them knows of is whether all of a bound is done, so they stop at its end.
class SharedWork {
 public:
  // Instead of the first execution: this worker has nothing to do until it is given something.  It
  // is at the same bound as the other one, of the same strategy.
  virtual void begin_with_nothing(const SharedWork& other) = 0;

  // It has been given its first work, or told that there is none.
  [[nodiscard]] virtual bool has_begun() const = 0;

  // All workers have come to the end of the bound; this one goes on with the next.
  virtual void begin_next_bound() = 0;
  [[nodiscard]] virtual bool has_next_bound() const = 0;
  // Which one it is at.
  [[nodiscard]] virtual uint32_t bound() const = 0;

  // What can be done now.  The items, the stack and what else there is change between open() and
  // close() only.
  [[nodiscard]] virtual WorkItems::Stack& open() = 0;
  virtual void close() = 0;
  [[nodiscard]] virtual WorkItems& items() = 0;

  [[nodiscard]] virtual explore::Strategy& strategy() = 0;

 protected:
  ~SharedWork() = default;
};

}  // namespace heddle::search
