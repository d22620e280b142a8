// SPDX-License-Identifier: Apache-2.0
//
// A cache takes it that a buffer is the one it has seen if it is at the same address.  A vector
// that another thread drops and makes anew may have its elements where the old one had them.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
// RUN: heddle run --reuse %t
// EXPECT: assertion preemptions=1
// RUN: heddle run --reuse --reduction none %t
// EXPECT: assertion preemptions=1
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>
#include <vector>

using Values = std::vector<int>;

static std::unique_ptr<Values> values;
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
  values.reset();
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
