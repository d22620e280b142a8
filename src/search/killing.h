// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/explorer.h"
#include "search/strategies.h"

#include <csignal>
#include <random>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

// For tests of searches that outlive their processes.
namespace heddle::search::testing {

// Runs `explore`, which is given a number of executions a commit, in a process that is killed at a
// random moment; and again over what it has left, until one comes to its end.  Returns how many
// were killed, or -1 if the search was not whole after one of them.
template <typename Explore>
int kill_again_and_again(explore::Arena& arena, std::mt19937& random, Explore explore) {
  for (int deaths = 0;; ++deaths) {
    const auto executions_a_commit = static_cast<uint32_t>(1 + random() % 20);
    const pid_t process = fork();
    if (process == 0) {
      explore(executions_a_commit);
      _exit(0);
    }
    EXPECT_GE(process, 0);
    usleep(static_cast<useconds_t>(random() % 800));
    kill(process, SIGKILL);
    int status = 0;
    waitpid(process, &status, 0);
    StrategySlot slot;
    explore::Explorer(arena, attach_strategy(arena, slot)).rollback();
    if (process < 0 || !arena.intact()) {
      return -1;
    }
    if (WIFEXITED(status)) {
      return deaths;
    }
  }
}

}  // namespace heddle::search::testing
