// SPDX-License-Identifier: Apache-2.0
#include "explore/samples.h"

#include "base/in_order.h"

#include <algorithm>

namespace heddle::explore {
namespace {

// Each sample has at least this part of executions more than the one before: 28/27 to the power of
// 64 is a little more than 10.
constexpr uint64_t kPart = 27;

int32_t completed_bound_of(const Counters& counters) {
  const int32_t bound = counters.coverage.completed_bound;
  // Nothing has more preemptions, whatever was asked for.
  return counters.coverage.exhausted
             ? std::min(bound, static_cast<int32_t>(counters.max_preemptions))
             : bound;
}

}  // namespace

SampleRecord sample_of(const Counters& counters) {
  SampleRecord sample{counters.executions, counters.states, completed_bound_of(counters)};
  sample.seal = seal_of(sample);
  return sample;
}

bool is_sample_due(const Counters& counters, const base::List<SampleRecord>& samples) {
  if (counters.executions == 0 || samples.full()) {
    return false;
  }
  if (!samples.empty()) {
    const SampleRecord& last = samples.items().back();
    const uint64_t next = last.executions + (last.executions + kPart - 1) / kPart;
    if (counters.executions < next && completed_bound_of(counters) == last.completed_bound) {
      return false;
    }
  }
  return true;
}

void take_sample(const Counters& counters, base::List<SampleRecord>& samples) {
  if (is_sample_due(counters, samples)) {
    *samples.end() = sample_of(counters);
    // In no journal: whoever is killed here leaves whole ones.
    base::in_this_order();
    samples.set_size(samples.size() + 1);
  }
}

}  // namespace heddle::explore
