// SPDX-License-Identifier: Apache-2.0
//
// The last ticket is looked for in one critical section and sold in the next.  What to
// begin with is read from standard input; how many each buyer wants is an argument.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t office = PTHREAD_MUTEX_INITIALIZER;
static int left;
static int wanted;

static int look(void) {
  pthread_mutex_lock(&office);
  int seen = left;
  pthread_mutex_unlock(&office);
  return seen;
}

static void* buy(void* argument) {
  int seen = look();  // LINE: look
  if (seen >= wanted) {
    pthread_mutex_lock(&office);  // LINE: sell
    left -= wanted;
    assert(left >= 0);  // LINE: assert
    pthread_mutex_unlock(&office);
  }
  return argument;
}

int main(int argc, char** argv) {
  wanted = argc > 2 ? atoi(argv[2]) : 1;
  if (scanf("%d", &left) != 1) {
    return 2;
  }
  printf("%s %d\n", argc > 1 ? argv[1] : "", left);
  pthread_t buyers[2];
  for (int i = 0; i < 2; ++i) {
    pthread_create(&buyers[i], NULL, buy, NULL);
  }
  for (int i = 0; i < 2; ++i) {
    pthread_join(buyers[i], NULL);
  }
  return 0;
}
