// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::runtime {

// Whether nothing of the program's is left to run when it exits: no handler was
// registered, no loaded file has destructors beyond what every file has, and nobody
// would read what is left in its streams.  Then an execution can end on the spot,
// without a walk through libc and the loader that would change nothing.  Likewise if another thread
// has called exit before, and has run all that there was.
[[nodiscard]] bool ends_plainly();

// Looks at the files that are loaded before main.
void look_for_destructors();

}  // namespace heddle::runtime
