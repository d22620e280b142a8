// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of reused_buffer_assertion: the old vector lives as long as somebody may look
// at it.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reuse %t
// EXPECT: clean
// RUN: heddle run --reuse --reduction none %t
// EXPECT: clean
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

using Values = std::vector<int>;

static std::unique_ptr<Values> values, old;
static std::atomic<const int*> buffer;
static std::atomic<int> version;

static void look_twice() {
  const int* before = buffer.load();
  const int seen = version.load();
  if (before != nullptr && buffer.load() == before) {
    assert(version.load() == seen || buffer.load() != before);
  }
}

static void make_anew() {
  buffer = nullptr;
  old = std::move(values);
  values = std::make_unique<Values>(40, 2);
  ++version;
  buffer = values->data();
}

int main() {
  values = std::make_unique<Values>(40, 1);
  buffer = values->data();
  std::thread reader(look_twice);
  std::thread writer(make_anew);
  reader.join();
  writer.join();
}
