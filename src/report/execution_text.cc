// SPDX-License-Identifier: Apache-2.0
#include "report/execution_text.h"

#include "report/access_text.h"
#include "report/calls.h"
#include "report/interleaving.h"
#include "report/livelock.h"
#include "report/message.h"
#include "report/shown.h"
#include "report/waiting.h"
#include "report/words.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace heddle::report {
namespace {

using event::FindingKind;
using event::ThreadId;
using event::ThreadState;

std::string item(const std::string& words, const Style& style) {
  return "  " + paragraph(words, style, 4) + "\n";
}

// " since step 7 (bank.c:13 in transfer)"
std::string since_words(const trace::Trace& trace, const event::ThreadEnd& end) {
  if (end.held_since == 0 || end.held_since > trace.steps.size()) {
    return {};
  }
  const std::string place = place_words(trace, trace.steps[end.held_since - 1].stack);
  return fmt::format(" since step {}{}", end.held_since,
                     place.empty() ? "" : fmt::format(" ({})", place));
}

std::string at_words(const trace::Trace& trace, ThreadId thread) {
  const std::string place = place_words(trace, trace.threads[event::index(thread)].stack);
  return place.empty() ? std::string() : ", at " + place;
}

// "waits for mutex b held by T2 since step 7 (bank.c:12 in transfer)"
std::string waiting_words(const trace::Trace& trace, ThreadId thread) {
  const event::ThreadEnd& end = trace.threads[event::index(thread)].end;
  const bool held = end.kind != event::OpKind::thread_join && end.holder != event::kNoThread;
  return wait_words(trace, thread) + (held ? since_words(trace, end) : "");
}

// What a thread did at the end: it waits, has something before it, or runs its own
// code between two operations.
std::string standing_words(const trace::Trace& trace, ThreadId thread) {
  switch (trace.threads[event::index(thread)].end.state) {
    case ThreadState::blocked:
      return waiting_words(trace, thread);
    case ThreadState::runnable:
      return "is about to " + pending_words(trace, thread);
    case ThreadState::ended:
      return "has ended";
    case ThreadState::unknown:
      break;
  }
  return "is running";
}

// An item a thread, or a group of threads that stand alike.
std::string standing_items(const trace::Trace& trace, const std::vector<ThreadId>& threads,
                           const Style& style) {
  std::vector<Group> groups;
  for (const ThreadId thread : threads) {
    add_to_groups(groups, thread, standing_words(trace, thread) + at_words(trace, thread));
  }
  std::string text;
  for (const Group& group : groups) {
    const std::string who = group.threads.size() == 1 ? thread_label(trace, group.threads.front())
                                                      : threads_label(group.threads);
    text += item(who + " " + verb_for(group), style);
  }
  return text;
}

std::string titled(const char* title, const std::string& items, const Style& style) {
  return items.empty() ? items : paint(title, Ink::heading, style) + "\n" + items;
}

std::string waiting_threads_text(const trace::Trace& trace, const Style& style) {
  Waiting waiting = waiting_threads(trace);
  std::vector<ThreadId>& threads = waiting.cause;
  threads.insert(threads.end(), waiting.rest.begin(), waiting.rest.end());
  return titled("the threads at the end:", standing_items(trace, threads, style), style);
}

std::string failing_calls(const trace::Trace& trace, const Style& style) {
  const std::string shown = render_calls(failure_stack(trace), style);
  const ThreadId thread = trace.finding->thread;
  const std::string who = thread == event::kNoThread ? "the program" : thread_label(trace, thread);
  return titled(fmt::format("{} failed here:", who).c_str(), shown, style);
}

std::string other_threads(const trace::Trace& trace, const Style& style) {
  // In a livelock none has failed more than the others.
  const bool all = trace.finding->kind == FindingKind::livelock;
  const ThreadId failed = all ? event::kNoThread : trace.finding->thread;
  std::vector<ThreadId> threads;
  for (uint32_t i = 0; i < trace.threads.size(); ++i) {
    const trace::Thread& thread = trace.threads[i];
    const bool lost = thread.end.state == ThreadState::unknown && thread.stack == 0;
    if (thread.end.state != ThreadState::ended && !lost && ThreadId{i} != failed) {
      threads.push_back(ThreadId{i});
    }
  }
  const bool others = failed != event::kNoThread;
  return titled(others ? "the other threads at the end:" : "the threads at the end:",
                standing_items(trace, threads, style), style);
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    text += (text.empty() || part.empty() ? "" : "\n") + part;
  }
  return text;
}

}  // namespace

std::string headline(const trace::Trace& trace) {
  const uint32_t count = trace::preemptions(trace);
  const std::string preemptions =
      count == 0 ? "without preemptions" : "with " + counted(count, "preemption");
  return fmt::format("{}, {}", trace.finding ? event::to_string(trace.finding->kind) : "no finding",
                     preemptions);
}

std::string render_end(const trace::Trace& raw, const Style& style) {
  if (!raw.finding) {
    return {};
  }
  const trace::Trace trace = shown(raw);
  if (trace.finding->kind == FindingKind::deadlock) {
    return waiting_threads_text(trace, style);
  }
  // An execution that went its way to exit() has no failing call.
  const bool ran_on = trace.finding->kind == FindingKind::exit;
  if (trace.finding->kind == FindingKind::livelock) {
    return joined({other_threads(trace, style), render_livelock(trace, style)});
  }
  const std::string accesses = render_accesses(trace, style);
  const std::string failed = ran_on ? std::string() : failing_calls(trace, style);
  return joined({accesses.empty() ? failed : accesses, other_threads(trace, style)});
}

std::string render_execution(const trace::Trace& trace, const Style& style) {
  const std::string message = shown_message(trace);
  return joined({message.empty() ? message : "  " + paragraph(message, style, 2) + "\n",
                 render_interleaving(trace, style), render_end(trace, style)});
}

}  // namespace heddle::report
