// SPDX-License-Identifier: Apache-2.0
//
// A victim pushes items to the tail of a queue and pops them there; a thief steals from its head.
// They meet only where the queue is nearly empty, and then the lock decides: the protocol of
// M. Frigo, C. E. Leiserson and K. H. Randall, "The implementation of the Cilk-5 multithreaded
// language".  Each item must be taken once.
//
//   work_stealing [ITEMS [STEALS]]     1 item and 1 steal if not said
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { kMost = 8 };

static atomic_int head, tail;
static int queue[kMost];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int items = 1;
static int steals = 1;
static int popped, stolen;

static void push(int item) {
  const int end = atomic_load(&tail);
  queue[end] = item;
  atomic_store(&tail, end + 1);
}

static bool take_last(int* item) {
  const int last = atomic_load(&tail) - 1;
  atomic_store(&tail, last);
  if (atomic_load(&head) > last) {
    atomic_store(&tail, last + 1);
    return false;
  }
  *item = queue[last];
  return true;
}

static bool pop(int* item) {
  if (take_last(item)) {
    return true;
  }
  pthread_mutex_lock(&mutex);
  const bool found = take_last(item);
  pthread_mutex_unlock(&mutex);
  return found;
}

static bool steal(int* item) {
  pthread_mutex_lock(&mutex);
  const int first = atomic_load(&head);
  atomic_store(&head, first + 1);
  const bool found = first + 1 <= atomic_load(&tail);
  if (found) {
    *item = queue[first];
  } else {
    atomic_store(&head, first);
  }
  pthread_mutex_unlock(&mutex);
  return found;
}

static void* thieve(void* unused) {
  for (int i = 0; i < steals; ++i) {
    int item = 0;
    stolen += steal(&item) ? item : 0;
  }
  return unused;
}

int main(int argc, char** argv) {
  items = argc > 1 ? atoi(argv[1]) : items;
  steals = argc > 2 ? atoi(argv[2]) : steals;
  if (items < 1 || items > kMost || steals < 1) {
    return 2;
  }
  pthread_t thief;
  pthread_create(&thief, NULL, thieve, NULL);
  for (int i = 0; i < items; ++i) {
    push(1 << i);
  }
  for (int i = 0; i < items; ++i) {
    int item = 0;
    popped += pop(&item) ? item : 0;
  }
  pthread_join(thief, NULL);
  // Steals may have left nothing for the last pops, but nothing is lost or taken twice.
  assert((popped & stolen) == 0 && (popped | stolen) < 1 << items);
  assert(atomic_load(&head) == atomic_load(&tail) ? (popped | stolen) == (1 << items) - 1 : 1);
  return 0;
}
