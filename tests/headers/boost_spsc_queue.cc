// SPDX-License-Identifier: Apache-2.0
//
// boost::lockfree::spsc_queue: strings go from one thread to another.
//
// RUN: heddle run --executions 1000 --allow-incomplete %t
// EXPECT: nothing
#include <cassert>
#include <string>
#include <thread>

#include <boost/lockfree/spsc_queue.hpp>

namespace {

boost::lockfree::spsc_queue<std::string, boost::lockfree::capacity<2>> queue;

}  // namespace

int main() {
  std::thread receiver([] {
    std::string text;
    for (int i = 0; i < 3; ++i) {
      if (queue.pop(text)) {
        assert(text.size() == 40);
      }
    }
  });
  for (int i = 0; i < 3; ++i) {
    queue.push(std::string(40, 'x'));
  }
  receiver.join();
}
