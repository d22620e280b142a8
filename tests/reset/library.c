// SPDX-License-Identifier: Apache-2.0
//
// A shared library with state of its own; linked, or loaded by dlopen.
int library_constructed;

static int calls;
static __thread int calls_by_thread = 10;
static __thread char large[30000];

__attribute__((constructor)) static void construct(void) { library_constructed++; }

int library_calls(void) { return ++calls; }

int library_calls_by_thread(void) {
  large[29999]++;
  return ++calls_by_thread + large[29999];
}
