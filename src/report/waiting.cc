// SPDX-License-Identifier: Apache-2.0
#include "report/waiting.h"

#include "report/words.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace heddle::report {
namespace {

using event::OpKind;
using event::ThreadId;

const event::ThreadEnd& end_of(const trace::Trace& trace, ThreadId thread) {
  return trace.threads[event::index(thread)].end;
}

bool is_blocked(const trace::Trace& trace, ThreadId thread) {
  return event::index(thread) < trace.threads.size() &&
         end_of(trace, thread).state == event::ThreadState::blocked;
}

// The blocked thread that this one waits for; kNoThread if there is none.
ThreadId waits_for(const trace::Trace& trace, ThreadId thread) {
  const event::ThreadEnd& end = end_of(trace, thread);
  const ThreadId next = end.kind == OpKind::thread_join ? end.target : end.holder;
  return is_blocked(trace, next) ? next : event::kNoThread;
}

std::vector<ThreadId> blocked_threads(const trace::Trace& trace) {
  std::vector<ThreadId> blocked;
  for (uint32_t i = 0; i < trace.threads.size(); ++i) {
    if (is_blocked(trace, ThreadId{i})) {
      blocked.push_back(ThreadId{i});
    }
  }
  return blocked;
}

// The circle that begins and ends with `start`; empty if it is on none.
std::vector<ThreadId> circle_from(const trace::Trace& trace, ThreadId start) {
  std::vector<ThreadId> circle{start};
  for (ThreadId at = waits_for(trace, start); at != start; at = waits_for(trace, at)) {
    if (at == event::kNoThread || std::ranges::find(circle, at) != circle.end()) {
      return {};
    }
    circle.push_back(at);
  }
  return circle;
}

// A reader may have to let a writer go first that has come before it, and does not hold the lock.
bool is_behind_writer(const event::ThreadEnd& reader, const event::ThreadEnd& writer) {
  return reader.kind == OpKind::rwlock_rdlock && writer.kind == OpKind::rwlock_wrlock &&
         writer.state == event::ThreadState::blocked && writer.object == reader.object;
}

std::string holder_words(const trace::Trace& trace, ThreadId thread) {
  const ThreadId holder = end_of(trace, thread).holder;
  if (event::index(holder) >= trace.threads.size()) {
    return {};
  }
  if (holder == thread) {
    return " that it holds itself";
  }
  if (is_behind_writer(end_of(trace, thread), end_of(trace, holder))) {
    return " behind " + thread_label(holder) + ", which waits to write";
  }
  const bool ended = end_of(trace, holder).state == event::ThreadState::ended;
  return " held by " + thread_label(holder) + (ended ? ", which has ended" : "");
}

}  // namespace

Waiting waiting_threads(const trace::Trace& trace) {
  Waiting waiting;
  const std::vector<ThreadId> blocked = blocked_threads(trace);
  for (const ThreadId thread : blocked) {
    if (waiting.cause.empty()) {
      waiting.cause = circle_from(trace, thread);
    }
  }
  if (waiting.cause.empty()) {
    std::ranges::copy_if(blocked, std::back_inserter(waiting.cause), [&](ThreadId thread) {
      return waits_for(trace, thread) == event::kNoThread;
    });
  }
  std::ranges::copy_if(blocked, std::back_inserter(waiting.rest), [&](ThreadId thread) {
    return std::ranges::find(waiting.cause, thread) == waiting.cause.end();
  });
  return waiting;
}

std::string wait_words(const trace::Trace& trace, ThreadId thread) {
  const event::ThreadEnd& end = end_of(trace, thread);
  if (end.kind == OpKind::thread_join) {
    return "waits for the end of " + thread_label(end.target);
  }
  const std::string object = object_words(trace, end.object);
  if (end.kind == OpKind::cond_wake && end.holder != event::kNoThread) {
    return "waits for " + object_words(trace, end.mutex) + holder_words(trace, thread) +
           " on its way out of " + object;
  }
  if (end.kind == OpKind::barrier_leave) {
    return "waits at " + object + " for the others to arrive";
  }
  if (end.object == event::kNoObject) {
    return "waits to " + pending_words(trace, thread);
  }
  return "waits for " + object + holder_words(trace, thread);
}

void add_to_groups(std::vector<Group>& groups, ThreadId thread, const std::string& words) {
  const auto found = std::ranges::find(groups, words, &Group::words);
  Group& group = found != groups.end() ? *found : groups.emplace_back(Group{{}, words});
  group.threads.push_back(thread);
}

std::string threads_label(const std::vector<ThreadId>& threads) {
  const size_t distance = event::index(threads.back()) - event::index(threads.front());
  if (threads.size() > 2 && distance + 1 == threads.size()) {
    return thread_label(threads.front()) + " to " + thread_label(threads.back());
  }
  std::string label = thread_label(threads.front());
  for (size_t i = 1; i < threads.size(); ++i) {
    label += (i + 1 < threads.size() ? ", " : " and ") + thread_label(threads[i]);
  }
  return label;
}

std::string verb_for(const Group& group) {
  static constexpr std::pair<std::string_view, const char*> kVerbs[] = {{"waits ", "wait "},
                                                                        {"is ", "are "}};
  for (const auto& [one, several] : kVerbs) {
    if (group.threads.size() > 1 && group.words.starts_with(one)) {
      return several + group.words.substr(one.size());
    }
  }
  return group.words;
}

}  // namespace heddle::report
