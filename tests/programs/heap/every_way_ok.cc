// SPDX-License-Identifier: Apache-2.0
//
// All the ways to get memory and to give it back, with what the standards say of each.
//
// RUN: heddle run %t
// EXPECT: clean
#include <cassert>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <thread>

#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

void* volatile keep;  // or the compiler does without

// Some compilers take it for granted that these leave errno alone.
void* (*volatile plain_malloc)(size_t) = malloc;
void* (*volatile plain_calloc)(size_t, size_t) = calloc;
void* (*volatile plain_reallocarray)(void*, size_t, size_t) = reallocarray;

void* kept(void* address) {
  keep = address;
  return keep;
}

bool is_aligned(const void* address, size_t alignment) {
  return reinterpret_cast<uintptr_t>(address) % alignment == 0;
}

void nothing_is_something() {
  void* a = kept(malloc(0));
  void* b = kept(malloc(0));
  assert(a != nullptr && b != nullptr && a != b);
  free(a);
  free(b);
  free(nullptr);
}

void too_much_is_refused() {
  volatile size_t huge = SIZE_MAX;
  for (const size_t bytes : {size_t{huge}, huge / 2, huge / 2 - 100}) {
    errno = 0;
    assert(plain_malloc(bytes) == nullptr && errno == ENOMEM);
  }
  errno = 0;
  assert(plain_calloc(huge / 2, 3) == nullptr && errno == ENOMEM);
  errno = 0;
  assert(plain_reallocarray(nullptr, huge / 2, 3) == nullptr && errno == ENOMEM);
  void* small = kept(malloc(10));
  memset(small, 7, 10);
  void* volatile still_there = small;
  assert(kept(realloc(small, huge / 2)) == nullptr);
  small = still_there;
  assert(static_cast<char*>(small)[9] == 7);
  free(small);
  assert(kept(new (std::nothrow) char[huge / 4]) == nullptr);
}

void calloc_is_zeros() {
  for (int round = 0; round < 3; ++round) {
    auto* bytes = static_cast<unsigned char*>(kept(calloc(100, 30)));
    for (size_t i = 0; i < 3000; ++i) {
      assert(bytes[i] == 0);
    }
    memset(bytes, 0xff, 3000);
    free(bytes);
  }
  // So large that they are used again at once.
  constexpr size_t kLarge = size_t{20} << 20;
  for (int round = 0; round < 3; ++round) {
    auto* bytes = static_cast<unsigned char*>(kept(calloc(1, kLarge)));
    assert(is_aligned(bytes, 4096));
    assert(bytes[0] == 0 && bytes[kLarge / 2] == 0 && bytes[kLarge - 1] == 0);
    bytes[0] = bytes[kLarge / 2] = bytes[kLarge - 1] = 1;
    free(bytes);
  }
}

void realloc_keeps_contents() {
  auto* bytes = static_cast<unsigned char*>(kept(realloc(nullptr, 1)));
  bytes[0] = 0;
  for (size_t size = 2; size < 5'000'000; size *= 3) {
    bytes = static_cast<unsigned char*>(kept(realloc(bytes, size)));
    assert(malloc_usable_size(bytes) >= size);
    bytes[size - 1] = static_cast<unsigned char>(size);
    for (size_t earlier = 2; earlier <= size; earlier *= 3) {
      assert(bytes[earlier - 1] == static_cast<unsigned char>(earlier));
    }
  }
  bytes = static_cast<unsigned char*>(kept(realloc(bytes, 5)));
  assert(bytes[1] == 2);
  assert(realloc(bytes, 0) == nullptr);
}

void alignment_is_kept() {
  for (size_t alignment = 8; alignment <= size_t{1} << 24; alignment *= 2) {
    for (const size_t bytes : {size_t{0}, size_t{1}, size_t{100}, size_t{5000}}) {
      void* a = nullptr;
      assert(posix_memalign(&a, alignment, bytes) == 0 && is_aligned(a, alignment));
      void* b = kept(aligned_alloc(alignment, bytes));
      void* c = kept(memalign(alignment, bytes));
      assert(is_aligned(b, alignment) && is_aligned(c, alignment));
      memset(a, 1, bytes);
      memset(b, 2, bytes);
      memset(c, 3, bytes);
      free(a);
      free(b);
      free(c);
    }
  }
  void* giant = kept(memalign(size_t{1} << 30, 100));
  assert(giant != nullptr && is_aligned(giant, size_t{1} << 30));
  free(giant);
  void* none = nullptr;
  assert(posix_memalign(&none, 24, 8) == EINVAL && posix_memalign(&none, 4, 8) == EINVAL);
  void* page = kept(valloc(10));
  void* whole_page = kept(pvalloc(10));
  assert(is_aligned(page, 4096) && is_aligned(whole_page, 4096));
  assert(malloc_usable_size(whole_page) >= 4096);
  free(page);
  free(whole_page);
}

void new_and_delete() {
  struct alignas(128) Wide {
    char bytes[200];
  };
  auto* wide = static_cast<Wide*>(kept(new Wide()));
  assert(is_aligned(wide, 128));
  delete wide;
  delete[] static_cast<int*>(kept(new int[100]()));
}

void in_a_child() {
  const pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i < 1000; ++i) {
      free(kept(malloc(static_cast<size_t>(i))));
    }
    _exit(3);
  }
  int status = 0;
  waitpid(child, &status, 0);
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
}

}  // namespace

int main() {
  nothing_is_something();
  too_much_is_refused();
  calloc_is_zeros();
  realloc_keeps_contents();
  alignment_is_kept();
  new_and_delete();
  std::thread([] {
    calloc_is_zeros();
    alignment_is_kept();
  }).join();
  in_a_child();
  malloc_trim(0);
  return 0;
}
