// SPDX-License-Identifier: Apache-2.0
// Operations of the player that synchronize: each is one call, or one atomic access.
#include "player.h"
#include "record.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>

#include <heddle/heddle.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <unistd.h>

namespace heddle::live {
namespace {

pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
pthread_cond_t conditions[2] = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};
pthread_rwlock_t rwlocks[2] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};
pthread_spinlock_t spins[2];
sem_t semaphores[2];
pthread_barrier_t barriers[2];
std::atomic<int> atomics[kObjects];

// Never destroyed at the end: destroying what a thread uses that was not joined is another matter.
std::mutex (&cxx_mutexes)[2] = *new std::mutex[1][2];
std::condition_variable (&cxx_conditions)[2] = *new std::condition_variable[1][2];
std::shared_mutex (&cxx_rwlocks)[2] = *new std::shared_mutex[1][2];

pthread_once_t onces[2] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT};
std::once_flag cxx_onces[2];
int winners[4];

__attribute__((constructor)) void initialise() {
  for (unsigned i = 0; i < 2; ++i) {
    pthread_spin_init(&spins[i], PTHREAD_PROCESS_PRIVATE);
    sem_init(&semaphores[i], 0, i);
    pthread_barrier_init(&barriers[i], nullptr, i + 2);
  }
}

template <int number>
void initialise_once() {
  winners[number] = record_self();
  run_body('O', number);
}

template <int number>
int initialise_local() {
  const int winner = record_self();
  run_body('O', number);
  return winner;
}

template <int number>
int local() {
  static int winner = initialise_local<number>();
  return winner;
}

void destroy(int kind, int object) {
  switch (kind) {
    case 0:
      pthread_mutex_destroy(&mutexes[object]);
      break;
    case 1:
      pthread_cond_destroy(&conditions[object]);
      break;
    case 2:
      pthread_rwlock_destroy(&rwlocks[object]);
      break;
    case 3:
      pthread_spin_destroy(&spins[object]);
      break;
    case 4:
      sem_destroy(&semaphores[object]);
      break;
    default:
      pthread_barrier_destroy(&barriers[object]);
  }
}

int once(int number) {
  switch (number) {
    case 0:
      pthread_once(&onces[0], initialise_once<0>);
      return winners[0];
    case 1:
      pthread_once(&onces[1], initialise_once<1>);
      return winners[1];
    case 2:
      std::call_once(cxx_onces[0], initialise_once<2>);
      return winners[2];
    case 3:
      std::call_once(cxx_onces[1], initialise_once<3>);
      return winners[3];
    case 4:
      return local<4>();
    default:
      return local<5>();
  }
}

void wait(int condition, int mutex) {
  if (mutex < 2) {
    pthread_cond_wait(&conditions[condition], &mutexes[mutex]);
    return;
  }
  std::unique_lock lock(cxx_mutexes[mutex - 2], std::adopt_lock);
  cxx_conditions[condition - 2].wait(lock);
  lock.release();
}

int load(std::atomic<int>& atomic, int order) {
  return order == 0   ? atomic.load(std::memory_order_relaxed)
         : order == 1 ? atomic.load(std::memory_order_acquire)
                      : atomic.load();
}

void store(std::atomic<int>& atomic, int value, int order) {
  if (order == 0) {
    atomic.store(value, std::memory_order_relaxed);
  } else if (order == 1) {
    atomic.store(value, std::memory_order_release);
  } else {
    atomic.store(value);
  }
}

