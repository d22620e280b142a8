// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of static_locals_deadlock: the log does without the registry.
//
// RUN: heddle run %t
// EXPECT: clean
#include <thread>

namespace {

int log(bool with_registry);

int registry(bool with_log) {
  static const int id = [&] { return with_log ? 1 + log(false) : 1; }();
  return id;
}

int log(bool with_registry) {
  static const int id = [&] { return with_registry ? 1 + registry(false) : 1; }();
  return id;
}

}  // namespace

int main() {
  std::thread first([] { registry(true); });
  std::thread second([] { log(false); });
  first.join();
  second.join();
}
