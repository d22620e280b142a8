// SPDX-License-Identifier: Apache-2.0
//
// std::atomic::wait polls, yields and then parks.  The other thread stores and tells nobody. Parked
// already, the waiter stays there: no preemption, since all its polls are done in one go.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: deadlock preemptions=0
#include "../run_threads.h"

#include <atomic>

namespace {

std::atomic<int> state{0};

void wait() { state.wait(0); }

void set() { state.store(1); }

}  // namespace

int main() { run_both(wait, set); }
