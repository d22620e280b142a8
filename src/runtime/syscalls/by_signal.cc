// SPDX-License-Identifier: Apache-2.0
#include "runtime/syscalls/by_signal.h"

#include "runtime/arch/x86_64/system_call.h"
#include "runtime/crash.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"
#include "runtime/syscalls/dispatcher.h"
#include "runtime/syscalls/tracked.h"

#include <csignal>

#include <sys/syscall.h>

extern "C" void heddle_sigreturn();

namespace heddle::runtime {
namespace {

constexpr int kSetDispatch = 59;  // prctl
constexpr int kDispatchOn = 1;
constexpr int kUserDispatch = 2;  // si_code
constexpr uint64_t kHasRestorer = 0x04000000;

void on_system_call(int signal, siginfo_t* info, void* context) {
  if (info->si_code != kUserDispatch) {
    handle_crash(signal, info, context);
    return;
  }
  ucontext_t& of_program = *static_cast<ucontext_t*>(context);
  const Call call = call_in(of_program);
  system_call(call.number).by_signal(call, of_program);
}

}  // namespace

void install_dispatch_handler() {
  const KernelAction action = {reinterpret_cast<uint64_t>(on_system_call),
                               SA_SIGINFO | SA_ONSTACK | SA_NODEFER | kHasRestorer,
                               reinterpret_cast<uint64_t>(heddle_sigreturn), 0};
  raw_syscall(SYS_rt_sigaction, SIGSYS, as_long(&action), 0, sizeof action.mask);
}

bool dispatch_system_calls() {
  rt.dispatch_selector = kCallsCome;
  rt.dispatches = true;
  return raw_syscall(SYS_prctl, kSetDispatch, kDispatchOn, static_cast<long>(rt.own_library.begin),
                     static_cast<long>(rt.own_library.end - rt.own_library.begin),
                     as_long(&rt.dispatch_selector)) == 0;
}

}  // namespace heddle::runtime
