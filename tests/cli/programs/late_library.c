// SPDX-License-Identifier: Apache-2.0
// A thread loads the library of its argument if the other one has not come yet: not by default.
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int came;
static const char* path;

static void* come(void* argument) {
  pthread_mutex_lock(&mutex);
  came++;
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void* load(void* argument) {
  pthread_mutex_lock(&mutex);
  const int first = came == 0;
  pthread_mutex_unlock(&mutex);
  if (first) {
    void* library = dlopen(path, RTLD_NOW);
    ((int (*)(void))dlsym(library, "read_sum"))();
  }
  return argument;
}

int main(int count, char** arguments) {
  path = count > 1 ? arguments[1] : "";
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, come, NULL);
  pthread_create(&threads[1], NULL, load, NULL);
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}
