// SPDX-License-Identifier: Apache-2.0
// Once flags and the guards of static locals.  The flag in memory says "done", as
// libc and the compilers' inline checks expect it; who is inside is ours to know.
#include "runtime/interpose/once.h"

#include "runtime/objects.h"
#include "runtime/real.h"
#include "runtime/runtime.h"
#include "runtime/unwinder.h"
#include "runtime/uses.h"

#include <cstdint>

namespace heddle::runtime {
namespace {

using event::OpKind;

constexpr int kOnceDone = 2;  // as in glibc

// A flag that is known as done but does not say so is a new one in old memory.
event::ObjectId once_at(const void* address) {
  const primitive::Object fresh{.kind = event::ObjectKind::once};
  const event::ObjectId known = object_in_table(address, fresh);
  return world().object(known).once == primitive::OnceState::done
             ? new_object_in_table(address, fresh)
             : known;
}

bool enter(const void* address, const void* site) {
  return perform({.kind = OpKind::once_enter, .object = once_at(address)}, site) !=
         primitive::kAlreadyDone;
}

void finish(const void* address, bool done, const void* site) {
  perform({.kind = OpKind::once_finish, .object = once_at(address), .argument = done ? 1 : 0},
          site);
}

// No step, but what was done inside is before what follows.
void see_done(const void* address) {
  if (rt.watch.on) {
    rt.watch.order->acquire(current().id,
                            object_in_table(address, {.kind = event::ObjectKind::once}));
  }
}

uint8_t& guard_byte(uint64_t* guard) { return *reinterpret_cast<uint8_t*>(guard); }

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

int heddle_controlled(const void* site) { return controlled() && !is_unwinder(site) ? 1 : 0; }

int heddle_real_once(pthread_once_t* once, void (*routine)()) {
  return real.pthread_once(once, routine);
}

int heddle_once_enter(pthread_once_t* once, const void* site) {
  look_at_once(once);
  if (*once == kOnceDone) {
    see_done(once);
    return 0;
  }
  return enter(once, site) ? 1 : 0;
}

void heddle_once_finish(pthread_once_t* once, int done, const void* site) {
  finish(once, done != 0, site);
  if (done != 0) {
    *once = kOnceDone;
  }
}

HEDDLE_INTERPOSE int __cxa_guard_acquire(uint64_t* guard) {
  if (!controlled()) {
    return real.cxa_guard_acquire(guard);
  }
  look_at_once(guard);
  if (guard_byte(guard) != 0) {
    see_done(guard);
    return 0;
  }
  return enter(guard, __builtin_return_address(0)) ? 1 : 0;
}

HEDDLE_INTERPOSE void __cxa_guard_release(uint64_t* guard) noexcept {
  if (!controlled()) {
    real.cxa_guard_release(guard);
    return;
  }
  finish(guard, true, __builtin_return_address(0));
  if (rt.watch.on) {
    // Compilers look at the guard by an atomic load of their own.
    rt.watch.order->release(current().id, variable_at(guard));
    renew_time(current());
  }
  if (!rt.watch.guards.contain(reinterpret_cast<uint64_t>(guard))) {
    change_unseen();
  }
  guard_byte(guard) = 1;
}

HEDDLE_INTERPOSE void __cxa_guard_abort(uint64_t* guard) noexcept {
  if (!controlled()) {
    real.cxa_guard_abort(guard);
    return;
  }
  finish(guard, false, __builtin_return_address(0));
}
