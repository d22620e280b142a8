// SPDX-License-Identifier: Apache-2.0
// Calls that change what the kernel keeps for the process.  They are let through; that
// they were made is noted, since what one execution changes and another changes back
// cannot be seen afterwards.
#include "runtime/call_waits.h"
#include "runtime/context/own_signals.h"
#include "runtime/effects/effects.h"
#include "runtime/effects/uses_of_files.h"
#include "runtime/real.h"
#include "runtime/reset/touched.h"
#include "runtime/runtime.h"

#include <csignal>
#include <cstdarg>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle::runtime {
namespace {

// fcntl() may make a descriptor, look at one, or change something about it.
void note_control(const char* call, const void* site, int descriptor, int command) {
  const bool looks =
      command == F_GETFD || command == F_GETFL || command == F_DUPFD || command == F_DUPFD_CLOEXEC;
  note_descriptor(call, site, descriptor, looks ? DescriptorUse::looks : DescriptorUse::moves);
  if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) {
    note_opening(call, site);
  }
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE int sigaction(int signal, const struct sigaction* action,
                               struct sigaction* before) noexcept {
  note_effect("sigaction", __builtin_return_address(0), Shared::signals,
              action == nullptr ? heddle::event::Use::reads : heddle::event::Use::changes);
  resolve_real_functions();
  touch(action == nullptr ? Touched::nothing : Touched::signals);
  return real.sigaction(signal, action, before);
}

HEDDLE_INTERPOSE sighandler_t signal(int number, sighandler_t handler) noexcept {
  note_effect("signal", __builtin_return_address(0), Shared::signals, heddle::event::Use::changes);
  resolve_real_functions();
  touch(Touched::signals);
  return real.signal(number, handler);
}

HEDDLE_INTERPOSE int sigprocmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  resolve_real_functions();
  if (set != nullptr) {
    before_own_signals_change();
  }
  touch(set == nullptr ? Touched::nothing : Touched::signals);
  return real.sigprocmask(how, set, before);
}

HEDDLE_INTERPOSE int pthread_sigmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  resolve_real_functions();
  if (set != nullptr) {
    before_own_signals_change();
  }
  touch(set == nullptr ? Touched::nothing : Touched::signals);
  return real.pthread_sigmask(how, set, before);
}

HEDDLE_INTERPOSE int sigaltstack(const stack_t* stack, stack_t* before) noexcept {
  resolve_real_functions();
  if (stack != nullptr) {
    before_own_signals_change();
  }
  touch(stack == nullptr ? Touched::nothing : Touched::signals);
  return real.sigaltstack(stack, before);
}

HEDDLE_INTERPOSE mode_t umask(mode_t mask) noexcept {
  note_path("umask", __builtin_return_address(0), PathUse::changes);
  resolve_real_functions();
  touch(Touched::surroundings);
  return real.umask(mask);
}

HEDDLE_INTERPOSE int chdir(const char* path) noexcept {
  note_path("chdir", __builtin_return_address(0), PathUse::changes);
  resolve_real_functions();
  touch(Touched::surroundings);
  return real.chdir(path);
}

HEDDLE_INTERPOSE int fchdir(int descriptor) noexcept {
  note_path("fchdir", __builtin_return_address(0), PathUse::changes);
  note_descriptor("fchdir", __builtin_return_address(0), descriptor, DescriptorUse::looks);
  resolve_real_functions();
  touch(Touched::surroundings);
  return real.fchdir(descriptor);
}

HEDDLE_INTERPOSE int setrlimit(__rlimit_resource_t resource, const rlimit* limit) noexcept {
  note_unseen_effect("setrlimit", __builtin_return_address(0));
  resolve_real_functions();
  touch(Touched::surroundings);
  return real.setrlimit(resource, limit);
}

HEDDLE_INTERPOSE off_t lseek(int descriptor, off_t offset, int whence) noexcept {
  note_descriptor("lseek", __builtin_return_address(0), descriptor, DescriptorUse::moves);
  resolve_real_functions();
  touch(Touched::descriptors);
  return real.lseek(descriptor, offset, whence);
}

HEDDLE_INTERPOSE int fcntl(int descriptor, int command, ...) {
  note_control("fcntl", __builtin_return_address(0), descriptor, command);
  va_list rest;
  va_start(rest, command);
  void* argument = va_arg(rest, void*);
  va_end(rest);
  if (command == F_OFD_SETLKW) {
    await_record_lock(descriptor, *static_cast<const flock64*>(argument),
                      __builtin_return_address(0));
  }
  resolve_real_functions();
  touch(command == F_SETFL || command == F_SETFD ? Touched::descriptors : Touched::nothing);
  const int result = real.fcntl(descriptor, command, argument);
  if (command == F_OFD_SETLKW || command == F_OFD_SETLK) {
    order_by_file_lock(descriptor);
  }
  return result;
}

HEDDLE_INTERPOSE int fcntl64(int descriptor, int command, ...) {
  note_control("fcntl64", __builtin_return_address(0), descriptor, command);
  va_list rest;
  va_start(rest, command);
  void* argument = va_arg(rest, void*);
  va_end(rest);
  return fcntl(descriptor, command, argument);
}
