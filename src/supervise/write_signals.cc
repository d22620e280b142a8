// SPDX-License-Identifier: Apache-2.0
#include "supervise/write_signals.h"

#include <csignal>

namespace heddle::supervise {
namespace {

struct Found {
  const int signal;
  struct sigaction before;
  bool known;
};

// A new process can take them from nowhere else.
Found found[] = {{SIGPIPE, {}, false}, {SIGXFSZ, {}, false}};

}  // namespace

void take_errors_for_write_signals() {
  struct sigaction ignore = {};
  ignore.sa_handler = SIG_IGN;
  for (Found& one : found) {
    one.known = sigaction(one.signal, &ignore, &one.before) == 0;
  }
}

void put_back_write_signals() {
  for (const Found& one : found) {
    if (one.known) {
      sigaction(one.signal, &one.before, nullptr);
    }
  }
}

}  // namespace heddle::supervise
