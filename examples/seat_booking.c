// SPDX-License-Identifier: Apache-2.0
//
// Two clerks sell seats.  A test with fixed wishes would show one case; here the wishes are
// chosen by heddle, which tries all of them (see docs/reference/annotations.md).
//
//     gcc -g -O1 -pthread -Iinclude examples/seat_booking.c -o seat_booking
//     ./seat_booking                 every wish is seat 0
//     heddle run ./seat_booking
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>

enum { kSeats = 3, kClerks = 2 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool taken[kSeats];
static int sold[kSeats];

static bool is_free(unsigned seat) {
  pthread_mutex_lock(&mutex);
  const bool result = !taken[seat];
  pthread_mutex_unlock(&mutex);
  return result;
}

static void take(unsigned seat) {
  pthread_mutex_lock(&mutex);
  taken[seat] = true;
  sold[seat]++;
  pthread_mutex_unlock(&mutex);
}

static void* clerk(void* argument) {
  const unsigned wish = *(unsigned*)argument;
  if (is_free(wish)) {  // and still free when it is taken?
    take(wish);
  }
  return NULL;
}

int main(void) {
  unsigned wishes[kClerks];
  pthread_t clerks[kClerks];
  heddle_name(&mutex, "seats");
  for (int i = 0; i < kClerks; i++) {
    wishes[i] = heddle_choose(kSeats);
  }
  heddle_assume(wishes[0] <= wishes[1]);  // the clerks are alike: other cases are these again
  for (int i = 0; i < kClerks; i++) {
    pthread_create(&clerks[i], NULL, clerk, &wishes[i]);
  }
  for (int i = 0; i < kClerks; i++) {
    pthread_join(clerks[i], NULL);
  }
  for (int seat = 0; seat < kSeats; seat++) {
    assert(sold[seat] <= 1);
  }
  return 0;
}
