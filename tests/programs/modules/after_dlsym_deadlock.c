// SPDX-License-Identifier: Apache-2.0
//
// Two threads take two locks in opposite order, in a program that has asked the loader for a
// function before.  Looking one up frees the text of the loader's last error; a free is where
// stacks are taken when the finding is replayed, and this one is within the loader.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: clean
// RUN: heddle run %t
// EXPECT: deadlock preemptions=1
// RUN: heddle run --reset exec %t
// EXPECT: deadlock preemptions=1
//
// FLAGS: -D_GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void* take_b_and_a(void* argument) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return argument;
}

int main(void) {
  assert(dlerror() == NULL);  // of anything that the program did not ask for
  assert(dlsym(RTLD_DEFAULT, "qsort") != NULL);
  assert(dlsym(RTLD_DEFAULT, "there_is_no_such_function") == NULL);
  assert(dlsym(RTLD_DEFAULT, "bsearch") != NULL);
  Dl_info about;
  assert(dladdr(&a, &about) != 0);
  void* library = dlopen("libm.so.6", RTLD_LAZY);
  assert(library != NULL && dlsym(library, "cos") != NULL);
  assert(dlsym(library, "there_is_none_here_either") == NULL && dlerror() != NULL);

  pthread_t thread;
  pthread_create(&thread, NULL, take_b_and_a, NULL);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(thread, NULL);
  dlclose(library);
  return 0;
}
