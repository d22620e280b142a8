/* SPDX-License-Identifier: Apache-2.0 */
/*
 * memcpy, memmove and memset in a program that runs by itself: the C library's.  A module
 * that is linked without one (-nostdlib) may have none of its own, hence the weak references.
 */
#include "hooks/native.h"

#include <stddef.h>
#include <stdint.h>

__attribute__((weak)) void* memcpy(void* to, const void* from, size_t size);
__attribute__((weak)) void* memmove(void* to, const void* from, size_t size);
__attribute__((weak)) void* memset(void* to, int value, size_t size);

static void copy_up(void* to, const void* from, size_t size) {
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
}

static void copy_down(void* to, const void* from, size_t size) {
  void* last_to = (char*)to + size - 1;
  const void* last_from = (const char*)from + size - 1;
  __asm__ volatile("std; rep movsb; cld" : "+D"(last_to), "+S"(last_from), "+c"(size) : : "memory");
}

NATIVE(void*, __tsan_memcpy, void* to, const void* from, size_t size) {
  if (memcpy) {
    return memcpy(to, from, size);
  }
  copy_up(to, from, size);
  return to;
}

NATIVE(void*, __tsan_memmove, void* to, const void* from, size_t size) {
  if (memmove) {
    return memmove(to, from, size);
  }
  if ((uintptr_t)to - (uintptr_t)from < size) {
    copy_down(to, from, size);
  } else {
    copy_up(to, from, size);
  }
  return to;
}

NATIVE(void*, __tsan_memset, void* to, int value, size_t size) {
  if (memset) {
    return memset(to, value, size);
  }
  void* at = to;
  __asm__ volatile("rep stosb" : "+D"(at), "+c"(size) : "a"(value) : "memory");
  return to;
}
