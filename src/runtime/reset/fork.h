// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::runtime {

// `--reset fork`: every execution runs in a copy of this process, made where
// `main` is about to begin.  Returns in each copy, once; this process itself runs
// the exploration and ends with it.
void explore_by_fork();

}  // namespace heddle::runtime
