// SPDX-License-Identifier: Apache-2.0
// draws FILE EVERY [OTHER]: a deadlock, or none with a third argument, in a program that looks at a
// file which no reset puts back.  Every EVERY-th time (if negative: always after so many times) a
// thread takes one more lock.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER,
                       c = PTHREAD_MUTEX_INITIALIZER;
static int takes_one_more, in_order;

static void take(pthread_mutex_t* first, pthread_mutex_t* second) {
  for (int i = 0; in_order && i < 3; ++i) {
    pthread_mutex_lock(first);
    pthread_mutex_unlock(first);
  }
  if (takes_one_more) {
    pthread_mutex_lock(&c);
    pthread_mutex_unlock(&c);
  }
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void* run(void* argument) {
  take(in_order ? &a : &b, in_order ? &b : &a);
  return argument;
}

int main(int count, char** words) {
  const int file = open(words[1], O_WRONLY | O_CREAT | O_APPEND, 0600);
  struct stat before;
  if (file < 0 || fstat(file, &before) != 0 || write(file, "x", 1) != 1) {
    return 1;
  }
  close(file);
  const int every = atoi(words[2]);
  takes_one_more = every > 0 ? before.st_size % every == every - 1 : before.st_size >= -every;
  in_order = count > 3;
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  take(&a, &b);
  pthread_join(thread, NULL);
  return 0;
}
