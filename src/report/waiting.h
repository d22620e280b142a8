// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trace/trace.h"

#include <string>
#include <vector>

// Who waits for whom when nobody can go on.
namespace heddle::report {

struct Waiting {
  std::vector<event::ThreadId> cause;  // a circle of waiting threads, or those that wait for nobody
  std::vector<event::ThreadId> rest;   // blocked because of them
};

[[nodiscard]] Waiting waiting_threads(const trace::Trace& trace);

// "waits for mutex mu held by T2"
[[nodiscard]] std::string wait_words(const trace::Trace& trace, event::ThreadId thread);

// Threads of which the same is to be said.
struct Group {
  std::vector<event::ThreadId> threads;
  std::string words;  // of a single one: "waits for ..."
};

// Adds the thread to the group with these words, or as a group of its own.
void add_to_groups(std::vector<Group>& groups, event::ThreadId thread, const std::string& words);

// "T1", "T1 and T4", "T2 to T11"
[[nodiscard]] std::string threads_label(const std::vector<event::ThreadId>& threads);

// "waits for X" of one thread, "wait for X" of several.
[[nodiscard]] std::string verb_for(const Group& group);

}  // namespace heddle::report
