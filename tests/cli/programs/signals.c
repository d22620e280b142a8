// SPDX-License-Identifier: Apache-2.0
// Exits with 0 if signals reach the threads that they are sent to.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>

static __thread int taken;
static sem_t go;

static void take(int signal) { taken += signal == SIGUSR1; }

static void* raise_one(void* argument) {
  raise(SIGUSR1);
  *(int*)argument = taken;
  return NULL;
}

static void* wait_for_one(void* argument) {
  sem_wait(&go);
  *(int*)argument = taken;
  return NULL;
}

static void* look_at_mask(void* argument) {
  sigset_t mask;
  pthread_sigmask(SIG_BLOCK, NULL, &mask);
  *(int*)argument = sigismember(&mask, SIGUSR2) == 1 && sigismember(&mask, SIGUSR1) == 0;
  return NULL;
}

static int in_thread(void* (*routine)(void*), int signal) {
  int result = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, routine, &result);
  if (signal != 0) {
    pthread_kill(thread, signal);
    sem_post(&go);
  }
  pthread_join(thread, NULL);
  return result;
}

int main(void) {
  sem_init(&go, 0, 0);
  signal(SIGUSR1, take);
  if (in_thread(raise_one, 0) != 1 || taken != 0) {
    return 1;
  }
  if (in_thread(wait_for_one, SIGUSR1) != 1 || taken != 0) {
    return 2;
  }
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &mask, NULL);
  if (in_thread(look_at_mask, 0) != 1) {
    return 3;
  }
  raise(SIGUSR1);
  return taken == 1 ? 0 : 4;
}
