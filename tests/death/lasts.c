// SPDX-License-Identifier: Apache-2.0
//
// A program whose exploration lasts: it has many schedules, or does not come to an end in one.
//
//     lasts work|spin|ignore|setsid|pdeathsig MARK
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void* work(void* unused) {
  for (int i = 0; i < 40; i++) {
    pthread_mutex_lock(&locks[i % 2]);
    pthread_mutex_unlock(&locks[i % 2]);
  }
  return unused;
}

static void spin(void) {
  for (;;) {
    __asm__ volatile("pause");
  }
}

int main(int argc, char** argv) {
  const char* doing = argc > 1 ? argv[1] : "work";
  if (strcmp(doing, "spin") == 0) {
    spin();
  } else if (strcmp(doing, "ignore") == 0) {
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    spin();
  } else if (strcmp(doing, "setsid") == 0) {
    setsid();
    spin();
  } else if (strcmp(doing, "pdeathsig") == 0) {
    prctl(PR_SET_PDEATHSIG, 0);
    spin();
  }
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) {
    pthread_create(&threads[i], NULL, work, NULL);
  }
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}
