// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/ids.h"

#include <ctime>

#include <pthread.h>

// What pthread_cond_* and the C11 cnd_* share.
namespace heddle::runtime {

event::ObjectId cond_at(pthread_cond_t* cond);
void new_cond_at(pthread_cond_t* cond);

int wait_cond(pthread_cond_t* cond, pthread_mutex_t* mutex, const void* site);
// In a function that is entered through hooks_entry.S.
int wait_cond_until(pthread_cond_t* cond, pthread_mutex_t* mutex, clockid_t clock,
                    const timespec& time, const void* site);
int signal_cond(pthread_cond_t* cond, const void* site);
int broadcast_cond(pthread_cond_t* cond, const void* site);

}  // namespace heddle::runtime
