// SPDX-License-Identifier: Apache-2.0
#include "cli/interrupt.h"

#include <initializer_list>

namespace heddle::cli {
namespace {

// A signal handler can reach nothing else.
volatile std::sig_atomic_t interrupted = 0;

void on_interrupt(int /*signal*/) { interrupted = 1; }

}  // namespace

void watch_for_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    sigaction(signal, &action, nullptr);
  }
}

const volatile std::sig_atomic_t* interrupt_flag() { return &interrupted; }

}  // namespace heddle::cli
