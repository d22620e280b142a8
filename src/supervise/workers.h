// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "supervise/exploration.h"
#include "supervise/session.h"

#include <memory>
#include <vector>

namespace heddle::supervise {

// What a search by several workers came to: one result an arena.
struct Worked {
  std::vector<std::unique_ptr<Session>> sessions;
  verdict::Stopped stopped = verdict::Stopped::no;
  uint64_t executions_before = 0;  // that the search had when it was taken up
  bool started_over = false;       // one of them has, by itself: nothing of this counts
};

// Explores the program by as many workers as the settings say: processes of the program, each
// with a search of its own over part of the work.
//
// They know nothing of each other.  One begins; whoever has nothing to do is given half of what
// another one has, which is stopped for that.  A bound is complete when nobody has anything left
// to do within it, and then all go on to the next.
base::Result<Worked> explore_by_workers(const Program& program, const Request& request);

}  // namespace heddle::supervise
