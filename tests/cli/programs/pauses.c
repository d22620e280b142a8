// SPDX-License-Identifier: Apache-2.0
//
// A thread in the background pauses, looks, and pauses again; others work.  -DWAY: 1 sleeps, 2
// waits with a time-out and counts, 3 sleeps twice in a round.  -DBUG: the work is wrong in one
// order.
//
// -DPOLLS=N: instead, main looks N times whether the work is done, and then gives up.
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#ifndef WAY
#define WAY 1
#endif
#ifndef POLLS
#define POLLS 0
#endif
#ifndef BUG
#define BUG 0
#endif

static pthread_mutex_t state = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t work = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static int stops;
static int done;
static int last;
static long rounds;

static int is_to_stop(void) {
  pthread_mutex_lock(&state);
  const int answer = stops;
  pthread_mutex_unlock(&state);
  return answer;
}

static void* sleeps(void* unused) {
  while (!is_to_stop()) {
    usleep(1000);
    if (WAY == 3) {
      pthread_mutex_lock(&state);
      pthread_mutex_unlock(&state);
      usleep(2000);
    }
  }
  return unused;
}

static void* waits(void* unused) {
  pthread_mutex_lock(&state);
  while (!stops) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 1;
    pthread_cond_timedwait(&wake, &state, &end);
    ++rounds;
  }
  pthread_mutex_unlock(&state);
  return unused;
}

static void* works(void* who) {
  pthread_mutex_lock(&work);
  ++done;
  last = *(int*)who;
  pthread_mutex_unlock(&work);
  return NULL;
}

static int polls(void) {
  for (int i = 0; i < POLLS; i++) {
    pthread_mutex_lock(&work);
    const int answer = done;
    pthread_mutex_unlock(&work);
    if (answer != 0) {
      return 0;
    }
    usleep(1000);
  }
  return 1;
}

int main(void) {
  static int who[2] = {1, 2};
  pthread_t background;
  pthread_t workers[2];
  if (POLLS > 0) {
    pthread_create(&workers[0], NULL, works, &who[0]);
    const int gave_up = polls();
    pthread_join(workers[0], NULL);
    return gave_up;
  }
  pthread_create(&background, NULL, WAY == 2 ? waits : sleeps, NULL);
  for (int i = 0; i < 2; i++) {
    pthread_create(&workers[i], NULL, works, &who[i]);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(workers[i], NULL);
  }
  pthread_mutex_lock(&state);
  stops = 1;
  pthread_cond_signal(&wake);
  pthread_mutex_unlock(&state);
  pthread_join(background, NULL);
  return BUG && last == 1 ? 3 : 0;
}
