// SPDX-License-Identifier: Apache-2.0
// Accesses to memory and fences: they never wait.  What they read and write is the
// program's own memory, which is not known here; whoever does the access completes the
// effect.
#include "primitive/families.h"

namespace heddle::primitive {

Readiness memory_readiness(const World& /*world*/, const Thread& /*thread*/,
                           event::ThreadId /*id*/) {
  return kReady;
}

Effect memory_apply(World& /*world*/, const Turn& /*turn*/) { return {}; }

}  // namespace heddle::primitive
