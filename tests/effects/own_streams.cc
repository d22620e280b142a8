// SPDX-License-Identifier: Apache-2.0
//
// Each thread has a stream of its own.  Nothing is shared, so one execution is all that there is.
// (What all streams share is made with the first one.)

#include <sstream>
#include <string>
#include <thread>

int main() {
  std::ostringstream() << 1;
  std::string texts[2];
  const auto write = [&](int number) {
    std::ostringstream log;
    log << "thread " << number;
    texts[number] = log.str();
  };
  std::thread first(write, 0);
  std::thread second(write, 1);
  first.join();
  second.join();
  return texts[0] + texts[1] == "thread 0thread 1" ? 0 : 1;
}
