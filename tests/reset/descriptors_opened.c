// SPDX-License-Identifier: Apache-2.0
//
// Descriptors that an execution leaves open, of all sorts, and one that is open since before main.
#include "portrait.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

static int before_main = -1;

__attribute__((constructor)) static void open_before_main(void) {
  before_main = open("/proc/self/cmdline", O_RDONLY);
}

static void in_thread(int id) {
  (void)id;
  EXPECT(open("/dev/zero", O_RDONLY) >= 0);
}

int main(int argc, char** argv) {
  char bytes[4];
  begin(argc, argv);
  EXPECT(lseek(before_main, 0, SEEK_CUR) == 0);
  EXPECT(read(before_main, bytes, sizeof bytes) == 4);
  EXPECT(memcmp(bytes, argv[0], 4) == 0);
  fcntl(before_main, F_SETFD, FD_CLOEXEC);

  const int opened = open("/dev/null", O_WRONLY);
  remember_number("opened", opened);
  int ends[2];
  EXPECT(pipe(ends) == 0);
  EXPECT(write(ends[1], bytes, sizeof bytes) == 4);
  EXPECT(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  EXPECT(eventfd(1, 0) >= 0);
  EXPECT(epoll_create1(0) >= 0);
  EXPECT(dup2(opened, 40) == 40);
  EXPECT(fcntl(opened, F_DUPFD, 50) == 50);
  run_threads(in_thread);
  return 0;
}
