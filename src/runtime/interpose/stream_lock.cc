// SPDX-License-Identifier: Apache-2.0
// Locks on streams, which are libc's own: a thread that is switched out while it holds one may
// block another in a way that heddle cannot see.  What one thread has done before it gave the lock
// back is before what another does that has it later, and in which order they have it matters also
// if the stream is one to which all only add.
#include "runtime/effects/effects.h"
#include "runtime/effects/uses_of_files.h"
#include "runtime/objects.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <cstdio>

namespace heddle::runtime {
namespace {

void note_lock(const char* call, const void* site, const FILE* stream) {
  if (has_effect(site)) {
    note_stream(call, site, stream, DescriptorUse::moves);
    add_effect(Shared::stream, event::Use::changes, reinterpret_cast<uint64_t>(stream));
  }
}

void acquire(const FILE* stream) {
  if (rt.watch.on && controlled()) {
    rt.watch.order->acquire(current().id, variable_at(stream));
  }
}

void release(const FILE* stream) {
  if (rt.watch.on && controlled()) {
    rt.watch.order->release(current().id, variable_at(stream));
    renew_time(current());
  }
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE void flockfile(FILE* stream) noexcept {
  note_lock("flockfile", __builtin_return_address(0), stream);
  note_uncontrolled("flockfile");
  resolve_real_functions();
  real.flockfile(stream);
  acquire(stream);
}

HEDDLE_INTERPOSE int ftrylockfile(FILE* stream) noexcept {
  note_lock("ftrylockfile", __builtin_return_address(0), stream);
  resolve_real_functions();
  const int error = real.ftrylockfile(stream);
  if (error == 0) {
    acquire(stream);
  }
  return error;
}

HEDDLE_INTERPOSE void funlockfile(FILE* stream) noexcept {
  note_lock("funlockfile", __builtin_return_address(0), stream);
  resolve_real_functions();
  release(stream);
  real.funlockfile(stream);
}
