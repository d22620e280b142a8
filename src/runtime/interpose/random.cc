// SPDX-License-Identifier: Apache-2.0
// Randomness is seeded: each thread draws from a stream that depends on the run's
// seed and on the thread alone, so the same schedule sees the same numbers.
#include "base/hash.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <sys/random.h>
#include <unistd.h>

namespace heddle::runtime {
namespace {

uint64_t draw() {
  Fiber& self = current();
  if (self.random_state == 0) {
    self.random_state = heddle::base::combine(rt.arena->settings().seed, event::index(self.id)) | 1;
  }
  ++self.visits.writes;  // a loop that draws numbers gets somewhere (instrument/spin.h)
  self.random_state += 0x9e3779b97f4a7c15ULL;
  return heddle::base::mix(self.random_state);
}

void fill(void* buffer, size_t length) {
  auto* bytes = static_cast<unsigned char*>(buffer);
  while (length > 0) {
    const uint64_t value = draw();
    const size_t part = length < sizeof value ? length : sizeof value;
    memcpy(bytes, &value, part);
    bytes += part;
    length -= part;
  }
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE ssize_t getrandom(void* buffer, size_t length, unsigned flags) {
  if (!controlled()) {
    return real.getrandom(buffer, length, flags);
  }
  fill(buffer, length);
  return static_cast<ssize_t>(length);
}

HEDDLE_INTERPOSE int getentropy(void* buffer, size_t length) {
  if (!controlled()) {
    return real.getentropy(buffer, length);
  }
  fill(buffer, length);
  return 0;
}

HEDDLE_INTERPOSE uint32_t arc4random() noexcept {
  return controlled() ? static_cast<uint32_t>(draw()) : real.arc4random();
}

HEDDLE_INTERPOSE void arc4random_buf(void* buffer, size_t length) noexcept {
  if (!controlled()) {
    real.arc4random_buf(buffer, length);
    return;
  }
  fill(buffer, length);
}

HEDDLE_INTERPOSE uint32_t arc4random_uniform(uint32_t bound) noexcept {
  if (!controlled()) {
    return real.arc4random_uniform(bound);
  }
  return bound < 2 ? 0 : static_cast<uint32_t>(draw() % bound);
}

// std::random_device::operator(), which may read the processor's own generator.
HEDDLE_INTERPOSE unsigned _ZNSt13random_device9_M_getvalEv(void* device) {
  if (controlled()) {
    return static_cast<unsigned>(draw());
  }
  return real.random_device_value(device);
}
