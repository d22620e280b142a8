// SPDX-License-Identifier: Apache-2.0
// std::atomic::wait, std::latch, barrier, counting_semaphore and future wait and wake by futexes.
#include "runtime/syscalls/futex.h"

#include "runtime/clock.h"
#include "runtime/objects.h"
#include "runtime/runtime.h"

#include <linux/futex.h>

namespace heddle::runtime {
namespace {

using event::OpKind;

event::ObjectId futex_at(const uint32_t* word) {
  return object_in_table(word, {.kind = event::ObjectKind::futex});
}

long futex_wait(const Call& call, bool bitset, bool realtime, const void* site) {
  const auto* word = reinterpret_cast<const uint32_t*>(call.a);
  const auto* time = reinterpret_cast<const timespec*>(call.d);
  event::Operation operation{.kind = OpKind::futex_wait,
                             .timed = time != nullptr,
                             .object = futex_at(word),
                             .mask = bitset ? static_cast<uint32_t>(call.f) : ~0U};
  if (time != nullptr) {
    // FUTEX_WAIT takes a duration, FUTEX_WAIT_BITSET a point in time.
    operation.deadline = bitset ? deadline_at(realtime ? CLOCK_REALTIME : CLOCK_MONOTONIC, *time)
                                : deadline_after(*time);
  }
  current().futex = word;
  current().futex_expects = static_cast<uint32_t>(call.c);
  const int32_t result = perform(operation, site);
  if (rt.watch.on) {  // it has read the word, too
    world().use(current().id, variable_at(word), event::Use::reads);
  }
  if (result != primitive::kAsleep) {
    return -long{result};
  }
  operation.kind = OpKind::futex_woken;
  return -long{perform(operation, site)};
}

long futex_wake(const Call& call, bool bitset, const void* site) {
  const auto* word = reinterpret_cast<const uint32_t*>(call.a);
  return perform({.kind = OpKind::futex_wake,
                  .object = futex_at(word),
                  .argument = static_cast<int>(call.c),
                  .mask = bitset ? static_cast<uint32_t>(call.f) : ~0U},
                 site);
}

}  // namespace

long futex(const Call& call, const void* site) {
  const bool realtime = (call.b & FUTEX_CLOCK_REALTIME) != 0;
  switch (call.b & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
      return futex_wait(call, false, realtime, site);
    case FUTEX_WAIT_BITSET:
      return futex_wait(call, true, realtime, site);
    case FUTEX_WAKE:
      return futex_wake(call, false, site);
    case FUTEX_WAKE_BITSET:
      return futex_wake(call, true, site);
    default:
      note_uncontrolled("futex operations other than wait and wake");
      return made_as_it_is(call);
  }
}

}  // namespace heddle::runtime
