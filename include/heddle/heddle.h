/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a program may say to heddle, which runs it under many thread schedules.
 *
 * Nothing here is needed to use heddle.  There is no library to link: in a program
 * that runs by itself each call is a load and a compare, and does what is said
 * below under "by itself".  C99 or later, C++11 or later; GCC or Clang, Linux.
 *
 * The calls have an effect from the entry of main to the end of the program, in
 * threads that heddle schedules.
 */
#pragma once

#if !defined(__GNUC__)
#error "heddle.h needs GCC or Clang"
#endif

/* Inlined and artificial, so that a debugger and a report show the line of the call. */
#define HEDDLE_FUNCTION_ \
  static __inline__ __attribute__((__always_inline__, __artificial__, __unused__))

/*
 * Declares a function of heddle's runtime library, and `hook`, which points to it or is null.
 * The library is there only if heddle has loaded it, so this is a weak reference.
 * Compilers and linkers may take a plain one in an executable for null for good; not
 * so if all that is known of it is an entry of the global offset table.
 */
#if defined(__x86_64__) && defined(__LP64__)
#define HEDDLE_FIND_(result, name, parameters)                                             \
  result(*hook) parameters;                                                                \
  __asm__(".weak " #name                                                                   \
          "\n\t"                                                                           \
          "{movq " #name "@GOTPCREL(%%rip), %0|mov %0, QWORD PTR " #name "@GOTPCREL[rip]}" \
          : "=r"(hook))
#else
#if defined(__cplusplus)
extern "C" {
#endif
extern __attribute__((__weak__)) unsigned heddle_rt_choose(unsigned);
extern __attribute__((__weak__)) void heddle_rt_assume(int);
extern __attribute__((__weak__)) void heddle_rt_yield(void);
extern __attribute__((__weak__)) void heddle_rt_atomic_begin(void);
extern __attribute__((__weak__)) void heddle_rt_atomic_end(void);
extern __attribute__((__weak__)) void heddle_rt_name(const void*, const char*);
extern __attribute__((__weak__)) void heddle_rt_benign_race(const void*, unsigned long,
                                                            const char*);
extern __attribute__((__weak__)) int heddle_rt_is_active(void);
extern __attribute__((__weak__)) void heddle_rt_scenario(void (*)(void*), void (*)(void*),
                                                         void (*)(void*), void*);
#if defined(__cplusplus)
}
#endif
#define HEDDLE_FIND_(result, name, parameters) result(*hook) parameters = name
#endif

/*
 * Whether heddle runs the program: 1 or 0.
 */
HEDDLE_FUNCTION_ int heddle_is_active(void) {
  HEDDLE_FIND_(int, heddle_rt_is_active, (void));
  return hook ? hook() : 0;
}

/*
 * Any of the numbers 0 to n - 1: heddle explores all of them.  A step of the thread.
 * For n of 0 or 1 it is 0, and no step.  At most 60000.  By itself: 0.
 */
HEDDLE_FUNCTION_ unsigned heddle_choose(unsigned n) {
  HEDDLE_FIND_(unsigned, heddle_rt_choose, (unsigned));
  return hook ? hook(n) : 0;
}

/*
 * Only executions in which the condition holds are of interest: others are dropped
 * here, and are neither counted nor looked at.  No step.  By itself: nothing.
 */
HEDDLE_FUNCTION_ void heddle_assume(int condition) {
  HEDDLE_FIND_(void, heddle_rt_assume, (int));
  if (hook) {
    hook(condition);
  }
}

/*
 * The thread cannot progress before another one does something: to be called in a
 * loop that waits.  A step that counts as a yield, as sched_yield() is.  By itself: nothing.
 */
HEDDLE_FUNCTION_ void heddle_yield(void) {
  HEDDLE_FIND_(void, heddle_rt_yield, (void));
  if (hook) {
    hook();
  }
}

/*
 * From the first step after heddle_atomic_begin() to the last one before its
 * heddle_atomic_end() the thread is not preempted.  Where it cannot go on, or yields, another one
 * does.  Only schedules are left out: nothing is locked or ordered, and the report says so.  They
 * nest; a thread that ends has left them all.  No steps.  By itself: nothing.
 */
HEDDLE_FUNCTION_ void heddle_atomic_begin(void) {
  HEDDLE_FIND_(void, heddle_rt_atomic_begin, (void));
  if (hook) {
    hook();
  }
}

HEDDLE_FUNCTION_ void heddle_atomic_end(void) {
  HEDDLE_FIND_(void, heddle_rt_atomic_end, (void));
  if (hook) {
    hook();
  }
}

/*
 * The mutex, condition variable, semaphore, ... at that address is called so in
 * reports and traces; at most 63 bytes are kept.  It may have been used already, or
 * be used later.  No step.  By itself: nothing.
 */
HEDDLE_FUNCTION_ void heddle_name(const void* object, const char* name) {
  HEDDLE_FIND_(void, heddle_rt_name, (const void*, const char*));
  if (hook) {
    hook(object, name);
  }
}

/*
 * Data races on these bytes, from now on, are no bugs: they are not reported.  Accesses that
 * race become scheduling points all the same.  `why` is for people who read the program.
 * At most 128 pieces of memory.  Also before main.  No step.  By itself: nothing.
 */
HEDDLE_FUNCTION_ void heddle_benign_race(const void* address, unsigned long bytes,
                                         const char* why) {
  HEDDLE_FIND_(void, heddle_rt_benign_race, (const void*, unsigned long, const char*));
  if (hook) {
    hook(address, bytes, why);
  }
}

/*
 * A test with a start of its own: setup(argument); body(argument); teardown(argument).
 * setup and teardown may be null.
 */
HEDDLE_FUNCTION_ void heddle_scenario(void (*setup)(void*), void (*body)(void*),
                                      void (*teardown)(void*), void* argument) {
  HEDDLE_FIND_(void, heddle_rt_scenario,
               (void (*)(void*), void (*)(void*), void (*)(void*), void*));
  if (hook) {
    hook(setup, body, teardown, argument);
    return;
  }
  if (setup) {
    setup(argument);
  }
  body(argument);
  if (teardown) {
    teardown(argument);
  }
}

#undef HEDDLE_FIND_
#undef HEDDLE_FUNCTION_
