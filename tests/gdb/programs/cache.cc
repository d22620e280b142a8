// SPDX-License-Identifier: Apache-2.0
//
// The entry is taken away between the look and the use: a null pointer is followed.
#include <memory>
#include <mutex>
#include <thread>

namespace {

struct Entry {
  int value = 42;
};

std::mutex mutex;
std::unique_ptr<Entry> entry = std::make_unique<Entry>();

bool has_entry() {
  std::lock_guard lock(mutex);
  return entry != nullptr;
}

void use(int* result) {
  if (has_entry()) {
    std::lock_guard lock(mutex);  // LINE: lock
    Entry* found = entry.get();
    *result += found->value;  // LINE: crash
  }
}

void drop() {
  std::lock_guard lock(mutex);
  entry.reset();  // LINE: reset
}

}  // namespace

int main() {
  int result = 1;
  std::thread user(use, &result);
  std::thread dropper(drop);
  user.join();
  dropper.join();
  return 0;
}
