// SPDX-License-Identifier: Apache-2.0
// pthread_once and call_once.  The routine may leave by an exception (that is how
// std::call_once passes one on); the flag is then as if it had not been called.
// This file is C so that unwinding needs no C++ run-time library of ours.
#include "runtime/interpose/once.h"

#include <threads.h>

// What unwinding through this file needs is in libgcc_s, which every program that
// throws has loaded; others do without.
__asm__(".weak __gcc_personality_v0\n.weak _Unwind_Resume");

struct inside {
  pthread_once_t* once;
  const void* site;
  int done;
};

static void leave(struct inside* inside) {
  heddle_once_finish(inside->once, inside->done, inside->site);
}

static int run_once(pthread_once_t* once, void (*routine)(void), const void* site) {
  if (heddle_once_enter(once, site)) {
    __attribute__((cleanup(leave))) struct inside inside = {once, site, 0};
    routine();
    inside.done = 1;
  }
  return 0;
}

__attribute__((visibility("default"))) int pthread_once(pthread_once_t* once,
                                                        void (*routine)(void)) {
  if (!heddle_controlled(__builtin_return_address(0))) {
    return heddle_real_once(once, routine);
  }
  return run_once(once, routine, __builtin_return_address(0));
}

__attribute__((visibility("default"))) void call_once(once_flag* flag, void (*routine)(void)) {
  pthread_once_t* once = (pthread_once_t*)flag;
  if (!heddle_controlled(__builtin_return_address(0))) {
    heddle_real_once(once, routine);
    return;
  }
  run_once(once, routine, __builtin_return_address(0));
}
