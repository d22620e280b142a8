// SPDX-License-Identifier: Apache-2.0
#include "cli/interrupt.h"

#include "supervise/suspension.h"

namespace heddle::cli {
namespace {

// A signal handler can reach nothing else.
volatile std::sig_atomic_t interrupted = 0;

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

// The next one, whichever it is, does what it does by default.
void on_interrupt(int /*signal*/) {
  interrupted = 1;
  struct sigaction usual = {};
  usual.sa_handler = SIG_DFL;
  for (const int signal : kSignals) {
    sigaction(signal, &usual, nullptr);
  }
}

bool is_ignored(int signal) {
  struct sigaction action = {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

void watch_for_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  for (const int signal : kSignals) {
    if (signal != SIGHUP || !is_ignored(signal)) {  // nohup heddle run
      sigaction(signal, &action, nullptr);
    }
  }
  supervise::stop_all_on_suspend();
}

const volatile std::sig_atomic_t* interrupt_flag() { return &interrupted; }

}  // namespace heddle::cli
