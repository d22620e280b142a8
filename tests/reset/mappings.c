// SPDX-License-Identifier: Apache-2.0
//
// Mappings: new ones are gone, old ones are back, with their contents and protection.
#include "portrait.h"

enum { PAGE = 4096 };

static char* kept;     // made before main, written to in an execution
static char* dropped;  // ... unmapped
static char* grown;    // ... moved and grown
static char* guarded;  // ... made read-only, its neighbour inaccessible
static char* filed;    // ... of a file, private
static int self = -1;

static char* map(size_t bytes) {
  char* memory =
      (char*)mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT(memory != MAP_FAILED);
  return memory;
}

__attribute__((constructor)) static void map_before_main(void) {
  kept = map(64 * PAGE);
  dropped = map(16 * PAGE);
  grown = map(2 * PAGE);
  guarded = map(2 * PAGE);
  self = open("/proc/self/exe", O_RDONLY);
  filed = (char*)mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE, self, 0);
  kept[0] = dropped[0] = grown[0] = guarded[0] = guarded[PAGE] = 'k';
}

static void in_thread(int id) { map(PAGE)[id] = 1; }

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(kept[0] == 'k' && kept[63 * PAGE] == 0);
  EXPECT(dropped[0] == 'k' && dropped[15 * PAGE] == 0);
  EXPECT(grown[0] == 'k' && grown[PAGE] == 0);
  EXPECT(guarded[0] == 'k' && guarded[PAGE] == 'k');
  EXPECT(memcmp(filed, "\177ELF", 4) == 0);

  kept[0] = kept[63 * PAGE] = 'x';
  EXPECT(munmap(dropped, 16 * PAGE) == 0);
  char* elsewhere = (char*)mremap(grown, 2 * PAGE, 1024 * PAGE, MREMAP_MAYMOVE);
  EXPECT(elsewhere != MAP_FAILED);
  remember_address("elsewhere", elsewhere);
  memset(elsewhere, 'x', 1024 * PAGE);
  guarded[0] = guarded[PAGE] = 'x';
  EXPECT(mprotect(guarded, PAGE, PROT_READ) == 0);
  EXPECT(mprotect(guarded + PAGE, PAGE, PROT_NONE) == 0);
  memcpy(filed, "dirt", 4);
  char* file_again = (char*)mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE, self, 0);
  EXPECT(memcmp(file_again, "\177ELF", 4) == 0);
  memcpy(file_again, "dirt", 4);
  memset(map(100 * PAGE), 'x', 100 * PAGE);
  run_threads(in_thread);
  // Something else where something was.
  char* there = (char*)mmap(dropped, PAGE, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  EXPECT(there == dropped);
  there[0] = 'x';
  EXPECT(madvise(kept + PAGE, PAGE, MADV_DONTNEED) == 0);
  return 0;
}
