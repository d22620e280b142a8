// SPDX-License-Identifier: Apache-2.0
//
// Readers that come again and again, and a writer.  A stream of readers could starve the writer,
// but this one ends: there is no schedule in which the writer does not get its turn, and nobody
// sees half of a write.
//
// RUN: heddle run %t
// EXPECT: clean
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {

std::shared_mutex mutex;
int first_half = 0;
int second_half = 0;

void read_both() {
  for (int i = 0; i < 2; ++i) {
    std::shared_lock lock(mutex);
    assert(first_half == second_half);
  }
}

void write_both() {
  std::lock_guard lock(mutex);
  ++first_half;
  ++second_half;
}

}  // namespace

int main() {
  std::thread reader(read_both);
  std::thread another(read_both);
  std::thread writer(write_both);
  reader.join();
  another.join();
  writer.join();
  return second_half == 1 ? 0 : 1;
}
