// SPDX-License-Identifier: Apache-2.0
//
// The locale, of the process and of a thread, and domains for messages.
#include "portrait.h"

static void in_thread(int id) {
  EXPECT(uselocale((locale_t)0) == LC_GLOBAL_LOCALE);
  if (id == 0) {
    uselocale(newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0));
  }
}

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(strcmp(setlocale(LC_ALL, NULL), "C") == 0);
  EXPECT(MB_CUR_MAX == 1);
  EXPECT(uselocale((locale_t)0) == LC_GLOBAL_LOCALE);
  run_threads(in_thread);
  EXPECT(setlocale(LC_ALL, "C.UTF-8") != NULL);
  EXPECT(MB_CUR_MAX > 1);
  uselocale(newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0));
  return 0;
}
