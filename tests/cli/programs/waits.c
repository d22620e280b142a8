// SPDX-License-Identifier: Apache-2.0
// Threads that wait in loops.  KIND 0 to 4: two threads take a lock twice each; 5: one waits for
// either of two variables, and may see the change of both in part; 6: one waits for what another
// one writes without telling; 7: one is held back in the schedule that fails; 8: one waits for
// ever; 9: one waits over what another function has left on its stack, which is something else each
// time.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#if KIND <= 4
static atomic_int taken, served;
static int count;

static void take(void) {
#if KIND == 0
  while (atomic_exchange(&taken, 1) != 0) {
  }
#elif KIND == 1
  int expected = 0;
  while (!atomic_compare_exchange_strong(&taken, &expected, 1)) {
    expected = 0;
  }
#elif KIND == 2
  while (atomic_exchange(&taken, 1) != 0) {
    sched_yield();
  }
#elif KIND == 3
  while (atomic_exchange(&taken, 1) != 0) {
    atomic_thread_fence(memory_order_seq_cst);
  }
#else
  const int ticket = atomic_fetch_add(&taken, 1);
  while (atomic_load(&served) != ticket) {
  }
#endif
}

static void give(void) {
#if KIND == 4
  atomic_fetch_add(&served, 1);
#else
  atomic_store(&taken, 0);
#endif
}

static void* first(void* unused) {
  for (int i = 0; i < 2; ++i) {
    take();
    ++count;
    give();
  }
  return unused;
}

static void* second(void* unused) { return first(unused); }
static void look_at_end(void) { assert(count == 4); }
#elif KIND == 5
static atomic_int left, right;

static void* first(void* unused) {
  for (;;) {
    const int l = atomic_load(&left);
    const int r = atomic_load(&right);
    assert(l == 1 || r == 0);
    if (l != 0 || r != 0) {
      return unused;
    }
  }
}

static void* second(void* unused) {
  atomic_store(&left, 1);
  atomic_store(&right, 1);
  return unused;
}
static void look_at_end(void) {}
#elif KIND == 6
static atomic_int raised;
static int also;

static void* first(void* unused) {
  while (atomic_load(&raised) == 0 && also == 0) {
  }
  return unused;
}

static void* second(void* unused) {
  also = 1;
  atomic_store(&raised, 1);
  return unused;
}
static void look_at_end(void) {}
#elif KIND == 7
static atomic_int ready, value, seen;

static void* first(void* unused) {
  while (atomic_load(&ready) < 2) {
  }
  atomic_store(&seen, atomic_load(&value));
  return unused;
}

static void* second(void* unused) {
  atomic_store(&ready, 1);
  atomic_store(&value, 1);
  atomic_store(&ready, 2);
  atomic_store(&value, 2);
  return unused;
}
static void look_at_end(void) { assert(seen != 1); }
#elif KIND == 9
static atomic_int raised, ended;

__attribute__((noinline)) static void leave_something(void) {
  unsigned long long left[64];
  for (int i = 0; i < 64; ++i) {
    left[i] = __builtin_ia32_rdtsc();
  }
  __asm__ volatile("" : : "r"(left) : "memory");
}

__attribute__((noinline)) static void wait_above_it(void) {
  char room[256];
  __asm__ volatile("" : : "r"(room));
  while (atomic_load(&raised) != 1) {
  }
  __asm__ volatile("" : : "r"(room));
}

static void* first(void* unused) {
  leave_something();
  wait_above_it();
  atomic_fetch_add(&ended, 1);
  return unused;
}

static void* second(void* unused) {
  atomic_store(&raised, 1);
  atomic_fetch_add(&ended, 1);
  return unused;
}
static void look_at_end(void) { assert(ended == 2); }
#else
static atomic_int raised;

static void* first(void* unused) {
  while (atomic_load(&raised) != 1) {
  }
  return unused;
}

static void* second(void* unused) {
  atomic_store(&raised, 2);
  return unused;
}
static void look_at_end(void) {}
#endif

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  look_at_end();
  return 0;
}
