// SPDX-License-Identifier: Apache-2.0
//
// Threads that only print, and ask for the time, share nothing that the program can tell: one
// execution, in which a new thread makes no step but its end.
//

#include <cstdio>
#include <ctime>
#include <iostream>

#include <pthread.h>
#include <unistd.h>

static void* print(void* name) {
  std::printf("%s at %ld\n", static_cast<const char*>(name), static_cast<long>(std::time(nullptr)));
  std::fputs("more\n", stderr);
  std::cout << "and more" << std::endl;
  return write(1, "raw\n", 4) == 4 ? nullptr : name;
}

int main() {
  pthread_t a;
  pthread_t b;
  pthread_create(&a, nullptr, print, const_cast<char*>("a"));
  pthread_create(&b, nullptr, print, const_cast<char*>("b"));
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
