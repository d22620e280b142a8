// SPDX-License-Identifier: Apache-2.0
//
// Two threads meet at a std::barrier round by round.  One leaves after the first round without
// dropping out: the other waits for it in the second.  Every schedule that gets there shows it,
// with no preemption.
//
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
#include <barrier>
#include <thread>

namespace {

std::barrier meeting(2);

void stay() {
  meeting.arrive_and_wait();
  meeting.arrive_and_wait();
}

void leave_early() { meeting.arrive_and_wait(); }

}  // namespace

int main() {
  std::thread staying(stay);
  std::thread leaving(leave_early);
  staying.join();
  leaving.join();
}
