// SPDX-License-Identifier: Apache-2.0
#include "explore/divergence.h"

#include "base/hash.h"

#include <algorithm>

namespace heddle::explore {
namespace {

using event::Deviation;
using event::Event;

// As the reader of a report sees it.  The fingerprint says more, but not what.
bool does_the_same(const Event& a, const Event& b) {
  return a.thread == b.thread && a.kind == b.kind && a.object == b.object && a.mutex == b.mutex &&
         a.result == b.result && a.timed_out == b.timed_out;
}

Difference at(size_t step, const Event& expected, const Event& came) {
  return {.found = true,
          .expected_known = true,
          .step = static_cast<uint32_t>(step),
          .expected = expected,
          .came = came};
}

}  // namespace

bool same_step(const Event& a, const Event& b) {
  return does_the_same(a, b) && a.options == b.options && a.own == b.own && a.chosen == b.chosen &&
         a.alternative == b.alternative && a.other == b.other && a.yielded == b.yielded &&
         a.misuse == b.misuse && a.fingerprint == b.fingerprint;
}

Difference difference_of(std::span<const Event> expected, std::span<const Event> came) {
  const size_t common = std::min(expected.size(), came.size());
  for (size_t i = 0; i < common; ++i) {
    const bool same_point =
        expected[i].options == came[i].options && expected[i].own == came[i].own;
    if (same_point && expected[i].chosen != came[i].chosen) {
      break;  // where the plan was given up
    }
    if (!same_point || !does_the_same(expected[i], came[i])) {
      return at(i, expected[i], came[i]);
    }
  }
  for (size_t i = 0; i < common; ++i) {
    if (expected[i].fingerprint != came[i].fingerprint) {
      return at(i, expected[i], came[i]);
    }
  }
  return {};
}

Difference difference_from(std::span<const Deviation> plan, std::span<const Event> came) {
  for (const Deviation& deviation : plan) {
    if (deviation.options == 0) {
      continue;  // nobody has been there
    }
    const bool is_there = deviation.position < came.size();
    if (is_there && came[deviation.position].options == deviation.options &&
        came[deviation.position].fingerprint == deviation.fingerprint) {
      continue;
    }
    Difference difference;
    difference.found = true;
    difference.step = deviation.position;
    difference.expected.options = deviation.options;
    if (is_there) {
      difference.came = came[deviation.position];
    }
    return difference;
  }
  return {};
}

size_t choices_in_common(std::span<const Deviation> plan, std::span<const Event> log) {
  size_t step = 0;
  for (const Deviation& deviation : plan) {
    for (; step < log.size() && step < deviation.position; ++step) {
      if (log[step].chosen != 0) {
        return step;
      }
    }
    if (step == log.size() || log[step].chosen != deviation.option) {
      return step;
    }
    ++step;
  }
  while (step < log.size() && log[step].chosen == 0) {
    ++step;
  }
  return step;
}

uint64_t hash_of(std::span<const Deviation> plan) {
  uint64_t hash = plan.size();
  for (const Deviation& deviation : plan) {
    hash = base::add_up(hash, (uint64_t{deviation.position} << 32) | deviation.fingerprint);
    hash = base::add_up(hash, (uint64_t{deviation.option} << 16) | deviation.options);
  }
  return base::mix(hash);
}

}  // namespace heddle::explore