int perform_lock(const Op& op) {
  const bool cxx = op.a >= 2;
  const int at = op.a % 2;
  switch (op.code) {
    case Code::lock:
      cxx ? cxx_mutexes[at].lock() : void(pthread_mutex_lock(&mutexes[at]));
      return 0;
    case Code::trylock:
      return cxx ? cxx_mutexes[at].try_lock() : pthread_mutex_trylock(&mutexes[at]) == 0;
    case Code::unlock:
      cxx ? cxx_mutexes[at].unlock() : void(pthread_mutex_unlock(&mutexes[at]));
      return 0;
    case Code::rdlock:
      cxx ? cxx_rwlocks[at].lock_shared() : void(pthread_rwlock_rdlock(&rwlocks[at]));
      return 0;
    case Code::wrlock:
      cxx ? cxx_rwlocks[at].lock() : void(pthread_rwlock_wrlock(&rwlocks[at]));
      return 0;
    case Code::tryrdlock:
      return cxx ? cxx_rwlocks[at].try_lock_shared() : pthread_rwlock_tryrdlock(&rwlocks[at]) == 0;
    case Code::trywrlock:
      return cxx ? cxx_rwlocks[at].try_lock() : pthread_rwlock_trywrlock(&rwlocks[at]) == 0;
    case Code::rdunlock:
      cxx ? cxx_rwlocks[at].unlock_shared() : void(pthread_rwlock_unlock(&rwlocks[at]));
      return 0;
    default:
      cxx ? cxx_rwlocks[at].unlock() : void(pthread_rwlock_unlock(&rwlocks[at]));
      return 0;
  }
}

int perform_atomic(const Op& op) {
  std::atomic<int>& atomic = atomics[op.a];
  switch (op.code) {
    case Code::load:
      return load(atomic, op.b);
    case Code::store:
      store(atomic, op.b, op.c);
      return 0;
    case Code::add:
      return op.c == 0 ? atomic.fetch_add(op.b, std::memory_order_relaxed) : atomic.fetch_add(op.b);
    case Code::swap:
      return atomic.exchange(op.b);
    default: {
      int expected = op.b;
      atomic.compare_exchange_strong(expected, op.c);
      return expected;
    }
  }
}

}  // namespace

void perform_destroy(const Op& op) { destroy(op.a, op.b); }

int perform_sync(const Op& op) {
  switch (op.code) {
    case Code::wait:
      wait(op.a, op.b);
      return 0;
    case Code::signal:
      op.a < 2 ? void(pthread_cond_signal(&conditions[op.a]))
               : cxx_conditions[op.a - 2].notify_one();
      return 0;
    case Code::broadcast:
      op.a < 2 ? void(pthread_cond_broadcast(&conditions[op.a]))
               : cxx_conditions[op.a - 2].notify_all();
      return 0;
    case Code::spinlock:
      pthread_spin_lock(&spins[op.a]);
      return 0;
    case Code::spintry:
      return pthread_spin_trylock(&spins[op.a]) == 0;
    case Code::spinunlock:
      pthread_spin_unlock(&spins[op.a]);
      return 0;
    case Code::semwait:
      sem_wait(&semaphores[op.a]);
      return 0;
    case Code::semtry:
      return sem_trywait(&semaphores[op.a]) == 0;
    case Code::sempost:
      sem_post(&semaphores[op.a]);
      return 0;
    case Code::semvalue: {
      int value = 0;
      sem_getvalue(&semaphores[op.a], &value);
      return value;
    }
    case Code::barrier:
      pthread_barrier_wait(&barriers[op.a]);
      return 0;
    case Code::once:
      return once(op.a);
    case Code::load:
    case Code::store:
    case Code::add:
    case Code::swap:
    case Code::cas:
      return perform_atomic(op);
    case Code::fence:
      std::atomic_thread_fence(op.a == 0 ? std::memory_order_acq_rel : std::memory_order_seq_cst);
      return 0;
    case Code::yield:
      sched_yield();
      return 0;
    case Code::sleep:
      usleep(1);
      return 0;
    case Code::choose:
      return static_cast<int>(heddle_choose(static_cast<unsigned>(op.a)));
    case Code::take:
    case Code::drain:
    case Code::pollany:
    case Code::epollany:
    case Code::polltime:
      return perform_channel(op);
    default:
      return perform_lock(op);
  }
}

}  // namespace heddle::live
