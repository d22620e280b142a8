// SPDX-License-Identifier: Apache-2.0
//
// A worker thread takes jobs from a queue, and says that a job is done a moment too early.  The
// test is a scenario: the queue and its worker are made once, and only the body is explored (see
// docs/how-to/write-a-scenario.md).
//
//     gcc -g -O1 -pthread -Iinclude examples/job_queue.c -o job_queue
//     ./job_queue                    setup, body and teardown, once
//     heddle run ./job_queue
//     heddle run --reset loop ./job_queue
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

enum { kStop = -1 };

struct Queue {
  pthread_mutex_t mutex;
  sem_t waiting;  // counts jobs
  sem_t done;     // counts jobs as well
  int jobs[4];
  int count;
  int sum;  // of all jobs that were done
  pthread_t worker;
};

static void submit(struct Queue* queue, int job) {
  pthread_mutex_lock(&queue->mutex);
  queue->jobs[queue->count++] = job;
  pthread_mutex_unlock(&queue->mutex);
  sem_post(&queue->waiting);
}

static void* work(void* argument) {
  struct Queue* queue = argument;
  while (1) {
    sem_wait(&queue->waiting);
    pthread_mutex_lock(&queue->mutex);
    const int job = queue->jobs[--queue->count];
    pthread_mutex_unlock(&queue->mutex);
    if (job == kStop) {
      return NULL;
    }
    sem_post(&queue->done);  // not yet
    pthread_mutex_lock(&queue->mutex);
    queue->sum += job;
    pthread_mutex_unlock(&queue->mutex);
  }
}

static void* client(void* argument) {
  submit(argument, 3);
  return NULL;
}

static void setup(void* argument) {
  struct Queue* queue = argument;
  pthread_mutex_init(&queue->mutex, NULL);
  sem_init(&queue->waiting, 0, 0);
  sem_init(&queue->done, 0, 0);
  pthread_create(&queue->worker, NULL, work, queue);
}

static void body(void* argument) {
  struct Queue* queue = argument;
  queue->sum = 0;
  pthread_t other;
  pthread_create(&other, NULL, client, queue);
  submit(queue, 5);
  pthread_join(other, NULL);
  sem_wait(&queue->done);
  sem_wait(&queue->done);
  pthread_mutex_lock(&queue->mutex);
  assert(queue->sum == 8);
  pthread_mutex_unlock(&queue->mutex);
}

static void teardown(void* argument) {
  struct Queue* queue = argument;
  submit(queue, kStop);
  pthread_join(queue->worker, NULL);
  sem_destroy(&queue->done);
  sem_destroy(&queue->waiting);
  pthread_mutex_destroy(&queue->mutex);
}

int main(void) {
  static struct Queue queue;
  heddle_scenario(setup, body, teardown, &queue);
  return 0;
}
