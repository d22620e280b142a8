// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/arena.h"

#include <cstdint>

// Loops that do nothing but wait for one variable, as all executions have shown them.
//
// While it waits a thread is treated like one that waits for a lock: it can go on when the variable
// has a value with which it does not come back.  With which it does depends on nothing but the
// state in which it waits, and is found out once: an execution that meets a state with a value for
// the first time lets that thread, and nobody else, go on until it is known.  Such an execution is
// a trial.  It does not count, and is run again with what was learned.
namespace heddle::explore {

// Whether loops that wait are looked at in this search.
[[nodiscard]] bool awaits_are_on(Arena& arena);

// Whether the code there reads in such a loop.
[[nodiscard]] bool is_await_site(const Arena& arena, uint64_t site);

// The execution under way has shown that it does.
void note_await_site(Arena& arena, uint64_t site);

// The number of a state; 0 if it was never met before this execution.
[[nodiscard]] uint32_t await_number(const Arena& arena, uint64_t state);

// What is known of it with that value, from this execution or those before; null if nothing is.
[[nodiscard]] const event::AwaitRecord* find_await(const Arena& arena, uint64_t state,
                                                   uint64_t value);

// What the execution under way, a trial, finds out.  What was noted last of the same is right.
void note_await(Arena& arena, uint64_t state, uint64_t value, bool comes_back);

// Whether it has shown a site that was not known.
[[nodiscard]] bool has_new_await_site(const Arena& arena);

// Keeps what it has shown, in the journal.  If that is too much, loops are not looked at any more.
// keep_awaits() returns whether the search has to begin anew, as it went by something else.
void keep_await_sites(Arena& arena);
[[nodiscard]] bool keep_awaits(Arena& arena);

// Whether the thread was held back when the last execution ended.
[[nodiscard]] bool waits_in_loop(const Arena& arena, event::ThreadId thread);

// Keeps what a reduction has asked; `all`: that is all that it had to.
void keep_asked(Arena& arena, const base::List<event::AwaitRecord>& asked, bool all);

}  // namespace heddle::explore
