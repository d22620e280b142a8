// SPDX-License-Identifier: Apache-2.0
// Two threads add to a sum in two steps; the sum is of the library, scoped_library.c, which is
// linked or, if there is an argument, loaded from there.
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static int (*read_sum)(void);
static void (*write_sum)(int sum);

static void* add(void* argument) {
  write_sum(read_sum() + 1);
  return argument;
}

int main(int count, char** arguments) {
  void* library = dlopen(count > 1 ? arguments[1] : NULL, RTLD_NOW);
  read_sum = (int (*)(void))dlsym(library, "read_sum");
  write_sum = (void (*)(int))dlsym(library, "write_sum");
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, add, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  assert(read_sum() == 2);
  return 0;
}
