// SPDX-License-Identifier: Apache-2.0
// Sorts and counts numbers, some millions in all: hardly anything but accesses to memory.
//
//   sort_and_hash ITEMS ROUNDS     few items stay in the processor's caches
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
#include <vector>

namespace {

uint32_t state = 12345;

uint32_t next_number() {
  state = state * 1664525 + 1013904223;
  return state >> 8;
}

uint64_t round_of(size_t items) {
  std::vector<uint32_t> numbers(items);
  std::generate(numbers.begin(), numbers.end(), next_number);
  std::sort(numbers.begin(), numbers.end());
  std::unordered_map<uint32_t, uint32_t> counts;
  for (const uint32_t number : numbers) {
    ++counts[number % (items / 4 + 1)];
  }
  uint64_t sum = 0;
  for (const auto& [number, count] : counts) {
    sum += uint64_t{number} * count;
  }
  return sum;
}

}  // namespace

int main(int count, char** words) {
  const size_t items = count > 1 ? std::strtoull(words[1], nullptr, 10) : 1000000;
  const int rounds = count > 2 ? std::atoi(words[2]) : 1;
  uint64_t sum = 0;
  for (int i = 0; i < rounds; ++i) {
    sum += round_of(items);
  }
  std::printf("%llu\n", static_cast<unsigned long long>(sum));
  return 0;
}
