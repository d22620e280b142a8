// SPDX-License-Identifier: Apache-2.0
//
// oneTBB's concurrent_hash_map: two threads count under the same key; an accessor is the lock.
//
// FLAGS: -O1 -ltbb
// RUN: heddle run --executions 1000 --allow-incomplete %t
// EXPECT: nothing
#include <cassert>
#include <thread>

#include <oneapi/tbb/concurrent_hash_map.h>

namespace {

using Map = tbb::concurrent_hash_map<int, int>;
Map counts;

void count() {
  Map::accessor place;
  counts.insert(place, 7);
  ++place->second;
}

}  // namespace

int main() {
  std::thread other(count);
  count();
  other.join();
  Map::const_accessor place;
  assert(counts.find(place, 7) && place->second == 2);
}
