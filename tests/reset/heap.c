// SPDX-License-Identifier: Apache-2.0
//
// The heap: blocks from before main freed and grown, large ones that are mappings, and the same
// addresses in every execution.
#include "portrait.h"

static char* freed;
static char* grown;
static char* written;
static char* large;

__attribute__((constructor)) static void allocate_before_main(void) {
  freed = (char*)malloc(100);
  grown = (char*)malloc(100);
  written = (char*)malloc(5000);
  large = (char*)malloc(1 << 20);
  memset(written, 'k', 5000);
  memset(large, 'k', 1 << 20);
  strcpy(freed, "freed");
  strcpy(grown, "grown");
}

static void in_thread(int id) {
  for (int i = 0; i < 50; i++) {
    char* block = (char*)malloc((size_t)(id + 1) * 100);
    memset(block, id, (size_t)(id + 1) * 100);
    if (i % 2 == 0) {
      free(block);
    }
  }
}

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(strcmp(freed, "freed") == 0);
  EXPECT(strcmp(grown, "grown") == 0);
  EXPECT(written[0] == 'k' && written[4999] == 'k');
  EXPECT(large[0] == 'k' && large[(1 << 20) - 1] == 'k');
  size_t hash = 0;
  for (size_t bytes = 8; bytes < 100000; bytes = bytes * 3 / 2) {
    hash = hash * 31 + (size_t)malloc(bytes);
  }
  remember_address("blocks", (void*)hash);

  free(freed);
  grown = (char*)realloc(grown, 100000);
  remember_address("moved", grown);
  memset(written, 'x', 5000);
  free(large);
  char* megabyte = (char*)malloc(1 << 20);
  memset(megabyte, 'x', 1 << 20);
  remember_address("megabyte", megabyte);
  char* huge = (char*)malloc(100 << 20);
  EXPECT(huge != NULL);
  for (int i = 0; i < 100 << 20; i += 1 << 20) {
    EXPECT(huge[i] == 0);
    huge[i] = 'x';
  }
  remember_address("huge", huge);
  run_threads(in_thread);
  if (getenv("HEDDLE_TEST_NEVER_SET") == NULL) {
    free(megabyte);
  }
  return 0;
}
