// SPDX-License-Identifier: Apache-2.0
//
// A shared library that every execution loads and leaves open, and its variables, thread-local ones
// too.  LIBRARY is its path.
#include "portrait.h"

#include <dlfcn.h>

typedef int function(void);

static function* by_thread;

static function* find(void* library, const char* name) {
  union {
    void* object;
    function* code;
  } symbol = {dlsym(library, name)};
  EXPECT(symbol.object != NULL);
  return symbol.code;
}

static void in_thread(int id) {
  (void)id;
  EXPECT(by_thread() == 12);
}

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(by_thread == NULL);
  EXPECT(dlopen(LIBRARY, RTLD_NOW | RTLD_NOLOAD) == NULL);
  void* library = dlopen(LIBRARY, RTLD_NOW | RTLD_GLOBAL);
  EXPECT(library != NULL);
  remember_address("library", dlsym(library, "library_calls"));
  EXPECT(*(int*)dlsym(library, "library_constructed") == 1);
  EXPECT(find(library, "library_calls")() == 1);
  by_thread = find(library, "library_calls_by_thread");
  EXPECT(by_thread() == 12);
  run_threads(in_thread);
  return 0;
}
