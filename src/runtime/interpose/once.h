// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pthread.h>

// The parts of pthread_once that once.c needs: that file is C, compiled with
// exceptions, because what it calls may throw through it.
#ifdef __cplusplus
extern "C" {
#endif

// Whether there is something to do; if so, the caller is inside.
__attribute__((visibility("hidden"))) int heddle_once_enter(pthread_once_t* once, const void* site);
// The caller is through (done), or gives up because of an exception.
__attribute__((visibility("hidden"))) void heddle_once_finish(pthread_once_t* once, int done,
                                                              const void* site);
__attribute__((visibility("hidden"))) int heddle_controlled(const void* site);
__attribute__((visibility("hidden"))) int heddle_real_once(pthread_once_t* once,
                                                           void (*routine)(void));

#ifdef __cplusplus
}
#endif
