// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/event.h"
#include "trace/trace.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// How reports speak of threads, objects, operations and places.  Names are as the
// program has them: what is for people is made of shown() traces.
namespace heddle::report {

// Of an object in a step; messages have it in full.
inline constexpr size_t kLongestName = 28;

// "T1"; with its name, "T1 clerk".
[[nodiscard]] std::string thread_label(event::ThreadId thread);
[[nodiscard]] std::string thread_label(const trace::Trace& trace, event::ThreadId thread);

// "mutex accounts+48", or "mutex #3" if it has no name.
[[nodiscard]] std::string object_words(const trace::Trace& trace, event::ObjectId object);

// "lock mu", "create T2", "wait cv (mu)", "try-lock mu: busy", "load x -> 1 (acquire)".
[[nodiscard]] std::string operation_words(const trace::Trace& trace, const event::Event& event);

// The words of each step of the trace.  Beyond operation_words(), signals say whom
// they wake, or that nobody waits.
[[nodiscard]] std::vector<std::string> step_words(const trace::Trace& trace);

// What the thread was about to do when the execution ended.
[[nodiscard]] std::string pending_words(const trace::Trace& trace, event::ThreadId thread);

// "bank.c:13"; empty if the file is not known.
[[nodiscard]] std::string file_and_line(const trace::Frame& frame);

// "bank.c:13 in transfer", or what is known of it.
[[nodiscard]] std::string place_words(const trace::Frame& frame);

// The place of the user's own code in that stack; empty if nothing is known.
[[nodiscard]] std::string place_words(const trace::Trace& trace, uint32_t stack);

// " at bank.c:13 in transfer", to follow a verb; empty if there is no frame.
[[nodiscard]] std::string at_words(const trace::Frame* frame);

// What an access of so many bytes read or wrote: in hex if it is beyond 32 bits, since that is
// an address more often than a number; with a sign if it is just below zero.
[[nodiscard]] std::string value_words(uint64_t value, uint32_t bytes);

// "1 preemption", "12,345 steps".
[[nodiscard]] std::string counted(uint64_t number, std::string_view thing);
[[nodiscard]] std::string grouped(uint64_t number);

}  // namespace heddle::report
