// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/finding.h"
#include "event/ids.h"
#include "event/operation.h"

#include <cstdint>

namespace heddle::event {

enum class Ending : uint8_t {
  none,      // still under way, or its process died without a word
  exited,    // the process exit was done; `code` is the status
  failed,    // something in it is a finding
  pruned,    // nothing below is worth running; `code` says if the program said so
  diverged,  // the same schedule met other operations than before; it may have a finding
  refused,   // the program asked for what heddle cannot give; `code` is which
};

// The code of a pruned execution: a heddle_assume in it did not hold.
// The code of a refusal that is not the name of a call but says all there is to say.
inline constexpr int32_t kWholeSentence = 1;

inline constexpr int32_t kAssumptionFailed = 1;

// Why what an execution came to was not seen to its end, although nothing failed.
enum class Unseen : uint8_t {
  nothing,           // it was
  replaced,          // the process became another program
  in_other_process,  // the program went on in a process that it made
  no_word,           // the process was gone, with status 0
  threads,           // it has threads, and none of them was under control
};

// How one execution ended.
struct Outcome {
  Ending ending = Ending::none;
  int32_t code = 0;
  bool has_finding = false;
  Unseen unseen = Unseen::nothing;
  Finding finding;
};

// Whether the last step has ended the execution for all threads, whatever they were about to do.
[[nodiscard]] constexpr bool ends_all_threads(const Outcome& outcome) {
  if (outcome.has_finding) {
    return outcome.finding.kind != FindingKind::deadlock;
  }
  return outcome.ending == Ending::pruned && outcome.code == kAssumptionFailed;
}

// Where a thread was when the execution ended.
enum class ThreadState : uint8_t {
  runnable,  // it could do what it was about to do
  blocked,
  ended,
  unknown,  // it was running just then, or its process died without a word
};

struct ThreadEnd {
  ThreadState state = ThreadState::runnable;
  bool waits_for_good = false;  // nobody can release what it waits for
  ThreadId thread = kNoThread;
  ThreadId creator = kNoThread;
  OpKind kind = OpKind::yield;  // what it was about to do
  ObjectId object = kNoObject;
  ObjectId mutex = kNoObject;
  ThreadId target = kNoThread;  // of a join
  ThreadId holder = kNoThread;  // of what it waits for
  uint32_t held_since = 0;      // the holder's step (1 is the first), 0 if unknown
  uint32_t stack = 0;
};

}  // namespace heddle::event
