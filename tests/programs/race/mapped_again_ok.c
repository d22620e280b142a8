// SPDX-License-Identifier: Apache-2.0
//
// Memory that a thread has given back to the system is another thread's the next time: what they
// do to it has nothing in common but the address.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <stddef.h>
#include <sys/mman.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void use_a_page(void) {
  int* page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  page[0] = 1;
  page[1] = page[0] + 1;
  pthread_mutex_lock(&lock);  // others may run
  pthread_mutex_unlock(&lock);
  munmap(page, 4096);
}

int main(void) {
  run_both(use_a_page, use_a_page);
  return 0;
}
