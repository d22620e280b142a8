// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "detect/race.h"
#include "event/access.h"
#include "event/operation.h"
#include "event/schedule.h"
#include "order/happens_before.h"
#include "primitive/world.h"
#include "runtime/instrument/call_tree.h"
#include "runtime/instrument/guards.h"
#include "runtime/instrument/places.h"
#include "runtime/instrument/plain_parts.h"
#include "runtime/instrument/presence.h"
#include "runtime/instrument/race_pairs.h"
#include "runtime/instrument/sharing.h"
#include "runtime/loaded_files.h"

#include <cstddef>
#include <cstdint>
#include <span>

// What heddle sees of the program's accesses to memory.
//
// Code that was compiled with `heddle cc`, or with a compiler's -fsanitize=thread, calls
// a function before each access; these hooks are in this folder.  Atomic and volatile
// accesses are steps.  Plain accesses are looked at by the race detector and, where
// they are scheduling points, are steps too.
namespace heddle::runtime {

struct Fiber;

struct Watch {
  bool wanted = false;    // some file of the program is instrumented
  bool on = false;        // an execution of such a program is under way
  bool threads = false;   // in which there is, or was, more than one thread
  bool several = false;   // the same, and races are looked for
  bool records = false;   // and stacks are kept
  bool by_place = false;  // and each place of an access is told apart, see look_all_round()
  bool ignores_races = false;
  order::HappensBefore* order = nullptr;
  detect::Races* races = nullptr;
  CallTree calls;
  Places places;
  RacePairs pairs;
  Presence presence;
  Guards guards;
  PlainParts plain_parts;
  Sharing sharing;
  bool shares = false;  // it is looked for
  // Loops that wait, see await.h: whether they are looked for, and some are known; whom they hold
  // back; whether that is as it was recorded, and how much of the record was used.
  bool finds_awaits = false;
  bool awaits = false;
  bool replays_holds = false;
  size_t holds_used = 0;
  uint64_t held[event::kMaxThreads / 64] = {};  // threads, as bits
  static constexpr size_t kMostInstrumented = 128;
  AddressRange instrumented[kMostInstrumented];  // files
  size_t instrumented_count = 0;
};

// Takes the memory that watching needs; before the first execution.
void prepare_watch();

// An execution begins, yet without threads.
void begin_watch();

// A scenario's body begins, with the threads that there are: all that was done so far is
// before all that is done from now on.
void begin_watch_anew();

// The current thread has done a step that is no access to memory.
[[gnu::noinline]] void watch_step(const primitive::Effect& effect);

// A real thread was borrowed for it.
void prepare_side_stack(Fiber& fiber);

// A thread was added, by the current one or by nobody.
void watch_new_thread(event::ThreadId thread, event::ThreadId creator);

// The current thread is the last one: what all others did is before what it does from now on.
void watch_last_thread();

// An access of the current thread to memory.
struct Seen {
  event::AccessKind kind;
  uint64_t address;
  uint64_t bytes;
  const void* site;  // the address in the program's code
};

// The current thread has done a step that is an access: tells whoever is to know, and
// completes it.
void complete_access(const Seen& seen, primitive::Effect& effect);

// A plain access that is a scheduling point: it waits for its turn, and is a step.
//   entered: heddle_entry is of this access.
void look_at_visible(const Seen& seen, bool entered);

// The same of a deallocation, which is told to the race detector later.
void take_visible_turn(const Seen& seen);

// The current thread does a step, which it was called for from `site`: see Presence.
[[gnu::noinline, gnu::cold]] void note_presence(Fiber& self, const void* site);

// Which of them are idle, see idle.h, or held back, see await.h.
[[gnu::noinline]] void mark_loops(std::span<event::Candidate> candidates);

// Memory there is about to be something else: a loop that reads it finds out by itself.
void change_memory(uint64_t address, uint64_t bytes);

// The race detector has something to say about an access.
[[gnu::noinline, gnu::cold]] void tell_of(const Seen& seen);

// What the race detector is told of a place: the place, or the stack, if stacks are kept.  The
// thread's time may move on.
[[gnu::noinline]] uint64_t place_of_access(Fiber& self, const void* site);

// The current thread has had its time moved on.
void renew_time(Fiber& self);

// Whether accesses of the code at that address are seen.
[[nodiscard]] bool is_instrumented(const void* site);

}  // namespace heddle::runtime
