// SPDX-License-Identifier: Apache-2.0
//
// Thread-local variables of main and of its threads: plain ones, and objects with destructors.
//
// OUTPUT: 3
#include "portrait.h"

#include <string>

namespace {

int destroyed = 0;

struct Object {
  ~Object() {
    destroyed++;
    printf("| destroyed with %zu\n", text.size());
  }
  std::string text = "0123456789";
};

thread_local Object object;
__thread int plain = 5;
__thread char large[20000];

void in_thread(int id) {
  EXPECT(plain == 5);
  EXPECT(large[0] == 0 && large[19999] == 0);
  EXPECT(object.text.size() == 10);
  plain += id;
  large[0] = large[19999] = 1;
  object.text += "more";
}

}  // namespace

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(destroyed == 0);
  EXPECT(plain == 5);
  EXPECT(large[0] == 0 && large[19999] == 0);
  EXPECT(object.text.size() == 10);
  plain = 6;
  large[19999] = 1;
  object.text += "more";
  run_threads(in_thread);
  EXPECT(destroyed == 2);
  return 0;
}
