// SPDX-License-Identifier: Apache-2.0
#pragma once

#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int stream[2];
static int datagrams[2];
static sem_t answered;

static void* send_parts(void* unused) {
  assert(send(stream[1], "he", 2, 0) == 2);
  if (!SENDS_ALL) {
    sem_wait(&answered);
  }
  usleep(1);
  assert(send(stream[1], "llo", 3, 0) == 3);
  assert(send(datagrams[1], "a", 1, 0) == 1);
  usleep(1);
  assert(send(datagrams[1], "bc", 2, 0) == 2);
  return unused;
}

int main(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, stream) == 0);
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, datagrams) == 0);
  sem_init(&answered, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, send_parts, NULL);
  char bytes[5];
  assert(recv(stream[0], bytes, 5, MSG_WAITALL) == 5 && memcmp(bytes, "hello", 5) == 0);
  sem_post(&answered);
  struct iovec rooms[2] = {{bytes, 1}, {bytes + 1, 2}};
  struct mmsghdr messages[2] = {{{0}, 0}, {{0}, 0}};
  for (int i = 0; i < 2; i++) {
    messages[i].msg_hdr.msg_iov = &rooms[i];
    messages[i].msg_hdr.msg_iovlen = 1;
  }
  assert(recvmmsg(datagrams[0], messages, 2, 0, NULL) == 2);
  assert(messages[1].msg_len == 2 && memcmp(bytes, "abc", 3) == 0);
  pthread_join(thread, NULL);
  return 0;
}
