// SPDX-License-Identifier: Apache-2.0
//
// What is done once is done once in every execution: static locals, call_once, pthread_once.
#include "portrait.h"

#include <map>
#include <mutex>
#include <string>

namespace {

int made = 0;
std::once_flag once;
pthread_once_t once_in_c = PTHREAD_ONCE_INIT;

std::map<int, std::string>& table() {
  static std::map<int, std::string> entries = [] {
    made++;
    return std::map<int, std::string>{{1, "one"}};
  }();
  return entries;
}

void in_thread(int id) {
  EXPECT(table().at(1) == "one");
  table()[10 + id] = "a text that is too long to be kept in place";
}

}  // namespace

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(made == 0);
  EXPECT(table().size() == 1);
  EXPECT(made == 1);
  std::call_once(once, [] { made++; });
  pthread_once(&once_in_c, [] { made++; });
  EXPECT(made == 3);
  run_threads(in_thread);
  EXPECT(table().size() == 3);
  table().erase(1);
  return 0;
}
