// SPDX-License-Identifier: Apache-2.0
//
// Keys for data of threads: made and never deleted; one is from before main.
#include "portrait.h"

static pthread_key_t before_main;
static int destroyed;

static void destroy(void* value) {
  EXPECT(value != NULL);
  destroyed++;
}

__attribute__((constructor)) static void make_before_main(void) {
  pthread_key_create(&before_main, destroy);
  pthread_setspecific(before_main, "of main");
}

static void in_thread(int id) {
  EXPECT(pthread_getspecific(before_main) == NULL);
  pthread_setspecific(before_main, id == 0 ? "0" : "1");
}

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(destroyed == 0);
  EXPECT(strcmp((const char*)pthread_getspecific(before_main), "of main") == 0);
  // More than fit into a thread's first table.
  for (int i = 0; i < 100; i++) {
    pthread_key_t key;
    EXPECT(pthread_key_create(&key, destroy) == 0);
    if (i == 0) {
      remember_number("key", (long)key);
    }
    EXPECT(pthread_getspecific(key) == NULL);
    pthread_setspecific(key, &destroyed);
  }
  run_threads(in_thread);
  EXPECT(destroyed == 2);
  pthread_setspecific(before_main, NULL);
  pthread_key_delete(before_main);
  return 0;
}
