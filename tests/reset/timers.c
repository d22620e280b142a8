// SPDX-License-Identifier: Apache-2.0
//
// Timers left armed: they do not go off in the next execution, and are not there at its start.
//
// UNCONTROLLED: alarm, setitimer, timer_create
#include "portrait.h"

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(alarm(1000) == 0);
  struct itimerval often;
  memset(&often, 0, sizeof often);
  often.it_value.tv_sec = 1000;
  often.it_interval.tv_sec = 1;
  EXPECT(setitimer(ITIMER_VIRTUAL, &often, NULL) == 0);
  EXPECT(setitimer(ITIMER_PROF, &often, NULL) == 0);
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_NONE;
  timer_t timer;
  EXPECT(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
  remember_number("timer", (long)timer);
  run_threads(NULL);
  return 0;
}
