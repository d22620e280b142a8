// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <ctime>

#include <fcntl.h>
#include <sys/types.h>

// What calls wait for that is no descriptor's contents.  Each returns when the call that follows
// does not wait.
namespace heddle::runtime {

// A child process as waitpid() names it.
void await_child(pid_t process, int options, const void* site);
// As waitid() does.
void await_child(int kind, id_t id, int options, const void* site);

// A signal of `set` that is pending; false if the time is out first.
[[nodiscard]] bool await_signal(const sigset_t& set, const timespec* time, const void* site);

// One that `mask` does not block.
void await_unmasked_signal(const sigset_t& mask, const void* site);

// The lock that flock() is to take, or fcntl() of an open file.
void await_file_lock(int descriptor, int operation, const void* site);
void await_record_lock(int descriptor, const flock64& lock, const void* site);

}  // namespace heddle::runtime
