// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "process/arena.h"
#include "runtime/reset/descriptors.h"
#include "runtime/reset/mappings.h"
#include "runtime/reset/page_store.h"
#include "runtime/reset/signals.h"
#include "runtime/reset/standing.h"
#include "runtime/reset/surroundings.h"
#include "runtime/reset/write_tracking.h"

namespace heddle::runtime {

// The whole state of the process at the start of an execution, to which it is put
// back in place.
//
// Looking at all that an execution can change takes longer than most executions.
// So after each of them only what is known to change is put back; put_back_all()
// looks at everything, and tells whether that was enough.
//
// Idea: a page is hot once an execution has written to it.  Hot pages are copied back after every
// execution; the others are watched (write_tracking.h), so that the first write makes them hot.
// Other state (mappings, descriptors, signals) has a file for each kind beside this one.
//
// Invariant: after put_back_all() the process is, byte for byte, as take() found it, but for
// heddle's own memory.  If more had changed than was known to, the batch is rolled back.
class Snapshot {
 public:
  // In the process that others are copied from.  False if this program's state
  // cannot be kept.
  bool take();

  // In the copy that executions run in.
  bool begin(explore::SnapshotBy by);

  // Nothing is known of what changes: the next execution must be looked at.
  [[nodiscard]] bool knows_nothing() const { return pages_.hot_count() == 0; }

  // Whether the execution has called what put_back() would not undo.
  [[nodiscard]] bool must_look() const;

  void put_back();

  enum class Result : uint8_t {
    nothing_else,    // nothing had changed but what put_back() puts back
    something_else,  // it had, and is put back
    impossible,      // it had, and cannot be put back
  };
  Result put_back_all();

  // New memory, all zeros, that is kept from now on and put back to zeros, as if it had
  // been there at the start.  What every execution maps anew would have to be undone every
  // time.
  void adopt(Span span);

  // The program gives back or replaces memory.
  void gave_away(Span span);

  // The program makes memory writable, which it may not have been at the start; then
  // what it held was not kept.
  void opened(Span span);

  // Whether some of it is memory that is put back.
  [[nodiscard]] bool keeps(Span span) const;

  // A write to `address` was not allowed, in an execution or while putting back.
  // Whether it can be repeated.
  bool allow_write(uintptr_t address);

 private:
  void put_back_mappings();
  void watch_anew();

  Mappings mappings_;
  PageStore pages_;
  WriteTracking tracking_;
  Descriptors descriptors_;
  Signals signals_;
  Surroundings surroundings_;
  Standing standing_;
  // What is known to change.
  bool mappings_change_ = false;
  bool descriptors_change_ = false;
  bool signals_change_ = false;
  bool surroundings_change_ = false;

  bool putting_back_ = false;
  bool mappings_had_changed_ = false;  // since the last put_back_all()
  bool impossible_ = false;
  uint32_t looks_ = 0;
};

}  // namespace heddle::runtime
