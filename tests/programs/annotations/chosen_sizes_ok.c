// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of chosen_sizes_assertion: a message ends with a short packet, if need be an
// empty one.
//
// RUN: heddle run %t
// EXPECT: clean
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>

enum { kPacket = 2, kMost = 8 };

static sem_t packets;
static int sent[kMost], count;

static void send_packet(int length) {
  sent[count++] = length;
  sem_post(&packets);
}

static void send_message(int length) {
  while (length >= kPacket) {
    send_packet(kPacket);
    length -= kPacket;
  }
  send_packet(length);
}

static int read_message(void) {
  static int read;
  int length = 0;
  do {
    sem_wait(&packets);
    length += sent[read];
  } while (sent[read++] == kPacket);
  return length;
}

static int first_length;

static void* write_two(void* argument) {
  first_length = (int)heddle_choose(5);
  send_message(first_length);
  send_message(1);
  return argument;
}

int main(void) {
  pthread_t writer;
  sem_init(&packets, 0, 0);
  pthread_create(&writer, NULL, write_two, NULL);
  const int length = read_message();
  pthread_join(writer, NULL);
  assert(length == first_length);
  return 0;
}
