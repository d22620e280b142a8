// SPDX-License-Identifier: Apache-2.0
// Status 5 if its first argument, the variable BYTES and standard input all are the byte 255
// between an a and a z; it says so with such bytes, in its output and in the name of a thread.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* argument) {
  pthread_setname_np(pthread_self(), "na\xffme");
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(int argc, char** argv) {
  char input[8] = "";
  const char* variable = getenv("BYTES");
  const size_t got = fread(input, 1, sizeof input - 1, stdin);
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  const int same = argc > 1 && strcmp(argv[1], "a\xffz") == 0 && got == 3 &&
                   strcmp(input, "a\xffz") == 0 && variable != NULL &&
                   strcmp(variable, "a\xffz") == 0;
  printf("%s: \xfe\xff\n", same ? "the same" : "others");
  return same ? 5 : 0;
}
