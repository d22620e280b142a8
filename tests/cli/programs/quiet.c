// SPDX-License-Identifier: Apache-2.0
//
// Scenarios whose setup leaves threads behind that wait, by how they wait:
//
//     quiet condition|semaphore|futex|join|sleep|nested|posts
//
// The body has two threads take a lock twice and wakes the worker; with `sleep` it has one; with
// `posts` it leaves work for the worker, and returns at once.
#include <assert.h>
#include <heddle/heddle.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char* name;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static int word;
static int handled;
static pthread_t below;

static bool is(const char* what) { return strcmp(name, what) == 0; }

static void* on_condition(void* argument) {
  pthread_mutex_lock(&mutex);
  for (;;) {
    pthread_cond_wait(&condition, &mutex);
  }
  return argument;
}

static void* on_semaphore(void* argument) {
  for (;;) {
    sem_wait(&semaphore);
    pthread_mutex_lock(&mutex);
    handled++;
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

static void* on_futex(void* argument) {
  for (;;) {
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  }
  return argument;
}

static void* on_join(void* argument) {
  pthread_create(&below, NULL, on_semaphore, NULL);
  pthread_join(below, NULL);
  return argument;
}

static void* asleep(void* argument) {
  for (;;) {
    usleep(1000);
  }
  return argument;
}

static void* creates(void* argument) {
  pthread_t thread;
  if (argument != NULL) {
    pthread_create(&thread, NULL, creates, NULL);
  }
  return on_semaphore(argument);
}

static void setup(void* argument) {
  (void)argument;
  sem_init(&semaphore, 0, 0);
  pthread_t thread;
  void* (*worker)(void*) = is("condition") ? on_condition
                           : is("futex")   ? on_futex
                           : is("join")    ? on_join
                           : is("sleep")   ? asleep
                           : is("nested")  ? creates
                                           : on_semaphore;
  pthread_create(&thread, NULL, worker, &word);
}

static void* twice(void* argument) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

static void body(void* argument) {
  if (is("posts")) {
    assert(handled == 0 || handled == 2);
    handled = 0;
    sem_post(&semaphore);
    sem_post(&semaphore);
    return;
  }
  if (is("sleep")) {
    twice(argument);
    return;
  }
  pthread_t thread;
  pthread_create(&thread, NULL, twice, NULL);
  if (is("condition")) {
    pthread_cond_signal(&condition);
  } else if (is("futex")) {
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  } else {
    sem_post(&semaphore);
  }
  twice(argument);
  pthread_join(thread, NULL);
}

static void teardown(void* argument) {
  (void)argument;
  assert(!is("posts") || handled == 2);
}

int main(int argc, char** argv) {
  name = argc > 1 ? argv[1] : "";
  heddle_scenario(setup, body, teardown, NULL);
  return 0;
}
