// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::runtime {

// Descriptors of the runtime's own are kept out of the program's way: high up, where
// it does not come across them unless it looks for all that there are.

// Moves a descriptor there, and returns where it is; a negative one is returned as it
// is.
int keep_private(long descriptor);

void close_private(int descriptor);

// The program's own may be up there too, if it has many.
[[nodiscard]] bool is_private(int descriptor);

}  // namespace heddle::runtime
