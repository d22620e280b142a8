// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/operation.h"

#include <pthread.h>

// What pthread_join and its relatives share with C11's thrd_join.
namespace heddle::runtime {

// Joins by `operation`, whose kind, time and deadline say how.
int join_thread(pthread_t handle, void** result, event::Operation operation, const void* site);

int detach_thread(pthread_t handle, const void* site);

}  // namespace heddle::runtime
