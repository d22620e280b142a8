// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/ids.h"

#include <ctime>

#include <pthread.h>

// What pthread_mutex_*, the C11 mtx_* and condition variables share: glibc lays
// out all three kinds of mutex alike.
namespace heddle::runtime {

event::ObjectId mutex_at(pthread_mutex_t* mutex);
void new_mutex_at(pthread_mutex_t* mutex);

int lock_mutex(pthread_mutex_t* mutex, const void* site);
int lock_mutex_until(pthread_mutex_t* mutex, clockid_t clock, const timespec& time,
                     const void* site);
// In a function that is entered through hooks_entry.S (instrument/try.h).
int try_mutex(pthread_mutex_t* mutex, const void* site);
int unlock_mutex(pthread_mutex_t* mutex, const void* site);

}  // namespace heddle::runtime
