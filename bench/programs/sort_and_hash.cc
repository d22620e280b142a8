// SPDX-License-Identifier: Apache-2.0
// One thread that sorts numbers, and counts how often each is there, over and over.
//
//   sort_and_hash ROUNDS
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <unordered_map>
#include <vector>

namespace {

constexpr size_t kItems = 500'000;

std::vector<uint32_t> numbers(uint64_t seed) {
  std::vector<uint32_t> items(kItems);
  for (uint32_t& item : items) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    item = static_cast<uint32_t>(seed >> 40);
  }
  return items;
}

// How many of them are there more than once.
size_t repeated(const std::vector<uint32_t>& items) {
  std::unordered_map<uint32_t, uint32_t> counts;
  for (const uint32_t item : items) {
    ++counts[item];
  }
  size_t count = 0;
  for (const auto& entry : counts) {
    count += entry.second > 1 ? entry.second : 0;
  }
  return count;
}

size_t repeated_in_order(const std::vector<uint32_t>& items) {
  size_t count = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    const bool before = i > 0 && items[i - 1] == items[i];
    const bool after = i + 1 < items.size() && items[i + 1] == items[i];
    count += before || after ? 1 : 0;
  }
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc == 2 ? std::atoi(argv[1]) : 1;
  for (int round = 0; round < rounds; ++round) {
    std::vector<uint32_t> items = numbers(static_cast<uint64_t>(round));
    const size_t count = repeated(items);
    std::sort(items.begin(), items.end());
    if (repeated_in_order(items) != count) {
      return 1;
    }
  }
  return 0;
}
