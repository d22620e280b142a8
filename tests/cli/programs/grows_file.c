// SPDX-License-Identifier: Apache-2.0
// grows_file PATH: what it does depends on a file that no reset puts back: every other time a mutex
// is taken that is else left alone.
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int shared;

static void* add(void* argument) {
  for (int i = 0; i < 3; ++i) {
    atomic_fetch_add(&shared, 1);
  }
  return argument;
}

int main(int count, char** words) {
  const int file = open(words[count - 1], O_WRONLY | O_CREAT | O_APPEND, 0600);
  struct stat before;
  if (file < 0 || fstat(file, &before) != 0 || write(file, "x", 1) != 1) {
    return 1;
  }
  close(file);
  if (before.st_size % 2 == 1) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  add(NULL);
  pthread_join(thread, NULL);
  return 0;
}
