// SPDX-License-Identifier: Apache-2.0
//
// Two static locals: one thread initialises the registry, which needs the log, the other the log,
// which needs the registry.
//
// One preemption, when a thread has entered one initialisation and not yet the other, lets the
// second thread enter that.  Without one the first thread has initialised both when the second
// begins.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
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
  std::thread second([] { log(true); });
  first.join();
  second.join();
}
