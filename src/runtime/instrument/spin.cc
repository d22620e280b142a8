// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/spin.h"

#include "base/hash.h"
#include "runtime/context/fiber.h"
#include "runtime/instrument/entry.h"

namespace heddle::runtime {
namespace {

// All that the thread could go by: registers, and its whole stack, as the loop may be in
// a function further up.
uint64_t state_of(const Fiber& self, const Entry& entry) {
  uint64_t hash = base::add_up(entry.rbx, entry.rbp);
  hash = base::add_up(hash, entry.r12);
  hash = base::add_up(hash, entry.r13);
  hash = base::add_up(hash, entry.r14);
  hash = base::add_up(hash, entry.r15);
  const auto base = reinterpret_cast<uint64_t>(self.stack_base);
  const size_t bytes = base > entry.sp ? base - entry.sp : 0;
  return base::combine(hash, base::hash_words(reinterpret_cast<const void*>(entry.sp), bytes));
}

}  // namespace

bool reads_again(Fiber& self, const Entry& entry, const void* site, uint64_t value, uint64_t more) {
  Visits& visits = self.visits;
  const uint64_t sp = entry.sp;
  const uint64_t state = base::combine(base::combine(state_of(self, entry), value), more);
  for (Visits::Visit& visit : visits.last) {
    if (visit.site == site && visit.sp == sp) {
      const bool again = visit.writes == visits.writes && visit.state == state;
      visit = {site, sp, visits.writes, state};
      return again;
    }
  }
  visits.last[visits.next] = {site, sp, visits.writes, state};
  visits.next = (visits.next + 1) % Visits::kMost;
  return false;
}

}  // namespace heddle::runtime
