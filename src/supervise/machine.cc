// SPDX-License-Identifier: Apache-2.0
#include "supervise/machine.h"

#include <cerrno>
#include <csignal>
#include <cstdint>

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::supervise {
namespace {

constexpr std::chrono::milliseconds kPatience{2000};
constexpr size_t kPage = 4096;

// Newer than the headers of the systems that heddle is built on: Linux 6.4 and 6.7.
constexpr uint64_t kWriteProtectUnpopulated = 1U << 13;
constexpr uint64_t kWriteProtectAsync = 1U << 15;

struct ScanArguments {
  uint64_t size, flags, start, end, walk_end, regions, regions_length, max_pages;
  uint64_t inverted, all_of, any_of, returned;
};
struct ScanRegion {
  uint64_t start, end, categories;
};
constexpr unsigned long kPagemapScan = _IOWR('f', 16, ScanArguments);
constexpr uint64_t kPageIsWritten = 1U << 1;
constexpr uint64_t kPageIsPresent = 1U << 3;

constexpr int kSetSyscallUserDispatch = 59;
constexpr unsigned long kDispatchOn = 1;
constexpr char kDispatchAllow = 0;
constexpr char kDispatchBlock = 1;

char* fresh_pages(size_t count) {
  void* memory =
      mmap(nullptr, count * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<char*>(memory);
}

// How many regions of pages with these categories there are; -1 if it cannot be said.
long scan(const char* pages, size_t count, uint64_t categories, ScanRegion* regions, size_t most) {
  const int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  if (pagemap < 0) {
    return -1;
  }
  ScanArguments arguments = {};
  arguments.size = sizeof arguments;
  arguments.start = reinterpret_cast<uintptr_t>(pages);
  arguments.end = arguments.start + count * kPage;
  arguments.regions = reinterpret_cast<uintptr_t>(regions);
  arguments.regions_length = most;
  arguments.all_of = categories;
  arguments.returned = categories;
  const int found = ioctl(pagemap, kPagemapScan, &arguments);
  const int error = errno;
  close(pagemap);
  errno = error;
  return found;
}

// The trials.  Each runs in a process that ends after it, and leaves there what it
// has opened.

Attempt fsgsbase_trial() {
#if defined(__x86_64__)
  constexpr unsigned long kHwcap2Fsgsbase = 2;
  if ((getauxval(AT_HWCAP2) & kHwcap2Fsgsbase) == 0) {
    return Attempt::failure("the kernel does not offer it");
  }
  unsigned long base = 0;
  asm volatile("rdfsbase %0\n\twrfsbase %0" : "=r"(base));
  return Attempt::success("the thread pointer is set without a system call");
#else
  return Attempt::failure("only x86-64 has it");
#endif
}

// Write-protects pages, lets a user's write and the kernel's go to them, and leaves
// `untouched` alone.  Were the protection not taken off by the kernel, the writes
// would wait for ever.
Attempt protect_and_write(char* pages, size_t count, size_t untouched) {
  const auto userfault =
      static_cast<int>(syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY));
  if (userfault < 0) {
    return Attempt::failed_call("userfaultfd");
  }
  uffdio_api api = {};
  api.api = UFFD_API;
  api.features = kWriteProtectAsync | kWriteProtectUnpopulated;
  if (ioctl(userfault, UFFDIO_API, &api) != 0) {
    return Attempt::half("without asynchronous write protection (Linux 6.7 has it)");
  }
  uffdio_register range = {};
  range.range.start = reinterpret_cast<uintptr_t>(pages);
  range.range.len = count * kPage;
  range.mode = UFFDIO_REGISTER_MODE_WP;
  if (ioctl(userfault, UFFDIO_REGISTER, &range) != 0) {
    return Attempt::failed_call("UFFDIO_REGISTER");
  }
  uffdio_writeprotect protect = {};
  protect.range = range.range;
  protect.mode = UFFDIO_WRITEPROTECT_MODE_WP;
  if (ioctl(userfault, UFFDIO_WRITEPROTECT, &protect) != 0) {
    return Attempt::failed_call("UFFDIO_WRITEPROTECT");
  }
  const int zero = open("/dev/zero", O_RDONLY | O_CLOEXEC);
  for (size_t i = 0; i < count; ++i) {
    volatile char* page = pages + i * kPage;
    if (i == untouched) {
      continue;
    }
    if (i % 2 == 0) {
      *page = 1;
    } else if (zero >= 0 && read(zero, pages + i * kPage, 1) != 1) {
      return Attempt::failed_call("a write by the kernel");
    }
  }
  return Attempt::success("unprivileged, with asynchronous write protection");
}

Attempt userfaultfd_trial() {
  char* pages = fresh_pages(3);
  return pages == nullptr ? Attempt::failed_call("mmap") : protect_and_write(pages, 3, 2);
}

Attempt pagemap_scan_trial() {
  char* pages = fresh_pages(2);
  if (pages == nullptr) {
    return Attempt::failed_call("mmap");
  }
  *static_cast<volatile char*>(pages) = 1;
  ScanRegion region = {};
  const long found = scan(pages, 2, kPageIsPresent, &region, 1);
  if (found < 0) {
    return errno == ENOTTY || errno == EINVAL
               ? Attempt::failure("the kernel does not have it (Linux 6.7 does)")
               : Attempt::failed_call("/proc/self/pagemap");
  }
  const auto begin = reinterpret_cast<uintptr_t>(pages);
  const bool right = found == 1 && region.start == begin && region.end == begin + kPage;
  return right ? Attempt::success("the kernel lists the pages that were written")
               : Attempt::failure("its answer is wrong");
}

// Both together, as a snapshot uses them: exactly the written pages are found.
Attempt written_pages_trial() {
  constexpr size_t kPages = 3;
  char* pages = fresh_pages(kPages);
  if (pages == nullptr) {
    return Attempt::failed_call("mmap");
  }
  Attempt written = protect_and_write(pages, kPages, 2);
  if (!written.works()) {
    return written;
  }
  ScanRegion regions[kPages] = {};
  const long found = scan(pages, kPages, kPageIsWritten, regions, kPages);
  const auto begin = reinterpret_cast<uintptr_t>(pages);
  const bool right = found == 1 && regions[0].start == begin && regions[0].end == begin + 2 * kPage;
  return right ? Attempt::success() : Attempt::failure("written pages are not found");
}

volatile char dispatch = kDispatchAllow;  // what the kernel reads
volatile std::sig_atomic_t dispatched = 0;

void on_dispatch(int /*signal*/) {
  dispatch = kDispatchAllow;
  dispatched = 1;
}

Attempt syscall_user_dispatch_trial() {
  struct sigaction action = {};
  action.sa_handler = on_dispatch;
  sigaction(SIGSYS, &action, nullptr);
  if (prctl(kSetSyscallUserDispatch, kDispatchOn, 0, 0, &dispatch) != 0) {
    return errno == EINVAL ? Attempt::failure("the kernel does not have it (Linux 5.11 does)")
                           : Attempt::failed_call("prctl");
  }
  dispatch = kDispatchBlock;
  syscall(SYS_getppid);
  dispatch = kDispatchAllow;
  return dispatched != 0 ? Attempt::success("system calls can be caught without a tracer")
                         : Attempt::failure("system calls do not come back as signals");
}

Attempt fixed_addresses_trial() {
  constexpr unsigned long kAsk = 0xffffffff;
  const int now = personality(kAsk);
  if (now < 0 || personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) < 0) {
    return Attempt::failed_call("personality");
  }
  const int then = personality(kAsk);
  return then >= 0 && (then & ADDR_NO_RANDOMIZE) != 0
             ? Attempt::success("a program can be started at the same ones every time")
             : Attempt::failure("personality(ADDR_NO_RANDOMIZE) has no effect");
}

Attempt ptrace_trial() {
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) {
    return Attempt::failed_call("fork");
  }
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent || ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) {
      _exit(errno);
    }
    raise(SIGSTOP);
    _exit(0);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child) {
    return Attempt::failed_call("waitpid");
  }
  if (WIFEXITED(status)) {
    errno = WEXITSTATUS(status);
    return Attempt::failed_call("ptrace");
  }
  if (!WIFSTOPPED(status)) {
    return Attempt::failure("the process that asked to be traced was killed");
  }
  errno = 0;
  ptrace(PTRACE_PEEKDATA, child, &dispatched, nullptr);
  Attempt seen =
      errno == 0 ? Attempt::success("a child can be traced") : Attempt::failed_call("ptrace");
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  return seen;
}

}  // namespace

std::string kernel_release() {
  utsname name = {};
  return uname(&name) == 0 ? name.release : "unknown";
}

std::string architecture() {
  utsname name = {};
  return uname(&name) == 0 ? name.machine : "unknown";
}

Attempt try_fsgsbase() { return attempt(fsgsbase_trial, kPatience); }
Attempt try_userfaultfd() { return attempt(userfaultfd_trial, kPatience); }
Attempt try_pagemap_scan() { return attempt(pagemap_scan_trial, kPatience); }
Attempt try_syscall_user_dispatch() { return attempt(syscall_user_dispatch_trial, kPatience); }
Attempt try_fixed_addresses() { return attempt(fixed_addresses_trial, kPatience); }
Attempt try_ptrace() { return attempt(ptrace_trial, kPatience); }

SnapshotBy best_snapshot() {
  if (attempt(written_pages_trial, kPatience).works()) {
    return SnapshotBy::userfaultfd;
  }
  return try_syscall_user_dispatch().works() ? SnapshotBy::mprotect : SnapshotBy::none;
}

}  // namespace heddle::supervise
