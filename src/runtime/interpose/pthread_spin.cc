// SPDX-License-Identifier: Apache-2.0
// pthread_spin_* as the program under test sees them.
#include "runtime/instrument/entry.h"
#include "runtime/instrument/try.h"
#include "runtime/objects.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <pthread.h>

namespace heddle::runtime {
namespace {

using event::OpKind;

const void* address_of(pthread_spinlock_t* lock) { return const_cast<int*>(lock); }

event::ObjectId spin_at(pthread_spinlock_t* lock) {
  return object_in_table(address_of(lock), {.kind = event::ObjectKind::spin});
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE int pthread_spin_init(pthread_spinlock_t* lock, int shared) noexcept {
  const bool ours = controlled();
  const int error = real.pthread_spin_init(lock, shared);
  if (ours) {
    new_object_in_table(address_of(lock),
                        {.kind = heddle::event::ObjectKind::spin, .made_by_call = true});
  }
  return error;
}

HEDDLE_INTERPOSE int pthread_spin_destroy(pthread_spinlock_t* lock) noexcept {
  if (!controlled()) {
    return real.pthread_spin_destroy(lock);
  }
  destroy_object(spin_at(lock));
  return 0;
}

HEDDLE_INTERPOSE int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
  if (!controlled()) {
    return real.pthread_spin_lock(lock);
  }
  return perform({.kind = OpKind::spin_lock, .object = spin_at(lock)}, __builtin_return_address(0));
}

HEDDLE_HOOK int heddle_pthread_spin_trylock(pthread_spinlock_t* lock) noexcept {
  if (!controlled()) {
    return real.pthread_spin_trylock(lock);
  }
  return perform_try({.kind = OpKind::spin_trylock, .object = spin_at(lock)}, HEDDLE_ENTRY_SITE);
}

HEDDLE_INTERPOSE int pthread_spin_unlock(pthread_spinlock_t* lock) noexcept {
  if (!controlled()) {
    return real.pthread_spin_unlock(lock);
  }
  return perform({.kind = OpKind::spin_unlock, .object = spin_at(lock)},
                 __builtin_return_address(0));
}
