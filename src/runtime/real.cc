// SPDX-License-Identifier: Apache-2.0
#include "runtime/real.h"

#include "runtime/effects/table.h"
#include "runtime/next_functions.h"

#include <cstddef>
#include <new>

#include <dlfcn.h>

namespace heddle::runtime {

Real real;

namespace {

alignas(NextFunctions) std::byte slot[sizeof(NextFunctions)];
NextFunctions* next_functions = nullptr;

template <typename Function>
void find(NextFunctions& next, Function& function, const char* name) {
  function = reinterpret_cast<Function>(next.find(name));
}

// Condition variables have had two binary interfaces; the plain look-up may find
// the older one.
template <typename Function>
void find_version(NextFunctions& next, Function& function, const char* name, const char* version) {
  function = reinterpret_cast<Function>(dlvsym(RTLD_NEXT, name, version));
  if (function == nullptr) {
    find(next, function, name);
  }
}

}  // namespace

void resolve_real_functions() {
  // A function that is not there makes dlsym allocate, and a malloc of the program's may lock a
  // mutex: those functions have been found by then.
  static bool under_way = false;
  if (real.libc_start_main != nullptr || under_way) {
    return;
  }
  under_way = true;
  next_functions = new (slot) NextFunctions(reinterpret_cast<const void*>(&resolve_real_functions));
  NextFunctions& next = *next_functions;
#define X(name) find(next, real.name, #name);
  HEDDLE_REAL_FUNCTIONS(X)
#undef X
  constexpr const char* kCondVersion = "GLIBC_2.3.2";
  find_version(next, real.pthread_cond_init, "pthread_cond_init", kCondVersion);
  find_version(next, real.pthread_cond_destroy, "pthread_cond_destroy", kCondVersion);
  find_version(next, real.pthread_cond_wait, "pthread_cond_wait", kCondVersion);
  find_version(next, real.pthread_cond_timedwait, "pthread_cond_timedwait", kCondVersion);
  find_version(next, real.pthread_cond_signal, "pthread_cond_signal", kCondVersion);
  find_version(next, real.pthread_cond_broadcast, "pthread_cond_broadcast", kCondVersion);
  find(next, real.syscall, "syscall");
  find(next, real.cxa_guard_acquire, "__cxa_guard_acquire");
  find(next, real.cxa_guard_release, "__cxa_guard_release");
  find(next, real.cxa_guard_abort, "__cxa_guard_abort");
  find(next, real.cxa_thread_atexit_impl, "__cxa_thread_atexit_impl");
  find(next, real.cxa_atexit, "__cxa_atexit");
  find(next, real.cxa_at_quick_exit, "__cxa_at_quick_exit");
  find(next, real.assert_fail, "__assert_fail");
  find(next, real.set_terminate, "_ZSt13set_terminatePFvvE");
  find(next, real.get_terminate, "_ZSt13get_terminatev");
  find(next, real.random_device_value, "_ZNSt13random_device9_M_getvalEv");
  find_cxx_outputs(next);
  find(next, real.libc_start_main, "__libc_start_main");
  count_company();
  forget_loader_errors();
}

void* find_next_function(const char* name) {
  return next_functions == nullptr ? dlsym(RTLD_NEXT, name) : next_functions->find(name);
}

// The first call tells of the error, and the next one frees its text.
void forget_loader_errors() {
  while (dlerror() != nullptr) {
  }
}

}  // namespace heddle::runtime
