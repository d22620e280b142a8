// SPDX-License-Identifier: Apache-2.0
#pragma once

// Two threads talk through streams.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int there[2];
static int back[2];

static void say(FILE* to, const char* text) {
  fputs(text, to);
  if (FLUSHES) {
    fflush(to);
  }
}

static void* answer(void* unused) {
  FILE* from = fdopen(there[0], "r");
  FILE* to = fdopen(back[1], "w");
  char line[64];
  while (fgets(line, sizeof line, from) != NULL) {
    say(to, line);
  }
  fclose(to);
  fclose(from);
  return unused;
}

int main(void) {
  assert(pipe(there) == 0 && pipe(back) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, answer, NULL);
  FILE* to = fdopen(there[1], "w");
  FILE* from = fdopen(back[0], "r");
  say(to, "one ");
  say(to, "line\n12 34\n");
  char* line = NULL;
  size_t room = 0;
  assert(getline(&line, &room, from) == 9 && strcmp(line, "one line\n") == 0);
  int first = 0;
  int second = 0;
  assert(fscanf(from, "%d %d", &first, &second) == 2 && first == 12 && second == 34);
  assert(getc(from) == '\n');
  say(to, "block");
  say(to, "s\n");
  char block[6];
  assert(fread(block, 2, 3, from) == 3 && memcmp(block, "blocks", 6) == 0);
  fclose(to);
  assert(getc(from) == '\n' && getc(from) == EOF && feof(from));
  pthread_join(thread, NULL);
  free(line);
  fclose(from);
  return 0;
}
