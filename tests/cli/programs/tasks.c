// SPDX-License-Identifier: Apache-2.0
// Exits with 0 if the kernel knows of as many threads as the argument says when two have been
// created, one of which has ended.
#include <dirent.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdlib.h>

static sem_t done;

static void* end(void* argument) { return argument; }

static void* stay(void* argument) {
  sem_wait(&done);
  return argument;
}

static int tasks(void) {
  int count = 0;
  DIR* directory = opendir("/proc/self/task");
  for (struct dirent* entry; (entry = readdir(directory)) != NULL;) {
    count += entry->d_name[0] != '.';
  }
  closedir(directory);
  return count;
}

int main(int argc, char** argv) {
  int expected = argc > 1 ? atoi(argv[1]) : 0;
  sem_init(&done, 0, 0);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, end, NULL);
  pthread_join(threads[0], NULL);
  pthread_create(&threads[1], NULL, stay, NULL);
  int count = tasks();
  // The kernel may take a while over a thread's end.
  for (int i = 0; i < 10000 && count > expected; ++i) {
    count = tasks();
  }
  sem_post(&done);
  pthread_join(threads[1], NULL);
  return count == expected ? 0 : 1;
}
