// SPDX-License-Identifier: Apache-2.0
//
// Scenarios, by name:
//
//     scenario NAME [NUMBER]
//
// Unless the name says otherwise, two threads take a lock four times each.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char* name;
static int number;
static int calls;

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static bool flag;
static int shared;

static bool is(const char* what) { return strcmp(name, what) == 0; }

static void* locks(void* argument) {
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
  }
  return argument;
}

static void with_another(void* (*other)(void*), void (*own)(void)) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  own();
  pthread_join(thread, NULL);
}

static void own_locks(void) { locks(NULL); }

// --- Bodies that do not put back what they change ------------------------------------------------

static void extra_lock(void) {
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
}

// There is another lock: `drifts` from the n-th call on, `slips` in the n-th alone.
static void changes(void) {
  calls++;
  const bool other = strncmp(name, "drifts", 6) == 0 ? calls >= number : calls == number;
  const bool at_begin = strstr(name, "_at_begin") != NULL;
  if (other && at_begin) {
    extra_lock();
  }
  with_another(locks, own_locks);
  if (other && !at_begin) {
    extra_lock();
  }
}

// The n-th call fails, and would not in a fresh process.
static void fails_later(void) {
  calls++;
  with_another(locks, own_locks);
  if (is("asserts_later")) {
    assert(calls < number);
  } else if (is("exits_later") && calls >= number) {
    exit(3);
  } else if (is("crashes_later") && calls >= number) {
    *(volatile int*)8 = 1;
  } else if (is("deadlocks_later") && calls >= number) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&a);
  }
}

// Only the first call has the bug.
static void heals(void) {
  calls++;
  with_another(locks, own_locks);
  assert(calls > 1 || number != 0);
}

static void* waits_for_flag(void* argument) {
  pthread_mutex_lock(&a);
  while (!flag) {
    pthread_cond_wait(&condition, &a);
  }
  pthread_mutex_unlock(&a);
  return argument;
}

static void leaves_thread(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits_for_flag, NULL);
  with_another(locks, own_locks);
}

static void leaves_lock(void) {
  with_another(locks, own_locks);
  pthread_mutex_lock(&b);
}

static void leaves_mutex(void) {
  pthread_mutex_t* mutex = malloc(sizeof *mutex);
  pthread_mutex_init(mutex, NULL);
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
  with_another(locks, own_locks);
}

static void leaks(void) {
  char* lost = malloc(1000);
  memset(lost, 1, 1000);
  with_another(locks, own_locks);
}

// If the other thread comes first, it makes three more.
static void* makes_more(void* argument) {
  pthread_mutex_lock(&a);
  const bool first = shared++ == 0;
  pthread_mutex_unlock(&a);
  pthread_t threads[3];
  for (int i = 0; i < 3 && first; i++) {
    pthread_create(&threads[i], NULL, locks, NULL);
  }
  for (int i = 0; i < 3 && first; i++) {
    pthread_join(threads[i], NULL);
  }
  return argument;
}

static void own_turn(void) {
  pthread_mutex_lock(&a);
  shared++;
  pthread_mutex_unlock(&a);
}

static void grows(void) {
  shared = 0;
  with_another(makes_more, own_turn);
}

// --- Bodies with a bug ---------------------------------------------------------------------------

static int look(void) {
  pthread_mutex_lock(&a);
  const int value = shared;
  pthread_mutex_unlock(&a);
  return value;
}

static void set(int value) {
  pthread_mutex_lock(&a);
  shared = value;
  pthread_mutex_unlock(&a);
}

static void own_add(void) { set(look() + 1); }

static void* add(void* argument) {
  own_add();
  return argument;
}

static void loses_update(void) {
  shared = 0;
  with_another(add, own_add);
  if (shared == 2) {
    return;
  }
  if (is("asserts")) {
    assert(shared == 2);
  } else if (is("crashes")) {
    *(volatile int*)8 = 1;
  } else if (is("exits")) {
    exit(number);
  } else if (is("exits_at_once")) {
    _exit(number);
  }
}

static void* b_then_a(void* argument) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return argument;
}

static void a_then_b(void) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
}

static void* choose_and_add(void* argument) {
  const int more = (int)heddle_choose(3);
  pthread_mutex_lock(&a);
  heddle_assume(more >= shared);
  shared = more;
  pthread_mutex_unlock(&a);
  return argument;
}

static void own_choose(void) { choose_and_add(NULL); }

static void chooses(void) {
  shared = 0;
  with_another(choose_and_add, own_choose);
  assert(shared < number);
}

// --- The scenario --------------------------------------------------------------------------------

static void* nested(void* argument);

static void setup(void* argument) {
  if (is("setup_asserts")) {
    assert(number == 1);
  } else if (is("setup_exits")) {
    exit(number);
  } else if (is("setup_crashes")) {
    *(volatile int*)8 = 1;
  } else if (is("setup_deadlocks")) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&a);
  } else if (is("nested_in_setup")) {
    nested(argument);
  } else if (is("thread_of_setup")) {
    pthread_t thread;
    pthread_create(&thread, NULL, nested, NULL);
    pthread_join(thread, NULL);
  }
}

static void body(void* argument) {
  if (strncmp(name, "drifts", 6) == 0 || strncmp(name, "slips", 5) == 0) {
    changes();
  } else if (strstr(name, "_later") != NULL) {
    fails_later();
  } else if (is("heals")) {
    heals();
  } else if (is("leaves_thread")) {
    leaves_thread();
  } else if (is("leaves_lock")) {
    leaves_lock();
  } else if (is("leaves_mutex")) {
    leaves_mutex();
  } else if (is("leaks")) {
    leaks();
  } else if (is("grows")) {
    grows();
  } else if (is("asserts") || is("crashes") || is("exits") || is("exits_at_once")) {
    loses_update();
  } else if (is("deadlocks")) {
    with_another(b_then_a, a_then_b);
  } else if (is("chooses")) {
    chooses();
  } else if (is("nested_in_body")) {
    nested(argument);
  } else if (is("thread_of_body")) {
    pthread_t thread;
    pthread_create(&thread, NULL, nested, NULL);
    pthread_join(thread, NULL);
  } else if (is("always_asserts")) {
    with_another(locks, own_locks);
    assert(number == 1);
  } else {
    with_another(locks, own_locks);
  }
}

static void teardown(void* argument) {
  (void)argument;
  if (is("teardown_asserts")) {
    with_another(locks, own_locks);
    assert(number == 1);
  } else if (is("teardown_exits")) {
    exit(number);
  } else if (is("teardown_crashes")) {
    *(volatile int*)8 = 1;
  } else if (is("teardown_deadlocks")) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&a);
  }
}

static void* nested(void* argument) {
  heddle_scenario(NULL, body, NULL, NULL);
  return argument;
}

int main(int argc, char** argv) {
  name = argc > 1 ? argv[1] : "";
  number = argc > 2 ? atoi(argv[2]) : 0;
  if (is("thread_of_main")) {
    pthread_t thread;
    pthread_create(&thread, NULL, nested, NULL);
    pthread_join(thread, NULL);
    return 0;
  }
  heddle_scenario(setup, body, teardown, NULL);
  return is("unreachable") ? 1 : 0;
}
