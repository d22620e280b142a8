// SPDX-License-Identifier: Apache-2.0
//
// A server and its client in one process: TCP over loopback, and a socket pair.
//
// RUN: heddle run --preemptions 1 %t
// EXPECT: clean
// RUN: heddle run --preemptions 1 --threads os %t
// EXPECT: clean
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int listener;
static int pair[2];

static void* serve(void* unused) {
  const int client = accept(listener, NULL, NULL);
  assert(client >= 0);
  char bytes[8];
  for (ssize_t got = 1; (got = recv(client, bytes, sizeof bytes, 0)) > 0;) {
    assert(send(client, bytes, (size_t)got, 0) == got);
  }
  close(client);
  assert(write(pair[1], "bye", 3) == 3);
  return unused;
}

int main(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  assert(bind(listener, (struct sockaddr*)&address, sizeof address) == 0);
  assert(listen(listener, 1) == 0);
  assert(getsockname(listener, (struct sockaddr*)&address, &length) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, serve, NULL);
  const int server = socket(AF_INET, SOCK_STREAM, 0);
  assert(connect(server, (struct sockaddr*)&address, sizeof address) == 0);
  char bytes[8] = "hello";
  assert(send(server, bytes, 5, 0) == 5);
  memset(bytes, 0, sizeof bytes);
  assert(recv(server, bytes, sizeof bytes, 0) == 5 && strcmp(bytes, "hello") == 0);
  shutdown(server, SHUT_WR);
  assert(read(pair[0], bytes, sizeof bytes) == 3 && memcmp(bytes, "bye", 3) == 0);
  pthread_join(thread, NULL);
  return 0;
}
