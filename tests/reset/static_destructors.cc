// SPDX-License-Identifier: Apache-2.0
//
// Static objects: constructed before main or on first use, destroyed once in every execution.
//
// OUTPUT: 3
#include "portrait.h"

#include <string>
#include <vector>

namespace {

struct Noisy {
  explicit Noisy(const char* what) : name(what) {}
  ~Noisy() {
    EXPECT(alive);
    alive = false;
    printf("| %s %zu\n", name.c_str(), items.size());
  }
  std::string name;
  std::vector<int> items{1, 2, 3};
  bool alive = true;
};

Noisy before_main("a long name, so that it is on the heap: before main");

Noisy& on_first_use() {
  static Noisy object("on first use");
  return object;
}

void in_thread(int id) {
  on_first_use().items.push_back(id);
  before_main.items.push_back(id);
}

}  // namespace

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(before_main.alive && before_main.items.size() == 3);
  before_main.items.clear();
  before_main.items.shrink_to_fit();
  before_main.name += ", changed";
  run_threads(in_thread);
  EXPECT(on_first_use().items.size() == 5);
  static Noisy in_main("in main");
  return 0;
}
