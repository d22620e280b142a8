// SPDX-License-Identifier: Apache-2.0
#include "seeds.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

#include <gtest/gtest.h>

namespace heddle::crosscheck {

namespace {

// Whether all is well; if not, the test fails.
bool check_seed(uint64_t seed, const Make& make, const Check& check) {
  const Program program = make(seed);
  if (check(program).empty()) {
    return true;
  }
  const Program small = shrunk(program, check);
  ADD_FAILURE() << "HEDDLE_CROSSCHECK_SEED=" << seed << ", shrunk:\n"
                << to_string(small) << check(small);
  return false;
}

}  // namespace

void check_seeds(uint64_t first, uint64_t count, const Make& make, const Check& check) {
  if (const char* only = std::getenv("HEDDLE_CROSSCHECK_SEED")) {
    first = std::strtoull(only, nullptr, 10);
    count = 1;
  }
  for (uint64_t seed = first; seed < first + count; ++seed) {
    if (!check_seed(seed, make, check)) {
      return;
    }
  }
}

void check_fresh_seeds(double seconds, const Make& make, const Check& check) {
  using Clock = std::chrono::steady_clock;
  if (const char* given = std::getenv("HEDDLE_CROSSCHECK_SECONDS")) {
    seconds = std::strtod(given, nullptr);
  }
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  const uint64_t first = fresh_seed();
  uint64_t seed = first;
  while (Clock::now() < end && check_seed(seed, make, check)) {
    ++seed;
  }
  std::printf("%llu programs from seed %llu on\n", static_cast<unsigned long long>(seed - first),
              static_cast<unsigned long long>(first));
}

uint64_t fresh_seed() {
  std::random_device device;
  return uint64_t{device()} << 20;
}

}  // namespace heddle::crosscheck
