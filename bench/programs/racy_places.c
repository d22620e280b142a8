// SPDX-License-Identifier: Apache-2.0
// Two threads, one of which writes 130 variables at as many places of the code, and one reads them:
// 130 data races, and no synchronization.
#include "../../tests/programs/race/many_places.h"

#include <pthread.h>
#include <stddef.h>

static void* write_them(void* unused) {
  write_all();
  return unused;
}

static void* read_them(void* sum) {
  *(int*)sum = sum_of_all();
  return NULL;
}

int main(void) {
  pthread_t writer;
  pthread_t reader;
  int sum = 0;
  pthread_create(&writer, NULL, write_them, NULL);
  pthread_create(&reader, NULL, read_them, &sum);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  return sum >= 0 && sum <= 130 ? 0 : 1;
}
