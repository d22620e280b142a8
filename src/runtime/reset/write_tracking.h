// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "process/arena.h"
#include "runtime/own_memory.h"
#include "runtime/reset/page_store.h"

#include <cstdint>

namespace heddle::runtime {

// Which pages an execution writes to.
//
// By userfaultfd the kernel keeps count by itself, writes of system calls included,
// and is asked now and then.  By mprotect each first write to a page is a signal,
// and the page is known at once; what system calls write has to be announced, see
// syscalls/by_signal.h.  Either way a hot page is no longer watched.
class WriteTracking {
 public:
  // Watches all pages of the store that are not hot.  False if the system does not
  // let us.
  bool begin(explore::SnapshotBy by, PageStore& store);

  // Pages that were written to and are not hot yet become hot.  False if the system
  // no longer tells; `news` says whether there were any.
  bool find_written(bool& news);

  // A hot page is no longer hot, or a range was mapped anew: watched again.
  bool watch(Span span);

  // A write to `address` was not allowed.  Whether that was our doing; then it can be
  // repeated.
  bool allow_write(uintptr_t address);

 private:
  bool watch_by_userfaultfd(Span span) const;
  bool watch_by_mprotect(Span span) const;
  bool find_by_userfaultfd(bool& news);
  bool find_in(Span span, bool& news);

  explore::SnapshotBy by_ = explore::SnapshotBy::userfaultfd;
  PageStore* store_ = nullptr;
  int userfaultfd_ = -1;
  int pagemap_ = -1;
};

}  // namespace heddle::runtime
