// SPDX-License-Identifier: Apache-2.0
#include "report/cycles.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <span>

namespace heddle::report {
namespace {

using event::Event;
using event::ThreadId;

constexpr size_t kMostSteps = 1'000'000;  // that are looked at, from the end
constexpr size_t kFewestRounds = 4;
constexpr size_t kSmallestShare = 10;  // a tenth of the steps has to repeat
constexpr size_t kLastPart = 4;        // a quarter of the steps is the end

// At the same place, with the same result.
bool alike(const Event& a, const Event& b) {
  return a.thread == b.thread && a.kind == b.kind && a.stack == b.stack && a.result == b.result &&
         a.timed_out == b.timed_out;
}

bool equal(const Event& a, const Event& b) {
  return alike(a, b) && a.object == b.object && a.mutex == b.mutex && a.other == b.other &&
         a.order == b.order && a.bytes == b.bytes && a.value == b.value;
}

// For each p, how many steps from the end on are the same as those p before them: the
// Z-function of the steps in reverse.
template <typename Same>
std::vector<size_t> matches(size_t count, Same same) {
  std::vector<size_t> z(count, 0);
  size_t left = 0;
  size_t right = 0;
  for (size_t p = 1; p < count; ++p) {
    size_t length = p < right ? std::min(right - p, z[p - left]) : 0;
    while (p + length < count && same(length, p + length)) {
      ++length;
    }
    z[p] = length;
    if (p + length > right) {
      left = p;
      right = p + length;
    }
  }
  return z;
}

struct Period {
  size_t length = 0;
  size_t covers = 0;  // steps, from the end on
};

std::optional<Period> smallest_period(const std::vector<size_t>& matches) {
  size_t most = 0;
  for (size_t p = 1; p < matches.size(); ++p) {
    const size_t covers = matches[p] + p;
    most = covers >= kFewestRounds * p ? std::max(most, covers) : most;
  }
  if (most == 0 || most < matches.size() / kSmallestShare) {
    return std::nullopt;
  }
  for (size_t p = 1; p < matches.size(); ++p) {
    const size_t covers = matches[p] + p;
    if (covers >= kFewestRounds * p && covers >= most - most / kSmallestShare) {
      return Period{p, covers};
    }
  }
  return std::nullopt;
}

// Of some of the steps, by their numbers.  Whole: they are all.
std::optional<Cycle> cycle_of(const std::vector<Event>& steps, std::span<const size_t> which,
                              bool whole) {
  const size_t count = which.size();
  const auto step = [&](size_t from_end) -> const Event& {
    return steps[which[count - 1 - from_end]];
  };
  for (const bool exact : {true, false}) {
    const auto period = smallest_period(matches(count, [&](size_t a, size_t b) {
      const bool same = exact ? equal(step(a), step(b)) : alike(step(a), step(b));
      return same && (!whole || step(a).preemption == step(b).preemption);
    }));
    if (period) {
      Cycle cycle;
      const auto first = which.subspan(count - period->covers, period->length);
      cycle.round.assign(first.begin(), first.end());
      cycle.rounds = period->covers / period->length;
      cycle.exact = exact;
      cycle.whole = whole;
      for (size_t i = 0; i < period->length; ++i) {
        cycle.yields |= step(i).yielded;
      }
      return cycle;
    }
  }
  return std::nullopt;
}

std::vector<size_t> last_steps(const trace::Trace& trace) {
  std::vector<size_t> all(std::min(trace.steps.size(), kMostSteps));
  std::iota(all.begin(), all.end(), trace.steps.size() - all.size());
  return all;
}

std::vector<size_t> steps_of(const trace::Trace& trace, ThreadId thread,
                             const std::vector<size_t>& among) {
  std::vector<size_t> own;
  std::ranges::copy_if(among, std::back_inserter(own),
                       [&](size_t step) { return trace.steps[step].thread == thread; });
  return own;
}

}  // namespace

std::vector<ThreadId> Cycle::threads(const trace::Trace& trace) const {
  std::vector<ThreadId> found;
  for (const size_t step : round) {
    found.push_back(trace.steps[step].thread);
  }
  std::ranges::sort(found);
  const auto repeated = std::ranges::unique(found);
  found.erase(repeated.begin(), repeated.end());
  return found;
}

std::vector<Cycle> cycles_at_end(const trace::Trace& trace) {
  const std::vector<size_t> all = last_steps(trace);
  if (const std::optional<Cycle> cycle = cycle_of(trace.steps, all, true)) {
    return {*cycle};
  }
  // Whoever still runs at the end goes round, or there is no telling.
  std::vector<Cycle> cycles;
  for (uint32_t i = 0; i < trace.threads.size(); ++i) {
    const std::vector<size_t> own = steps_of(trace, ThreadId{i}, all);
    if (own.empty() || own.back() < trace.steps.size() - all.size() / kLastPart) {
      continue;
    }
    const std::optional<Cycle> cycle = cycle_of(trace.steps, own, false);
    if (!cycle) {
      return {};
    }
    cycles.push_back(*cycle);
  }
  return cycles;
}

}  // namespace heddle::report
