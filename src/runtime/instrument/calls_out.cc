// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/calls_out.h"

#include "base/check.h"
#include "runtime/arch/x86_64/thread_pointer.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>

#include <sys/mman.h>
#include <sys/syscall.h>

namespace heddle::runtime {

constinit thread_local CallsOut heddle_calls_out = {};

namespace {

// Steps, which count by themselves; what heddle gives out; what only answers, by what it is asked.
// Not what makes keys or sets attributes: that is kept where nobody looks.
// clang-format off
constexpr const char* kQuietFamilies[] = {
    "pthread_mutex_", "pthread_cond_", "pthread_rwlock_", "pthread_spin_", "pthread_once",
    "pthread_barrier_", "pthread_create", "pthread_join", "pthread_detach", "pthread_self",
    "pthread_equal", "pthread_exit", "pthread_yield", "pthread_getspec", "pthread_setspec",
    "pthread_testcancel", "sem_wait", "sem_post", "sem_trywait", "sem_timedwait", "sem_clockwait",
    "mtx_", "cnd_", "thrd_", "tss_get", "tss_set", "__tsan_", "heddle_", "__cxa_guard_",
    "__tls_get_addr"};
// clang-format on
constexpr const char* kQuiet[] = {
    "sched_yield", "call_once", "malloc", "calloc", "realloc", "free", "aligned_alloc",
    "posix_memalign", "memalign", "reallocarray", "malloc_usable_size",
    // operator new and delete
    "_Znwm", "_Znam", "_ZnwmSt11align_val_t", "_ZnamSt11align_val_t", "_ZnwmRKSt9nothrow_t",
    "_ZnamRKSt9nothrow_t", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm", "_ZdlPvSt11align_val_t",
    "_ZdlPvmSt11align_val_t", "_ZdaPvSt11align_val_t", "_ZdaPvmSt11align_val_t", "__errno_location",
    "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc", "abs", "labs", "llabs",
    "isalnum", "isalpha", "isdigit", "islower", "isprint", "ispunct", "isspace", "isupper",
    "isxdigit", "tolower", "toupper", "getpid", "gettid", "sqrt", "floor", "ceil", "fabs"};

bool is_quiet_call(const char* name) {
  return std::any_of(
             std::begin(kQuietFamilies), std::end(kQuietFamilies),
             [&](const char* family) { return strncmp(name, family, strlen(family)) == 0; }) ||
         std::any_of(std::begin(kQuiet), std::end(kQuiet),
                     [&](const char* quiet) { return strcmp(name, quiet) == 0; });
}

//   incq %fs:count_at
//   orl $files, %fs:files_at
//   jmp *function(%rip)
struct [[gnu::packed]] Stub {
  uint8_t count[5] = {0x64, 0x48, 0xff, 0x04, 0x25};
  int32_t count_at = 0;
  uint8_t mark[4] = {0x64, 0x81, 0x0c, 0x25};
  int32_t files_at = 0;
  uint32_t files = 0;
  uint8_t jump[6] = {0xff, 0x25, 5, 0, 0, 0};
  uint8_t none[5] = {0xcc, 0xcc, 0xcc, 0xcc, 0xcc};
  void* function = nullptr;
};
static_assert(sizeof(Stub) == 40 && offsetof(Stub, function) == 32);

constexpr size_t kMostStubs = 8192;
constexpr size_t kBytes = kMostStubs * sizeof(Stub);

// No execution puts them back: a file that is loaded in the next one finds those of this one.
struct Stubs {
  Stub* first = nullptr;
  size_t count = 0;
  bool some_lost = false;
};
constinit Stubs stubs;

bool protect(int protection) {
  return raw_syscall(SYS_mprotect, as_long(stubs.first), kBytes, protection) == 0;
}

// Where something of the thread's own is, from where its thread pointer is: the same in all
// threads.
int32_t offset_of(const void* own) {
  return static_cast<int32_t>(reinterpret_cast<uint64_t>(own) - thread_pointer());
}

Stub stub_to(void* function) {
  Stub stub;
  stub.count_at = offset_of(&heddle_calls_out.count);
  const uint32_t file = rt.watch.presence.number_of(reinterpret_cast<uint64_t>(function));
  const uint32_t half = file == Presence::kNone ? 0 : file / 32;
  stub.files_at = offset_of(&heddle_calls_out.files[half]);
  stub.files = file == Presence::kNone ? 0 : uint32_t{1} << (file % 32);
  stub.function = function;
  return stub;
}

Stub* stub_for(void* function) {
  if (stubs.first == nullptr) {
    stubs.first = static_cast<Stub*>(raw_reserve(kBytes));
  }
  Stub* const end = stubs.first + stubs.count;
  Stub* const known = std::find_if(stubs.first, end, [&](const Stub& stub) {
    return stub.function == function || &stub == function;
  });
  if (known != end || stubs.count == kMostStubs) {
    return known != end ? known : nullptr;
  }
  if (!protect(PROT_READ | PROT_WRITE)) {
    return nullptr;
  }
  *end = stub_to(function);
  ++stubs.count;
  return protect(PROT_READ | PROT_EXEC) ? end : nullptr;
}

}  // namespace

void* counted_call(const char* name, void* function) {
  if (function == nullptr || is_quiet_call(name)) {
    return function;
  }
  Stub* const stub = stub_for(function);
  stubs.some_lost |= stub == nullptr;
  return stub == nullptr ? function : static_cast<void*>(stub);
}

void replace_counted_calls(void* (*replacement)(void* function)) {
  if (stubs.count == 0 || !protect(PROT_READ | PROT_WRITE)) {
    return;
  }
  for (size_t i = 0; i < stubs.count; ++i) {
    void* instead = replacement(stubs.first[i].function);
    stubs.first[i].function = instead != nullptr ? instead : stubs.first[i].function;
  }
  HEDDLE_CHECK(protect(PROT_READ | PROT_EXEC), "code should be code again");
}

bool calls_out_are_counted() { return !stubs.some_lost && rt.watch.plain_parts.none(); }

}  // namespace heddle::runtime
