// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/use.h"

#include <cstdint>

// Calls with effects outside the memory that heddle sees: on descriptors, files, streams, libc's
// own state.
//
// Such a call is no scheduling point.  It adds uses of what it shares with other calls to the step
// that it runs in, so that steps with such calls depend on each other and both orders are explored.
// Only a new thread's first one is announced, as a step of its own: what a new thread does before
// its first visible operation runs inside the step that creates it, where nobody could come
// before it.
//
// What is written to the standard output and error that heddle captures is the same in any order as
// far as the program can tell; such writes do not depend on each other, but on what closes or
// replaces it, and they are not announced.
namespace heddle::runtime {

// What calls share.  Where no name is given, all uses are of the same thing.
enum class Shared : uint8_t {
  everything,    // whatever another step may use
  descriptors,   // which numbers are open
  file,          // what is behind a descriptor; by its name (descriptor_names.h)
  output,        // the captured standard output and error: what is written there
  output_state,  // and whether they are open, and how
  stream,        // FILE, DIR, C++ stream; by its address
  names,         // files by their paths, and what can be learned of them without opening them
  contents,      // of files, as paths change it: truncation, say
  random,        // rand, random
  random48,      // drand48 and its relatives
  environment,
  exit_handlers,  // and other handlers that are kept in libc and libstdc++
  signals,        // what is done on them, and timers that send them
  calendar,       // the time zone, and what localtime and its relatives return
  text_buffers,   // of strtok and other functions that keep text in static memory
  locale,
  databases,  // of users, hosts, services
  hash_table,
  log,
  mappings,
  process,   // limits, priorities, user and group
  messages,  // between processes: queues, semaphores, shared memory
  keys,      // for thread-specific data
};

// Another thread may be able to tell what the current one does.  Until the first libc functions
// have been found it is set as well (effects_entry.S).
extern "C" bool heddle_has_company;

// Whether a call in the current thread has to be looked at: another thread may be able to tell,
// and it is the program's and not heddle's own.
//   site: where the call is.
[[nodiscard]] bool has_effect(const void* site);

// Announces the current thread's first effect, if it is new: others may go on before that.
void announce_first_effect(const void* site);

// With `--visible all`, a call on a pipe, a socket or an event is a step, which this is.  Before
// anything is looked at; of a call that waits, the wait is the step.
void step_on_channel(int descriptor, const void* site);

// A call with an effect is about to be made: announces it, if it is a new thread's first.
//   call: its name.
void begin_effect(const char* call, const void* site);

// Adds a use to the step that the current thread is in.
void add_effect(Shared what, event::Use use, uint64_t name = 0);

// All of these in one, for interposers of functions with one kind of effect.
void note_effect(const char* call, const void* site, Shared what, event::Use use,
                 uint64_t name = 0);
void note_effect_on_everything(const char* call, const void* site);

// The same for a call that any code may tell, also if it makes no call: what it does to memory, or
// to what the simplest functions go by, the locale say.  Or it is a call that can tell what any
// code has done to memory.
void note_unseen_effect(const char* call, const void* site);

// The number of a key for thread-specific data is given, or taken back.  That is no effect which is
// announced: keys are no steps.
void note_keys(const void* site);

// An execution begins or ends, or has one thread more.
void count_company();

// For what is in interpose/: how a call uses a descriptor.
enum class DescriptorUse : uint8_t {
  looks,   // at what is in the file
  moves,   // the offset on, or takes something out
  writes,  // to it
};
void note_descriptor(const char* call, const void* site, int descriptor, DescriptorUse use);

// Numbers are given to new descriptors, or taken away.
void note_opening(const char* call, const void* site);
void note_closing(const char* call, const void* site, int descriptor);

// A file is opened, or looked at, or changed by its path.
enum class PathUse : uint8_t { looks, changes };
void note_path(const char* call, const void* site, PathUse use);
void note_opening_path(const char* call, const void* site, PathUse use);

// What is in the file goes, if there is one, also for those who have it in their memory.
//   directory: where a relative path begins.
void note_truncating(const void* site, int directory, const char* path);

}  // namespace heddle::runtime
