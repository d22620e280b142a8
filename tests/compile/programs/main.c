/* SPDX-License-Identifier: Apache-2.0 */
/* One access of each kind, and a call into another file. */
#include "shared.h"

#include <stdio.h>

int main(void) {
  atomic_fetch_add(&counter, 1);
  flag = 1;
  /* gcc warns of these where it instruments. */
  atomic_thread_fence(memory_order_seq_cst);
  shared_value += bump(2);
  printf("%d %d\n", shared_value, atomic_load(&counter));
  return 0;
}
