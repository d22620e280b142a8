// SPDX-License-Identifier: Apache-2.0
// malloc and its relatives: the heap is heddle's own (runtime/heap/heap.h).  operator new
// and delete come here through the C++ library, wherever that is linked from.  A program
// that brings a malloc of its own keeps it: these are not called then.
#include "runtime/heap/heap.h"
#include "runtime/runtime.h"

#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>

using namespace heddle::runtime;

namespace {

constexpr size_t kPage = 4096;
constexpr size_t kMostAlignment = size_t{1} << 62;  // of which there is a power of two

// As libc has it: what is no power of two is made one.
void* allocate_aligned(size_t alignment, size_t bytes, const void* site) {
  if (alignment > kMostAlignment) {
    errno = EINVAL;
    return nullptr;
  }
  const size_t power = std::bit_ceil(alignment);
  return allocate(bytes, power < kUsualAlignment ? kUsualAlignment : power, false, site);
}

}  // namespace

HEDDLE_INTERPOSE void* malloc(size_t bytes) noexcept {
  return allocate(bytes, kUsualAlignment, false, __builtin_return_address(0));
}

HEDDLE_INTERPOSE void* calloc(size_t count, size_t each) noexcept {
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, each, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return allocate(bytes, kUsualAlignment, true, __builtin_return_address(0));
}

HEDDLE_INTERPOSE void* realloc(void* address, size_t bytes) noexcept {
  return resize(address, bytes, __builtin_return_address(0));
}

HEDDLE_INTERPOSE void* reallocarray(void* address, size_t count, size_t each) noexcept {
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, each, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return resize(address, bytes, __builtin_return_address(0));
}

HEDDLE_INTERPOSE void free(void* address) noexcept {
  release(address, __builtin_return_address(0));
}

HEDDLE_INTERPOSE void* memalign(size_t alignment, size_t bytes) noexcept {
  return allocate_aligned(alignment, bytes, __builtin_return_address(0));
}

HEDDLE_INTERPOSE void* aligned_alloc(size_t alignment, size_t bytes) noexcept {
  return allocate_aligned(alignment, bytes, __builtin_return_address(0));
}

HEDDLE_INTERPOSE int posix_memalign(void** address, size_t alignment, size_t bytes) noexcept {
  if (alignment < sizeof(void*) || alignment > kMostAlignment ||
      std::bit_ceil(alignment) != alignment) {
    return EINVAL;
  }
  const int error_before = errno;
  void* got = allocate_aligned(alignment, bytes, __builtin_return_address(0));
  errno = error_before;
  if (got == nullptr) {
    return ENOMEM;
  }
  *address = got;
  return 0;
}

HEDDLE_INTERPOSE void* valloc(size_t bytes) noexcept {
  return allocate_aligned(kPage, bytes, __builtin_return_address(0));
}

HEDDLE_INTERPOSE void* pvalloc(size_t bytes) noexcept {
  size_t more = 0;
  if (__builtin_add_overflow(bytes, kPage - 1, &more)) {
    errno = ENOMEM;
    return nullptr;
  }
  return allocate_aligned(kPage, more & ~(kPage - 1), __builtin_return_address(0));
}

HEDDLE_INTERPOSE size_t malloc_usable_size(void* address) noexcept { return usable_bytes(address); }

// Libc's own allocate from where no thread is let in between, see heap/reuse.h.  The program may
// have a malloc of its own.
HEDDLE_INTERPOSE char* strndup(const char* text, size_t most) noexcept {
  if (!rt.reuses || !controlled()) {
    resolve_real_functions();
    return real.strndup(text, most);
  }
  const size_t length = strnlen(text, most);
  auto* copy = static_cast<char*>(malloc(length + 1));
  if (copy != nullptr) {
    memcpy(copy, text, length);
    copy[length] = 0;
  }
  return copy;
}

HEDDLE_INTERPOSE char* strdup(const char* text) noexcept {
  if (!rt.reuses || !controlled()) {
    resolve_real_functions();
    return real.strdup(text);
  }
  return strndup(text, SIZE_MAX);
}

// There is nothing that could be given back sooner.
HEDDLE_INTERPOSE int malloc_trim(size_t /*keep*/) noexcept { return 0; }
