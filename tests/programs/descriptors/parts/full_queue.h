// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un address = {.sun_family = AF_UNIX};
static socklen_t length = sizeof address;

static void* come(void* unused) {
  const int client = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(connect(client, (struct sockaddr*)&address, length) == 0);
  close(client);
  return unused;
}

int main(void) {
  const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(bind(listener, (struct sockaddr*)&address, sizeof address.sun_family) == 0);  // any name
  assert(getsockname(listener, (struct sockaddr*)&address, &length) == 0);
  assert(listen(listener, 0) == 0);
  pthread_t clients[3];
  for (int i = 0; i < 3; i++) {
    pthread_create(&clients[i], NULL, come, NULL);
  }
  for (int i = 0; i < ACCEPTED; i++) {
    close(accept(listener, NULL, NULL));
  }
  for (int i = 0; i < 3; i++) {
    pthread_join(clients[i], NULL);
  }
  return 0;
}
