// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/ids.h"
#include "runtime/context/fiber.h"

#include <cstddef>

#include <pthread.h>

// The life of a controlled thread.
namespace heddle::runtime {

// Borrows threads until `count` of them are ready; done before the first
// execution, so that all executions begin with the same ones.
void fill_pool(size_t count);

// What pthread_create does, with `site` as its caller.
int create_thread(pthread_t* handle, const pthread_attr_t* attributes, void* (*routine)(void*),
                  void* argument, const void* site);

// What pthread_exit does.
[[noreturn]] void exit_thread(void* result);

// The thread that pthread_self() calls `handle`; kNoThread if there is none.
event::ThreadId thread_with(pthread_t handle);

// Runs the destructors of the current thread's thread_local objects, last first.
void run_thread_local_destructors();

// Keys with destructors, which are run when a thread ends.
void remember_key(pthread_key_t key, void (*destructor)(void*));
void forget_key(pthread_key_t key);

}  // namespace heddle::runtime
