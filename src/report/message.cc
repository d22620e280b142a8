// SPDX-License-Identifier: Apache-2.0
#include "report/message.h"

#include "report/accesses.h"
#include "report/livelock.h"
#include "report/locks.h"
#include "report/memory_message.h"
#include "report/terminal.h"
#include "report/waiting.h"
#include "report/words.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

namespace heddle::report {
namespace {

using event::FindingKind;
using event::ThreadId;

// Threads with more than this many things to wait for are only counted.
constexpr size_t kMostGroups = 4;

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

// " at bank.c:13 in transfer", or nothing.
std::string at_place(const trace::Trace& trace) { return at_words(failure_frame(trace)); }

// " in T2 at buffer.c:14 in consumer"
std::string in_thread_at_place(const trace::Trace& trace) {
  const ThreadId thread = trace.finding->thread;
  return (thread == event::kNoThread ? "" : " in " + thread_label(thread)) + at_place(trace);
}

std::string deadlock_message(const trace::Trace& trace) {
  std::vector<Group> groups;
  for (const ThreadId thread : waiting_threads(trace).cause) {
    add_to_groups(groups, thread, wait_words(trace, thread));
  }
  std::string message;
  size_t untold = 0;
  for (size_t i = 0; i < groups.size(); ++i) {
    if (i < kMostGroups) {
      message +=
          (i == 0 ? "" : ", ") + threads_label(groups[i].threads) + " " + verb_for(groups[i]);
    } else {
      untold += groups[i].threads.size();
    }
  }
  message += untold == 0 ? "" : fmt::format(", and {} more wait", counted(untold, "thread"));
  return message.empty() ? "no thread can go on" : message;
}

std::string signal_name(int number) {
  const char* name = sigabbrev_np(number);
  return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", number);
}

// libstdc++ says "terminate called after throwing an instance of 'T'\n  what():  W".
std::string uncaught_words(const trace::Trace& trace) {
  constexpr std::string_view kThrown = "terminate called after throwing an instance of '";
  const std::string_view detail = trace.detail;
  const std::string_view line = first_line(detail);
  if (line.empty() || line.starts_with("terminate called without")) {
    return "std::terminate without an exception";
  }
  if (!line.starts_with(kThrown)) {
    return (line.starts_with("std::terminate") ? "" : "uncaught exception ") + std::string(line);
  }
  const std::string_view type = line.substr(kThrown.size());
  const size_t what = detail.find("what():");
  const std::string_view text =
      what == std::string_view::npos ? "" : first_line(detail.substr(what + 7));
  const size_t begin = text.find_first_not_of(' ');
  return fmt::format(
      "uncaught exception {}{}", type.substr(0, type.rfind('\'')),
      begin == std::string_view::npos ? "" : fmt::format(" ({})", text.substr(begin)));
}

// Who holds the lock after the last step; kNoThread if nobody does.
ThreadId holder_of(const trace::Trace& trace, event::ObjectId lock) {
  const std::vector<Held> locks = locks_after(trace, trace.steps.size());
  const auto held = std::ranges::find(locks, lock, &Held::object);
  return held == locks.end() ? event::kNoThread : held->thread;
}

std::string misuse_message(const trace::Trace& trace) {
  const event::Finding& finding = *trace.finding;
  const std::string words(event::word_for(finding.misuse));
  const bool has_object = event::index(finding.object) < trace.objects.size();
  const std::string object = has_object ? object_words(trace, finding.object) : "an object";
  if (finding.misuse == event::Misuse::object_not_destroyed) {
    return object + " " + words;
  }
  const ThreadId holder = holder_of(trace, finding.object);
  const bool other_holds = holder != event::kNoThread && holder != finding.thread;
  const std::string about = !has_object ? std::string()
                            : other_holds
                                ? fmt::format(" ({}, held by {})", object, thread_label(holder))
                                : fmt::format(" ({})", object);
  const std::string who =
      finding.thread == event::kNoThread ? "the program" : thread_label(finding.thread);
  return who + " " + words + about + at_place(trace);
}

// Nobody could go on but by something from outside of the program.  Where a thread that runs is
// stuck, it is not blocked.
bool waits_for_outside(const trace::Trace& trace) {
  const auto is_blocked = [&](ThreadId thread) {
    return event::index(thread) < trace.threads.size() &&
           trace.threads[event::index(thread)].end.state == event::ThreadState::blocked;
  };
  const auto waits = [&](ThreadId thread) {
    return is_blocked(thread) &&
           trace.threads[event::index(thread)].end.kind == event::OpKind::descriptor_wait;
  };
  return is_blocked(trace.finding->thread) &&
         std::ranges::any_of(waiting_threads(trace).cause, waits);
}

std::string stuck_message(const trace::Trace& trace) {
  if (waits_for_outside(trace)) {
    return deadlock_message(trace) + ", and nothing comes from outside of the program";
  }
  const std::string call(first_line(trace.detail));
  const std::string place = at_place(trace);
  const std::string who = trace.finding->thread == event::kNoThread
                              ? "the program"
                              : thread_label(trace.finding->thread);
  if (call.empty()) {
    return fmt::format(
        "{} does not come to another synchronization call{} (a loop on memory alone keeps other "
        "threads from running here; compiled with heddle cc, one on atomics does not)",
        who, place);
  }
  return fmt::format("{} does not return from {}, which heddle does not control{}", who, call,
                     place.empty() ? "" : fmt::format(" (called{})", place));
}

// Kinds whose detail, if there is one, is all that is known: "leak", …
std::string plain_message(const trace::Trace& trace) {
  std::string_view words = event::word_for(trace.finding->kind);
  words.remove_prefix(words.find(' ') + 1);
  const std::string detail = detail_words(trace);
  return (detail.empty() ? std::string(words) : detail) + in_thread_at_place(trace);
}

std::string words_of_finding(const trace::Trace& trace) {
  if (const std::string memory = memory_message(trace); !memory.empty()) {
    return memory;
  }
  switch (trace.finding->kind) {
    case FindingKind::deadlock:
      return deadlock_message(trace);
    case FindingKind::crash:
      return signal_name(trace.finding->code) + in_thread_at_place(trace);
    case FindingKind::assertion:
      return (trace.detail.empty() ? "abort" : detail_words(trace)) + in_thread_at_place(trace);
    case FindingKind::exit:
      return fmt::format("the program exits with status {}", trace.finding->code);
    case FindingKind::uncaught:
      return uncaught_words(trace) + in_thread_at_place(trace);
    case FindingKind::livelock:
      return livelock_message(trace);
    case FindingKind::misuse:
      return misuse_message(trace);
    case FindingKind::stuck:
      return stuck_message(trace);
    default:
      return plain_message(trace);
  }
}

uint32_t failure_stack_number(const trace::Trace& trace) {
  if (const event::Access* use = roles_of(trace).second; use != nullptr) {
    return use->stack;
  }
  if (trace.failure_stack != 0 || !trace.finding) {
    return trace.failure_stack;
  }
  ThreadId thread = trace.finding->thread;
  if (trace.finding->kind == FindingKind::deadlock) {
    const std::vector<ThreadId> cause = waiting_threads(trace).cause;
    thread = cause.empty() ? event::kNoThread : cause.front();
  }
  if (event::index(thread) < trace.threads.size()) {
    return trace.threads[event::index(thread)].stack;
  }
  return trace.steps.empty() ? 0 : trace.steps.back().stack;
}

}  // namespace

std::string message_of(const trace::Trace& trace) {
  return trace.finding ? words_of_finding(trace) : std::string();
}

std::string shown_message(const trace::Trace& trace) {
  return escape(trace.message.empty() ? message_of(trace) : trace.message);
}

const trace::Stack& failure_stack(const trace::Trace& trace) {
  return trace::stack_at(trace, failure_stack_number(trace));
}

const trace::Frame* failure_frame(const trace::Trace& trace) {
  return trace::user_frame(failure_stack(trace));
}

std::string detail_words(const trace::Trace& trace) {
  std::string_view detail = trace.detail;
  const size_t assertion = detail.find("Assertion `");
  detail = first_line(assertion == std::string_view::npos ? detail : detail.substr(assertion));
  while (!detail.empty() && (detail.back() == '.' || detail.back() == ' ')) {
    detail.remove_suffix(1);
  }
  return std::string(detail);
}

}  // namespace heddle::report
