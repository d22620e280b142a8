// SPDX-License-Identifier: Apache-2.0
#include "report/unordered.h"

#include "report/locks.h"
#include "report/words.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace heddle::report {
namespace {

using event::Access;
using event::AccessKind;
using event::Event;
using event::OpKind;

bool writes(const Event& step) {
  return step.kind == OpKind::atomic_store || step.kind == OpKind::atomic_rmw ||
         step.kind == OpKind::volatile_write ||
         (step.kind == OpKind::atomic_cas && step.result == 0);
}

bool reads(const Event& step) {
  return step.kind == OpKind::atomic_load || step.kind == OpKind::atomic_rmw ||
         step.kind == OpKind::atomic_cas || step.kind == OpKind::volatile_read;
}

bool is_volatile(const Event& step) {
  return step.kind == OpKind::volatile_read || step.kind == OpKind::volatile_write;
}

bool is_volatile(const Access& access) {
  return access.kind == AccessKind::volatile_read || access.kind == AccessKind::volatile_write;
}

// The steps after the first access, up to the one with the second.
struct Between {
  size_t begin;  // counted from 0
  size_t end;
};

Between between(const trace::Trace& trace, const Access& first, const Access& second) {
  const size_t begin = std::min<size_t>(first.step, trace.steps.size());
  return {begin, std::clamp<size_t>(second.step, begin, trace.steps.size())};
}

// The last value that went from the first thread to the second in between: the step that wrote
// it and the one that read it.
std::optional<std::pair<size_t, size_t>> last_passed_on(const trace::Trace& trace,
                                                        const Access& first, const Access& second) {
  const auto [begin, end] = between(trace, first, second);
  for (size_t at = end; at-- > begin;) {
    const Event& read = trace.steps[at];
    if (read.thread != second.thread || read.object == event::kNoObject || !reads(read)) {
      continue;
    }
    for (size_t before = at; before-- > begin;) {
      const Event& write = trace.steps[before];
      if (write.object == read.object && writes(write)) {
        if (write.thread == first.thread) {
          return std::pair(before, at);
        }
        break;
      }
    }
  }
  return std::nullopt;
}

// "the store is relaxed", if that keeps the two from synchronizing.
std::string weakness(const trace::Trace& trace, const Event& write, const Event& read) {
  if (is_volatile(write) || is_volatile(read)) {
    return trace.volatile_sync ? "" : "volatile accesses do not synchronize";
  }
  const auto is = [](const Event& step) {
    return fmt::format("the {} is {}", event::word_for(step.kind), event::word_for(step.order));
  };
  if (event::releases(write.order)) {
    return event::acquires(read.order) ? "" : is(read);
  }
  return is(write) + (event::acquires(read.order) ? "" : ", and " + is(read));
}

std::string passed_on_words(const trace::Trace& trace, const Access& first, const Access& second) {
  const auto passed = last_passed_on(trace, first, second);
  if (!passed) {
    return {};
  }
  const Event& write = trace.steps[passed->first];
  const std::string why = weakness(trace, write, trace.steps[passed->second]);
  return why.empty() ? why
                     : fmt::format(" In step {} {} reads what {} wrote to {} in step {}, but {}.",
                                   passed->second + 1, thread_label(second.thread),
                                   thread_label(first.thread), object_words(trace, write.object),
                                   passed->first + 1, why);
}

std::vector<Held> in_common(const std::vector<Held>& one, const std::vector<Held>& other) {
  std::vector<Held> common;
  for (const Held& held : one) {
    const auto same = std::ranges::find(other, held.object, &Held::object);
    if (same != other.end()) {
      common.push_back(held);
      common.back().shared = held.shared && same->shared;
    }
  }
  return common;
}

// Empty if both hold a lock that excludes others, which then says nothing.
std::string lock_words(const trace::Trace& trace, const Access& first, const Access& second) {
  const std::vector<Held> one = locks_of(trace, first.thread, first.step);
  const std::vector<Held> other = locks_of(trace, second.thread, second.step);
  const std::vector<Held> common = in_common(one, other);
  if (!std::ranges::all_of(common, &Held::shared)) {
    return {};
  }
  if (!common.empty()) {
    return fmt::format("both threads hold {} for reading only, and ",
                       object_words(trace, common.front().object));
  }
  if (one.empty() && other.empty()) {
    return "neither thread holds a lock, and ";
  }
  return "no lock is held at both, and ";
}

// What people who wait for a volatile flag have to be told, unless passed_on_words() did.
std::string volatile_words(const trace::Trace& trace, const Access& first, const Access& second) {
  return trace.volatile_sync || !(is_volatile(first) || is_volatile(second))
             ? ""
             : " In C and C++ volatile accesses do not synchronize (--volatile-sync: as if they "
               "did).";
}

// Whether the first thread has done something in between that others can wait for or see.
bool has_gone_on(const trace::Trace& trace, const Access& first, const Access& second) {
  const auto [begin, end] = between(trace, first, second);
  return std::any_of(trace.steps.begin() + static_cast<ptrdiff_t>(begin),
                     trace.steps.begin() + static_cast<ptrdiff_t>(end),
                     [&](const Event& step) { return step.thread == first.thread; });
}

}  // namespace

std::string why_unordered(const trace::Trace& trace, const Access& first, const Access& second) {
  const std::string order =
      has_gone_on(trace, first, second)
          ? fmt::format("{} has not synchronized with anything that {} did after its access",
                        thread_label(second.thread), thread_label(first.thread))
          : fmt::format("{} has done nothing since that {} could have waited for",
                        thread_label(first.thread), thread_label(second.thread));
  const std::string passed_on = passed_on_words(trace, first, second);
  return fmt::format("Nothing orders them: {}{}.{}", lock_words(trace, first, second), order,
                     passed_on.empty() ? volatile_words(trace, first, second) : passed_on);
}

}  // namespace heddle::report
