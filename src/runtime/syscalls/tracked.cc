// SPDX-License-Identifier: Apache-2.0
#include "runtime/syscalls/tracked.h"

#include "runtime/arch/x86_64/system_call.h"
#include "runtime/reset/snapshot.h"
#include "runtime/runtime.h"
#include "runtime/syscalls/by_signal.h"

#include <cerrno>
#include <csignal>

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>

extern "C" void heddle_sigreturn();

namespace heddle::runtime {
namespace {

void open_for_writing(long begin, uint64_t bytes) {
  constexpr uint64_t kMost = uint64_t{1} << 32;
  const auto first = static_cast<uintptr_t>(begin) & ~(kPageBytes - 1);
  const auto end = static_cast<uintptr_t>(begin) + (bytes < kMost ? bytes : kMost);
  for (uintptr_t page = first; page < end; page += kPageBytes) {
    rt.snapshot->allow_write(page);
  }
}

void open_vectors(long vectors, long count) {
  const auto* each = reinterpret_cast<const iovec*>(vectors);
  for (long i = 0; i < count && i < 1024; ++i) {
    open_for_writing(reinterpret_cast<long>(each[i].iov_base), each[i].iov_len);
  }
}

// Calls that stop early, instead of failing, where they may not write.
void open_buffers(const Call& call) {
  switch (call.number) {
    case SYS_read:
    case SYS_pread64:
    case SYS_recvfrom:
    case SYS_getdents64:
      open_for_writing(call.b, static_cast<uint64_t>(call.c));
      break;
    case SYS_getrandom:
      open_for_writing(call.a, static_cast<uint64_t>(call.b));
      break;
    case SYS_readv:
    case SYS_preadv:
    case SYS_preadv2:
      open_vectors(call.b, call.c);
      break;
    case SYS_recvmsg: {
      const auto* message = reinterpret_cast<const msghdr*>(call.b);
      open_vectors(reinterpret_cast<long>(message->msg_iov),
                   static_cast<long>(message->msg_iovlen));
      break;
    }
    default:
      break;
  }
}

// Which argument it is about, and how much of it, differs from call to call; so all
// that are addresses are opened, and more of each when that was not enough.
long result_of(const Call& call) {
  open_buffers(call);
  long result = made_as_it_is(call);
  for (const uint64_t bytes : {2 * kPageBytes, 64 * kPageBytes}) {
    if (result != -EFAULT) {
      break;
    }
    for (const long argument : {call.a, call.b, call.c, call.d, call.e, call.f}) {
      open_for_writing(argument, bytes);
    }
    result = made_as_it_is(call);
  }
  return result;
}

// The signals that tracking needs cannot be blocked, and their handlers are ours.
bool is_tracking_signal(long signal) { return signal == SIGSEGV || signal == SIGSYS; }

// Libc's malloc does not ask our brk().
void give_away_heap(long end) {
  const long now = raw_syscall(SYS_brk, 0);
  if (end > 0 && end < now) {
    rt.snapshot->gave_away({static_cast<uintptr_t>(end) & ~(kPageBytes - 1),
                            (static_cast<uintptr_t>(now) + kPageBytes - 1) & ~(kPageBytes - 1)});
  }
}

}  // namespace

void call_until_it_may_write(const Call& call, ucontext_t& context) {
  return_from_call(context, result_of(call));
}

// It takes what is all alike.
void remap_when_open(const Call& call, ucontext_t& context) {
  open_for_writing(call.a, static_cast<uint64_t>(call.b));
  return_from_call(context, made_as_it_is(call));
}

void make_it_undispatched(const Call& call, ucontext_t& context) {
  rt.dispatch_selector = kCallsPass;
  make_call_again(context, call);
}

void change_blocked(const Call& call, ucontext_t& context) {
  uint64_t& blocked = *reinterpret_cast<uint64_t*>(&context.uc_sigmask);
  const uint64_t before = blocked;
  if (call.b != 0) {
    const uint64_t given = *reinterpret_cast<const uint64_t*>(call.b);
    const uint64_t wanted = call.a == SIG_BLOCK     ? before | given
                            : call.a == SIG_UNBLOCK ? before & ~given
                                                    : given;
    constexpr uint64_t kNever = (uint64_t{1} << (SIGSEGV - 1)) | (uint64_t{1} << (SIGSYS - 1)) |
                                (uint64_t{1} << (SIGKILL - 1)) | (uint64_t{1} << (SIGSTOP - 1));
    blocked = wanted & ~kNever;
  }
  if (call.c != 0) {
    *reinterpret_cast<uint64_t*>(call.c) = before;
  }
  return_from_call(context, 0);
}

void change_action(const Call& call, ucontext_t& context) {
  if (!is_tracking_signal(call.a)) {
    call_until_it_may_write(call, context);
    return;
  }
  KernelAction& known = *reinterpret_cast<KernelAction*>(call.a == SIGSEGV ? program.segv_action
                                                                           : program.sigsys_action);
  const KernelAction before = known;
  if (call.b != 0) {
    known = *reinterpret_cast<const KernelAction*>(call.b);
  }
  if (call.c != 0) {
    *reinterpret_cast<KernelAction*>(call.c) = before;
  }
  return_from_call(context, 0);
}

// From an address that is let through.
void return_from_handler(const Call& /*call*/, ucontext_t& context) {
  go_on_at(context, heddle_sigreturn);
}

// What the program closes and what tracking closes cannot be told apart.
void protect_unless_tracked(const Call& call, ucontext_t& context) {
  rt.cannot_be_put_back |=
      rt.snapshot->keeps({static_cast<uintptr_t>(call.a), static_cast<uintptr_t>(call.a + call.b)});
  return_from_call(context, made_as_it_is(call));
}

void move_end_of_heap(const Call& call, ucontext_t& context) {
  give_away_heap(call.a);
  return_from_call(context, made_as_it_is(call));
}

}  // namespace heddle::runtime
