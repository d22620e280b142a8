// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

// Processes of the program are in groups of their own, so that the terminal's Ctrl-C is for heddle
// alone.  Ctrl-Z is for all: heddle stops them, then itself, and when it is continued, continues
// them.
namespace heddle::supervise {

// From now on, unless SIGTSTP was ignored so far.
void stop_all_on_suspend();

// A process group that is to be stopped with heddle, from its making to its end.
//
//   Launching launching;
//   const pid_t process = fork();
//   …
//   launching.add(process);
class Launching {
 public:
  Launching();
  ~Launching();
  Launching(const Launching&) = delete;
  Launching& operator=(const Launching&) = delete;

  // In heddle: the new process leads a group of its own.
  static void add(pid_t process);
};

// It has ended, and was waited for.
void forget_group(pid_t process);

}  // namespace heddle::supervise
