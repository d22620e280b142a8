// SPDX-License-Identifier: Apache-2.0
//
// Two threads look for an entry under a read lock, and add it under a write lock without looking
// again: it is made twice.
//
// RUN: heddle run --reset loop --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=1
// RUN: heddle run --reset loop %t
// EXPECT: assertion preemptions=1
#include <cassert>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>

#include <heddle/heddle.h>

namespace {

struct Cache {
  std::shared_mutex mutex;
  std::map<int, std::string> entries;
  int made = 0;

  bool has(int key) {
    const std::shared_lock lock(mutex);
    return entries.count(key) != 0;
  }
  void need(int key) {
    if (has(key)) {
      return;
    }
    const std::unique_lock lock(mutex);
    entries[key] = std::string(100, 'x');
    made++;
  }
};

void body(void* argument) {
  auto* cache = static_cast<Cache*>(argument);
  std::thread other([cache] { cache->need(1); });
  cache->need(1);
  other.join();
  assert(cache->made == 1);
  cache->entries.clear();
  cache->made = 0;
}

}  // namespace

int main() {
  Cache cache;
  heddle_scenario(nullptr, body, nullptr, &cache);
  return 0;
}
