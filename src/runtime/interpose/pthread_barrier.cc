// SPDX-License-Identifier: Apache-2.0
// pthread_barrier_* as the program under test sees them: one step to arrive, one
// to leave.
#include "runtime/objects.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <cstddef>

#include <pthread.h>

namespace heddle::runtime {
namespace {

using event::OpKind;

// libc uses the first 20 bytes; the third word is the number of threads.
constexpr size_t kTokenOffset = 24;
constexpr size_t kCountWord = 2;

void* token_of(pthread_barrier_t* barrier) { return barrier->__size + kTokenOffset; }

primitive::Object fresh_barrier(const pthread_barrier_t* barrier) {
  const auto* words = reinterpret_cast<const unsigned*>(barrier);
  return {.kind = event::ObjectKind::barrier, .count = words[kCountWord]};
}

event::ObjectId barrier_at(pthread_barrier_t* barrier) {
  return object_with_token(barrier, token_of(barrier), fresh_barrier(barrier));
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE int pthread_barrier_init(pthread_barrier_t* barrier,
                                          const pthread_barrierattr_t* attributes,
                                          unsigned count) noexcept {
  const bool ours = controlled();
  const int error = real.pthread_barrier_init(barrier, attributes, count);
  if (ours && error == 0) {
    heddle::primitive::Object fresh = fresh_barrier(barrier);
    fresh.made_by_call = true;
    new_object_with_token(barrier, token_of(barrier), fresh);
  }
  return error;
}

HEDDLE_INTERPOSE int pthread_barrier_destroy(pthread_barrier_t* barrier) noexcept {
  if (!controlled()) {
    return real.pthread_barrier_destroy(barrier);
  }
  destroy_object(barrier_at(barrier));
  return 0;
}

HEDDLE_INTERPOSE int pthread_barrier_wait(pthread_barrier_t* barrier) noexcept {
  if (!controlled()) {
    return real.pthread_barrier_wait(barrier);
  }
  const void* site = __builtin_return_address(0);
  const heddle::event::ObjectId object = barrier_at(barrier);
  perform({.kind = OpKind::barrier_arrive, .object = object}, site);
  const int result = perform({.kind = OpKind::barrier_leave, .object = object}, site);
  return result == heddle::primitive::kSerialThread ? PTHREAD_BARRIER_SERIAL_THREAD : result;
}
