// SPDX-License-Identifier: Apache-2.0
//
// Two threads look for an entry under a shared lock, and insert it under an exclusive one without
// another look.  One preemption, between the look and the insertion, lets both insert.  Without one
// the second thread looks after the first has inserted.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: assertion preemptions=1
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
