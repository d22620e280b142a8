// SPDX-License-Identifier: Apache-2.0
#include "runtime/raw.h"

#include "base/check.h"

#include <sys/mman.h>
#include <sys/syscall.h>

namespace heddle::runtime {

void raw_exit(int status) {
  for (;;) {
    raw_syscall(SYS_exit_group, status);
  }
}

void* raw_reserve(uint64_t bytes) {
  const long result = raw_syscall(SYS_mmap, 0, static_cast<long>(bytes), PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  HEDDLE_CHECK(result > 0 || result < -4095, "there should be address space for the runtime");
  return reinterpret_cast<void*>(result);
}

}  // namespace heddle::runtime
