// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of upgrade_unchecked_assertion: there may be an entry by now.
//
// RUN: heddle run %t
// EXPECT: clean
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {

std::shared_mutex table;
int entries = 0;

void find_or_insert() {
  {
    std::shared_lock lock(table);
    if (entries > 0) {
      return;
    }
  }
  std::lock_guard lock(table);
  if (entries > 0) {
    return;
  }
  ++entries;
  assert(entries == 1);
}

}  // namespace

int main() {
  std::thread first(find_or_insert);
  std::thread second(find_or_insert);
  first.join();
  second.join();
}
