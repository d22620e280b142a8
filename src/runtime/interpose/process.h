// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

struct clone_args;

// Processes made by syscall(), as those made by fork() and clone().
namespace heddle::runtime {

long clone_by_system_call(long flags, long stack, long parent, long child, long storage);
long clone3_by_system_call(clone_args* arguments, size_t bytes);

}  // namespace heddle::runtime
