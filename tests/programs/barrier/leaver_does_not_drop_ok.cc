// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of leaver_does_not_drop_deadlock: who leaves drops out.
//
// RUN: heddle run %t
// EXPECT: clean
#include <barrier>
#include <thread>

namespace {

std::barrier meeting(2);

void stay() {
  meeting.arrive_and_wait();
  meeting.arrive_and_wait();
}

void leave_early() { meeting.arrive_and_drop(); }

}  // namespace

int main() {
  std::thread staying(stay);
  std::thread leaving(leave_early);
  staying.join();
  leaving.join();
}
