// SPDX-License-Identifier: Apache-2.0
// Plain accesses to memory, which no other thread touches, in a loop.
//
//   accesses (alone | beside) ROUNDS
//
// In a program of one thread; or beside a thread that waits all the time.  A round is
// ACCESSES of them, half of them writes.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 1024, ACCESSES = 8 };

static long words[WORDS];
static sem_t end;

// The compiler is to think that memory has changed, so that every access is done.
#define AGAIN() __asm__ volatile("" ::: "memory")

static __attribute__((noinline)) long rounds_of_accesses(long rounds) {
  long sum = 0;
  for (long i = 0; i < rounds; i++) {
    long* here = &words[i * (ACCESSES / 2) % WORDS];
    for (int j = 0; j < ACCESSES / 2; j++) {
      sum += here[j];
      AGAIN();
      here[j] = sum;
      AGAIN();
    }
  }
  return sum;
}

static void* waits(void* argument) {
  sem_wait(&end);
  return argument;
}

int main(int argc, char** argv) {
  if (argc != 3) {
    return 2;
  }
  const long rounds = atol(argv[2]);
  pthread_t other;
  const int beside = strcmp(argv[1], "beside") == 0;
  if (beside) {
    sem_init(&end, 0, 0);
    pthread_create(&other, NULL, waits, NULL);
  }
  const long sum = rounds_of_accesses(rounds);
  if (beside) {
    sem_post(&end);
    pthread_join(other, NULL);
  }
  return sum != 0;
}
