// SPDX-License-Identifier: Apache-2.0
// traces WHAT THREADS [TIMES]: threads that do the same so many times, and of which it is known in
// how many orders that can be told from each other.
//
//   read, store, add, exchange   on one atomic
//   increment                    a load of it, then a store
//   climb                        a compare-exchange, which sets it to n if it is n - 1, the nth
//   time take_or_drop                 sets it by a compare-exchange, which it assumes to succeed,
//   and
//                                back
//   lock, locks                  take the same mutex; each one its own
//   scenario                     the same as `lock`, as a scenario
//   zeros                        the first looks for the last zero in an array; the others write to
//                                their places in it, one more than is in the place before; as a
//                                scenario
//   philosophers                 in a circle; each one takes the mutex on its left, then the other
//   careful                      the same, but that the last one takes them the other way round
//   barrier                      meet at a barrier for all of them
//   readers                      take a lock for reading; the first ones, as many as TIMES, for
//                                writing
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { most = 8 };

static const char* what;
static long threads;
static long times = 1;
static _Atomic long shared;
static _Atomic long array[most];
static pthread_mutex_t locks[most];
static pthread_barrier_t barrier;
static pthread_rwlock_t lock_of_readers = PTHREAD_RWLOCK_INITIALIZER;

static int does(const char* word) { return strcmp(what, word) == 0; }

static void take(long lock) { pthread_mutex_lock(&locks[lock % threads]); }

static void give_back(long lock) { pthread_mutex_unlock(&locks[lock % threads]); }

static void take_or_drop(void) {
  long free = 0;
  heddle_assume(atomic_compare_exchange_strong(&shared, &free, 1));
  atomic_store(&shared, 0);
}

static void do_once(long own, long time) {
  if (does("read")) {
    (void)atomic_load(&shared);
  } else if (does("store")) {
    atomic_store(&shared, own);
  } else if (does("add")) {
    atomic_fetch_add(&shared, 1);
  } else if (does("exchange")) {
    atomic_exchange(&shared, own);
  } else if (does("increment")) {
    atomic_store(&shared, atomic_load(&shared) + 1);
  } else if (does("climb")) {
    long below = time;
    atomic_compare_exchange_strong(&shared, &below, time + 1);
  } else if (does("take_or_drop")) {
    take_or_drop();
  } else if (does("zeros") && own == 0) {
    for (long i = threads - 1; atomic_load(&array[i]) != 0; --i) {
    }
  } else if (does("zeros")) {
    atomic_store(&array[own], atomic_load(&array[own - 1]) + 1);
  } else if (does("barrier")) {
    pthread_barrier_wait(&barrier);
  } else if (does("philosophers") || does("careful")) {
    const int turned = does("careful") && own == threads - 1;
    take(turned ? own + 1 : own);
    take(turned ? own : own + 1);
    give_back(own + 1);
    give_back(own);
  } else {
    const long lock = does("locks") ? own : 0;
    take(lock);
    give_back(lock);
  }
}

static void read_or_write(long own) {
  if (own < times) {
    pthread_rwlock_wrlock(&lock_of_readers);
  } else {
    pthread_rwlock_rdlock(&lock_of_readers);
  }
  pthread_rwlock_unlock(&lock_of_readers);
}

static void* work(void* argument) {
  const long own = (long)argument;
  if (does("readers")) {
    read_or_write(own);
    return NULL;
  }
  for (long i = 0; i < times; ++i) {
    do_once(own, i);
  }
  return NULL;
}

static void run(void* argument) {
  (void)argument;
  pthread_t all[most];
  for (long i = 0; i < most; ++i) {
    atomic_init(&array[i], 0);
  }
  for (long i = 0; i < threads; ++i) {
    pthread_create(&all[i], NULL, work, (void*)i);
  }
  for (long i = 0; i < threads; ++i) {
    pthread_join(all[i], NULL);
  }
}

int main(int count, char** words) {
  what = words[1];
  threads = atol(words[2]);
  if (count > 3) {
    times = atol(words[3]);
  }
  for (long i = 0; i < most; ++i) {
    pthread_mutex_init(&locks[i], NULL);
  }
  pthread_barrier_init(&barrier, NULL, (unsigned)threads);
  if (does("scenario") || does("zeros")) {
    heddle_scenario(NULL, run, NULL, NULL);
  } else {
    run(NULL);
  }
  return 0;
}
