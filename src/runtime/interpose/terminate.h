// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::runtime {

// Makes std::terminate known to heddle, if the program has a C++ library.
void watch_terminate();

}  // namespace heddle::runtime
