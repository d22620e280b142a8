/* SPDX-License-Identifier: Apache-2.0 */
/* Explains itself to a race detector, and has one of the functions itself. */
#include <stdio.h>

void AnnotateHappensBefore(const char* file, int line, const volatile void* object);
void AnnotateBenignRaceSized(const char* file, int line, const volatile void* object, long size,
                             const char* why);
void AnnotateRWLockCreate(const char* file, int line, const volatile void* lock);
void AnnotateThreadName(const char* file, int line, const char* name);
int RunningOnValgrind(void);
double ValgrindSlowdown(void);
void __tsan_acquire(void* object);
void __tsan_release(void* object);
void __tsan_mutex_pre_lock(void* object, unsigned flags);
int __tsan_mutex_pre_unlock(void* object, unsigned flags);
void* __tsan_create_fiber(unsigned flags);

static int named;

void AnnotateThreadName(const char* file, int line, const char* name) {
  (void)file, (void)line, (void)name;
  ++named;
}

int main(void) {
  int object = 0;
  AnnotateHappensBefore(__FILE__, __LINE__, &object);
  AnnotateBenignRaceSized(__FILE__, __LINE__, &object, sizeof object, "a test");
  AnnotateRWLockCreate(__FILE__, __LINE__, &object);
  AnnotateThreadName(__FILE__, __LINE__, "main");
  __tsan_release(&object);
  __tsan_acquire(&object);
  __tsan_mutex_pre_lock(&object, 0);
  printf("%d %d %g %d %d\n", named, RunningOnValgrind(), ValgrindSlowdown(),
         __tsan_mutex_pre_unlock(&object, 0), __tsan_create_fiber(0) == NULL);
  return 0;
}
