// SPDX-License-Identifier: Apache-2.0
// operator delete, which does as the C++ library's own does: it calls free().  Here so that
// it is known who deletes, and not only that the C++ library does.  A program that brings
// its own keeps it.
#include "runtime/heap/heap.h"
#include "runtime/runtime.h"

#include <cstddef>

using heddle::runtime::release;

#define HEDDLE_DELETE(symbol, ...)                             \
  HEDDLE_INTERPOSE void symbol(void* address, ##__VA_ARGS__) { \
    release(address, __builtin_return_address(0));             \
  }

HEDDLE_DELETE(_ZdlPv)           // delete
HEDDLE_DELETE(_ZdaPv)           // delete[]
HEDDLE_DELETE(_ZdlPvm, size_t)  // with its size
HEDDLE_DELETE(_ZdaPvm, size_t)
HEDDLE_DELETE(_ZdlPvSt11align_val_t, size_t)  // aligned
HEDDLE_DELETE(_ZdaPvSt11align_val_t, size_t)
HEDDLE_DELETE(_ZdlPvmSt11align_val_t, size_t, size_t)
HEDDLE_DELETE(_ZdaPvmSt11align_val_t, size_t, size_t)
HEDDLE_DELETE(_ZdlPvRKSt9nothrow_t, const void*)
HEDDLE_DELETE(_ZdaPvRKSt9nothrow_t, const void*)
HEDDLE_DELETE(_ZdlPvSt11align_val_tRKSt9nothrow_t, size_t, const void*)
HEDDLE_DELETE(_ZdaPvSt11align_val_tRKSt9nothrow_t, size_t, const void*)
