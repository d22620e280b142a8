// SPDX-License-Identifier: Apache-2.0
//
// Concurrency Kit's stack for many producers and consumers, without its inline assembly (see
// ck_ring.c): one thread pushes, two pop.
//
// What ck_pr_load_ptr then reads through is a pointer to a constant pointer to something
// volatile, so the read itself is a plain one: it races with the compare-exchange, and orders
// nothing.  What is popped is marked by an atomic exchange therefore.
//
// FLAGS: -O1 -DCK_USE_CC_BUILTINS=1 -lck
// clang-format off
// RUN: heddle run --suppressions %S/known.supp --volatile-sync --executions 1000 --allow-incomplete %t
// clang-format on
// EXPECT: nothing
#include <assert.h>
#include <ck_stack.h>
#include <pthread.h>

typedef struct {
  ck_stack_entry_t entry;  // must be first
  int taken;
} Object;

static ck_stack_t stack = CK_STACK_INITIALIZER;
static Object objects[2];

static void take(void) {
  Object* object = (Object*)ck_stack_pop_upmc(&stack);
  if (object != NULL) {
    int before = __atomic_exchange_n(&object->taken, 1, __ATOMIC_RELAXED);
    assert(before == 0);
    (void)before;
  }
}

static void* pop(void* argument) {
  take();
  take();
  return argument;
}

int main(void) {
  pthread_t consumer;
  pthread_create(&consumer, NULL, pop, NULL);
  for (int i = 0; i < 2; i++) {
    ck_stack_push_upmc(&stack, &objects[i].entry);
  }
  take();
  pthread_join(consumer, NULL);
  return 0;
}
