// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <aio.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

// The functions that heddle stands in for, as the program would have reached them
// without it.  They are looked up before any of them is needed.
namespace heddle::runtime {

// clang-format off
#define HEDDLE_REAL_FUNCTIONS(X) \
  X(pthread_create) X(pthread_join) X(pthread_tryjoin_np) X(pthread_timedjoin_np) \
  X(pthread_clockjoin_np) X(pthread_detach) X(pthread_exit) X(pthread_cancel) X(pthread_kill) \
  X(pthread_setname_np) X(pthread_key_create) X(pthread_key_delete) X(pthread_once) \
  X(pthread_mutex_init) X(pthread_mutex_destroy) X(pthread_mutex_lock) X(pthread_mutex_trylock) \
  X(pthread_mutex_timedlock) X(pthread_mutex_clocklock) X(pthread_mutex_unlock) \
  X(pthread_cond_init) X(pthread_cond_destroy) X(pthread_cond_wait) X(pthread_cond_timedwait) \
  X(pthread_cond_clockwait) X(pthread_cond_signal) X(pthread_cond_broadcast) \
  X(pthread_rwlock_init) X(pthread_rwlock_destroy) X(pthread_rwlock_rdlock) \
  X(pthread_rwlock_tryrdlock) X(pthread_rwlock_timedrdlock) X(pthread_rwlock_clockrdlock) \
  X(pthread_rwlock_wrlock) X(pthread_rwlock_trywrlock) X(pthread_rwlock_timedwrlock) \
  X(pthread_rwlock_clockwrlock) X(pthread_rwlock_unlock) X(pthread_spin_init) \
  X(pthread_spin_destroy) X(pthread_spin_lock) X(pthread_spin_trylock) X(pthread_spin_unlock) \
  X(pthread_barrier_init) X(pthread_barrier_destroy) X(pthread_barrier_wait) X(sem_init) \
  X(sem_destroy) X(sem_wait) X(sem_trywait) X(sem_timedwait) X(sem_clockwait) X(sem_post) \
  X(sem_getvalue) X(sem_open) X(thrd_create) X(thrd_join) X(thrd_detach) X(thrd_exit) \
  X(thrd_sleep) X(thrd_yield) X(mtx_init) X(mtx_destroy) X(mtx_lock) X(mtx_trylock) \
  X(mtx_timedlock) X(mtx_unlock) X(cnd_init) X(cnd_destroy) X(cnd_wait) X(cnd_timedwait) \
  X(cnd_signal) X(cnd_broadcast) X(tss_create) X(tss_delete) X(sched_yield) X(sleep) X(usleep) \
  X(nanosleep) X(clock_nanosleep) X(clock_gettime) X(gettimeofday) X(time) X(timespec_get) \
  X(clock) X(getrandom) X(getentropy) X(exit) X(quick_exit) X(abort) X(getenv) X(secure_getenv) \
  X(fork) X(clone) X(execv) X(execve) X(execvp) X(execvpe) X(fexecve) X(execveat) \
  X(daemon) X(system) X(popen) X(posix_spawn) X(posix_spawnp) X(alarm) \
  X(setitimer) X(timer_create) X(timerfd_create) X(timerfd_settime) X(timerfd_gettime) X(aio_read) X(aio_write) X(read) X(recv) \
  X(recvfrom) X(recvmsg) X(accept) X(accept4) X(connect) X(poll) X(ppoll) X(select) X(pselect) \
  X(epoll_wait) X(epoll_pwait) X(epoll_pwait2) X(recvmmsg) X(wait) X(waitpid) X(pause) X(sigwait) X(sigwaitinfo) X(sigtimedwait) X(sigsuspend) X(flock) \
  X(flockfile) X(ftrylockfile) X(funlockfile) X(open) X(open64) X(openat) X(openat64) X(creat) X(fopen) X(fopen64) X(freopen) X(fdopen) \
  X(fopencookie) X(open_memstream) X(tmpfile) X(on_exit) \
  X(unlink) X(remove) X(rename) X(mkdir) X(rmdir) X(truncate) X(kill) X(raise) X(sigaction) X(signal) X(sigprocmask) \
  X(pthread_sigmask) X(sigaltstack) X(umask) X(chdir) X(fchdir) X(setrlimit) X(lseek) X(fcntl) \
  X(close) X(close_range) X(closefrom) X(dup2) X(dup3) X(munmap) X(mmap) X(shmat) X(shmdt) X(mremap) X(madvise) X(mprotect) X(pkey_mprotect) X(brk) X(sbrk) \
  X(arc4random) X(strdup) X(strndup) \
  X(arc4random_buf) X(arc4random_uniform)
// clang-format on

struct Real {
#define X(name) decltype(&::name) name;
  HEDDLE_REAL_FUNCTIONS(X)
#undef X
  long (*syscall)(long, ...);
  int (*cxa_guard_acquire)(uint64_t*);
  void (*cxa_guard_release)(uint64_t*);
  void (*cxa_guard_abort)(uint64_t*);
  int (*cxa_thread_atexit_impl)(void (*)(void*), void*, void*);
  void (*assert_fail)(const char*, const char*, unsigned, const char*);
  int (*cxa_atexit)(void (*)(void*), void*, void*);
  int (*cxa_at_quick_exit)(void (*)(void*), void*);
  unsigned (*random_device_value)(void*);
  void (*(*set_terminate)(void (*)()))();
  void (*(*get_terminate)())();
  int (*libc_start_main)(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(),
                         void (*)(), void*);
};

extern Real real;

// Looks them up, once; interposers that may run before the constructors call it.
void resolve_real_functions();

// One more of them; null if there is none.
void* find_next_function(const char* name);

// What heddle has looked for in vain is no business of the program's dlerror().
void forget_loader_errors();

}  // namespace heddle::runtime
