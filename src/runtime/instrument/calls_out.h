// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// Calls from instrumented files of functions that are not instrumented.
//
// What such a function writes, no hook tells of: the state of rand, the position in a FILE, what a
// library keeps to itself.  So a loop that calls one may get on although it has written nothing
// (spin.h).  Nor does one tell of locks that such a function takes by itself (presence.h).  Each
// call goes over a few instructions that count it for its thread, with the file that it goes to,
// and on to the function with its arguments, stack and return address as they were.
namespace heddle::runtime {

// Those of a thread.
struct CallsOut {
  uint64_t count;
  uint32_t files[2];  // since somebody has looked last, as bits: see Presence::number_of()
};
extern "C" __attribute__((visibility("hidden"))) constinit thread_local CallsOut heddle_calls_out;

// What an instrumented file is to call in place of a function of this name that is not its own, so
// that it is counted; the function itself if it is known to keep nothing to itself, or to be told
// of in another way, or if there is no room.
void* counted_call(const char* name, void* function);

// What they go on to: each function is replaced by what `replacement` makes of it, or not at all if
// that is null.
void replace_counted_calls(void* (*replacement)(void* function));

// Whether all calls are counted, so far as the loader's tables tell of them.
[[nodiscard]] bool calls_out_are_counted();

}  // namespace heddle::runtime
