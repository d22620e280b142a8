// SPDX-License-Identifier: Apache-2.0
//
// What the kernel keeps for a process: folder, mask of new files, limits.
#include "portrait.h"

static void in_thread(int id) {
  if (id == 1) {
    umask(0777);
  }
}

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(chdir("/proc") == 0);
  umask(0123);
  struct rlimit limit;
  EXPECT(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  limit.rlim_cur = 32;
  EXPECT(setrlimit(RLIMIT_NOFILE, &limit) == 0);
  EXPECT(getrlimit(RLIMIT_CPU, &limit) == 0);
  limit.rlim_cur = 1000;
  EXPECT(setrlimit(RLIMIT_CPU, &limit) == 0);
  EXPECT(getrlimit(RLIMIT_FSIZE, &limit) == 0);
  limit.rlim_cur = 1 << 20;
  EXPECT(setrlimit(RLIMIT_FSIZE, &limit) == 0);
  run_threads(in_thread);
  return 0;
}
