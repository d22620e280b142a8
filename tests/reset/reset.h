// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the programs of this folder share.
//
// Each of them looks, at the entry of main, whether everything is as it was the first time, and
// then makes it dirty.  What is left over from the execution before ends in abort().
//
//     program NOTES [TRAITS]
//
// NOTES is a file that no reset puts back.  The first execution writes down there what it sees
// (remember() below, and the portrait), the others compare.  TRAITS says what can be compared:
// `a` addresses, `s` what lies on the stack before anybody has written there.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPECT(condition) ((condition) ? (void)0 : reset_failed(__LINE__, #condition, "", ""))

static const char* reset_notes = "";
static const char* reset_traits = "";

// Raw calls: heddle is to take no notice of them.
static inline long reset_open(const char* suffix, int flags) {
  char path[4096];
  snprintf(path, sizeof path, "%s%s", reset_notes, suffix);
  return syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0666);
}

// Says it where the test looks; what an execution prints may go nowhere.
static inline void reset_failed(int line, const char* what, const char* now, const char* before) {
  char text[1024];
  const int length =
      snprintf(text, sizeof text, "line %d: %s%s%s%s%s\n", line, what, *now ? ": now " : "", now,
               *before ? ", the first time " : "", before);
  const long file = reset_open(".why", O_WRONLY | O_CREAT | O_APPEND);
  if (file >= 0 && syscall(SYS_write, file, text, length) == length) {
    syscall(SYS_close, file);
  }
  abort();
}

static inline int reset_trait(char trait) { return strchr(reset_traits, trait) != NULL; }

// Compares a value with that of the first execution.
static inline void remember(const char* name, const char* value) {
  char suffix[80];
  char before[512] = "";
  snprintf(suffix, sizeof suffix, ".%s", name);
  long file = reset_open(suffix, O_RDONLY);
  if (file < 0) {
    file = reset_open(suffix, O_WRONLY | O_CREAT | O_EXCL);
    if (syscall(SYS_write, file, value, strlen(value)) != (long)strlen(value)) {
      reset_failed(__LINE__, "the first value should be noted", name, "");
    }
  } else {
    const long length = syscall(SYS_read, file, before, sizeof before - 1);
    before[length < 0 ? 0 : length] = 0;
    if (strncmp(before, value, sizeof before - 1) != 0) {
      reset_failed(__LINE__, name, value, before);
    }
  }
  syscall(SYS_close, file);
}

static inline void remember_number(const char* name, long value) {
  char text[32];
  snprintf(text, sizeof text, "%ld", value);
  remember(name, text);
}

static inline void remember_address(const char* name, const volatile void* address) {
  if (reset_trait('a')) {
    remember_number(name, (long)address);
  }
}

// Two threads, some locks: enough schedules to leave something over.
static pthread_mutex_t reset_first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t reset_second = PTHREAD_MUTEX_INITIALIZER;
static void (*reset_work)(int);

static inline void* reset_thread(void* argument) {
  pthread_mutex_lock(&reset_first);
  if (reset_work != NULL) {
    reset_work((int)(long)argument);
  }
  pthread_mutex_unlock(&reset_first);
  pthread_mutex_lock(&reset_second);
  pthread_mutex_unlock(&reset_second);
  return NULL;
}

static inline void run_threads(void (*work)(int)) {
  pthread_t threads[2];
  reset_work = work;
  for (long i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, reset_thread, (void*)i);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
}
