// SPDX-License-Identifier: Apache-2.0
#include "runtime/heap/pool.h"

#include <algorithm>
#include <iterator>

namespace heddle::runtime {

void Pool::begin_start() {
  has_start_ = true;
  start_room_ = room_;
  start_extents_ = extents_;
  go_back_to_start();
}

void Pool::go_back_to_start() {
  if (!has_start_) {
    *this = Pool();
    return;
  }
  room_ = start_room_;
  extents_ = start_extents_;
  oldest_ = youngest_ = nullptr;
  quarantined_blocks_ = quarantined_bytes_ = 0;
  allocated_ = freed_ = freed_older_ = 0;
  std::fill(std::begin(pooled_), std::end(pooled_), nullptr);
}

}  // namespace heddle::runtime
