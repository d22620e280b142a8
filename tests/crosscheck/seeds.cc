// SPDX-License-Identifier: Apache-2.0
#include "seeds.h"

#include "generate.h"

#include <cstdlib>
#include <random>

#include <gtest/gtest.h>

namespace heddle::crosscheck {

Program fitted(Program program, const Limits& limits) {
  while (!enumerate(program, limits).complete) {
    program = shortened(program);
  }
  return program;
}

void check_seeds(uint64_t first, uint64_t count, const Make& make, const Check& check) {
  if (const char* only = std::getenv("HEDDLE_CROSSCHECK_SEED")) {
    first = std::strtoull(only, nullptr, 10);
    count = 1;
  }
  for (uint64_t seed = first; seed < first + count; ++seed) {
    const Program program = make(seed);
    if (check(program).empty()) {
      continue;
    }
    const Program small = shrunk(program, check);
    ADD_FAILURE() << "HEDDLE_CROSSCHECK_SEED=" << seed << ", shrunk:\n"
                  << to_string(small) << check(small);
    return;
  }
}

uint64_t fresh_seed() {
  std::random_device device;
  return uint64_t{device()} << 20;
}

}  // namespace heddle::crosscheck
