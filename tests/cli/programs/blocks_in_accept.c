// SPDX-License-Identifier: Apache-2.0
// Waits for a client that never comes.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>

static int listener;

static void* accept_client(void* argument) {
  return accept(listener, NULL, NULL) >= 0 ? argument : NULL;
}

int main(void) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr*)&address, sizeof address) != 0 || listen(listener, 1) != 0) {
    return 1;
  }
  pthread_t thread;
  pthread_create(&thread, NULL, accept_client, NULL);
  pthread_join(thread, NULL);
  return 0;
}
