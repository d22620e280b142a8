// SPDX-License-Identifier: Apache-2.0
//
// A worker of setup answers; the body waits for it with a time-out, and takes its end for success.
//
// RUN: heddle run %t
// EXPECT: assertion preemptions=0
// RUN: heddle run --reset loop %t
// EXPECT: assertion preemptions=0
#include <assert.h>
#include <errno.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t asked = PTHREAD_COND_INITIALIZER;
static pthread_cond_t answered = PTHREAD_COND_INITIALIZER;
static bool question;
static bool answer;

static void* responder(void* argument) {
  pthread_mutex_lock(&mutex);
  for (;;) {
    while (!question) {
      pthread_cond_wait(&asked, &mutex);
    }
    question = false;
    answer = true;
    pthread_cond_signal(&answered);
  }
  return argument;
}

static void setup(void* argument) {
  (void)argument;
  pthread_t thread;
  pthread_create(&thread, NULL, responder, NULL);
  pthread_detach(thread);
}

static void body(void* argument) {
  (void)argument;
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec++;
  pthread_mutex_lock(&mutex);
  question = true;
  answer = false;
  pthread_cond_signal(&asked);
  int result = 0;
  while (!answer && result == 0) {
    result = pthread_cond_timedwait(&answered, &mutex, &deadline);
  }
  assert(answer);
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  heddle_scenario(setup, body, NULL, NULL);
  return 0;
}
