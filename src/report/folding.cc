// SPDX-License-Identifier: Apache-2.0
#include "report/folding.h"

#include <algorithm>
#include <span>

namespace heddle::report {
namespace {

constexpr size_t kMostRows = 200;
constexpr size_t kHead = 20;
constexpr size_t kTail = 80;
constexpr size_t kAround = 2;       // rows before and after one of interest
constexpr size_t kMostMarked = 30;  // rows of interest in the middle: the last ones

constexpr size_t kLongestPeriod = 100;
constexpr size_t kFewestRounds = 4;
constexpr size_t kFewestLeftOut = 6;  // a loop that is not much shorter is shown in full

bool same(const event::Event& a, const event::Event& b) {
  return a.thread == b.thread && a.kind == b.kind && a.object == b.object && a.mutex == b.mutex &&
         a.other == b.other && a.result == b.result && a.timed_out == b.timed_out &&
         a.preemption == b.preemption && a.stack == b.stack && a.order == b.order &&
         a.bytes == b.bytes && a.value == b.value;
}

using Steps = std::span<const event::Event>;

// How often the `period` steps at `begin` are done again right after them.
size_t rounds_after(Steps steps, size_t begin, size_t period) {
  size_t at = begin + period;
  while (at < steps.size() && same(steps[at], steps[at - period])) {
    ++at;
  }
  return (at - begin) / period - 1;
}

// The loop whose first round begins at `begin`: its other rounds.  A step if none does.
Row loop_at(Steps steps, size_t begin) {
  for (size_t period = 1; period <= kLongestPeriod && begin + period < steps.size(); ++period) {
    const size_t rounds = rounds_after(steps, begin, period);
    if (rounds + 1 >= kFewestRounds && rounds * period >= kFewestLeftOut) {
      return {Row::Kind::loop, begin + period, rounds * period, period, true};
    }
  }
  return {Row::Kind::step, begin, 1, 0, true};
}

// All after the first round, also of one that is not complete.
Row endless_loop(Steps steps, const Cycle& cycle) {
  const size_t period = cycle.round.size();
  const size_t first = cycle.round.front() + period;
  return {Row::Kind::loop, first, steps.size() - first, period, cycle.exact};
}

std::vector<Row> without_loops(Steps steps, const Cycle* endless) {
  const size_t last_loop = endless == nullptr ? steps.size() : endless->round.front();
  std::vector<Row> rows;
  for (size_t at = 0; at < steps.size();) {
    // A loop before it must not take some of its steps.
    const Steps seen = at < last_loop ? steps.first(last_loop) : steps;
    const Row loop = at == last_loop ? endless_loop(steps, *endless) : loop_at(seen, at);
    const size_t shown = loop.kind == Row::Kind::loop ? loop.period : 1;
    for (size_t i = 0; i < shown; ++i) {
      rows.push_back({Row::Kind::step, at + i, 1, 0, true});
    }
    if (loop.kind == Row::Kind::loop) {
      rows.push_back(loop);
    }
    at = rows.back().first + rows.back().count;
  }
  return rows;
}

// Steps that somebody waits for in the end, or in which something was done that the finding is
// about.
std::vector<size_t> telling_steps(const trace::Trace& trace) {
  std::vector<size_t> steps;
  for (const event::Access& access : trace.accesses) {
    if (access.step > 0) {
      steps.push_back(access.step - 1);
    }
  }
  for (const trace::Thread& thread : trace.threads) {
    if (thread.end.state == event::ThreadState::blocked && thread.end.held_since > 0) {
      steps.push_back(thread.end.held_since - 1);
    }
  }
  return steps;
}

std::vector<size_t> marked_rows(const trace::Trace& trace, const std::vector<Row>& rows) {
  const std::vector<size_t> telling = telling_steps(trace);
  std::vector<size_t> marked;
  for (size_t i = kHead; i < rows.size() - kTail; ++i) {
    if (rows[i].kind == Row::Kind::step &&
        (trace.steps[rows[i].first].preemption ||
         std::ranges::find(telling, rows[i].first) != telling.end())) {
      marked.push_back(i);
    }
  }
  const size_t surplus = marked.size() - std::min(marked.size(), kMostMarked);
  marked.erase(marked.begin(), marked.begin() + static_cast<ptrdiff_t>(surplus));
  return marked;
}

std::vector<Row> without_middle(const trace::Trace& trace, const std::vector<Row>& rows) {
  std::vector<bool> kept(rows.size(), true);
  std::fill(kept.begin() + kHead, kept.end() - kTail, false);
  for (const size_t row : marked_rows(trace, rows)) {
    std::fill_n(kept.begin() + static_cast<ptrdiff_t>(row - kAround), 2 * kAround + 1, true);
  }
  std::vector<Row> left;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (kept[i]) {
      left.push_back(rows[i]);
    } else if (kept[i - 1]) {
      left.push_back({Row::Kind::gap, rows[i].first, rows[i].count, 0, true});
    } else {
      left.back().count += rows[i].count;
    }
  }
  return left;
}

}  // namespace

std::vector<Row> rows_to_show(const trace::Trace& trace, const Style& style, const Cycle* endless) {
  if (style.every_round) {
    std::vector<Row> rows(trace.steps.size());
    for (size_t i = 0; i < rows.size(); ++i) {
      rows[i].first = i;
    }
    return rows;
  }
  const std::vector<Row> rows = without_loops(trace.steps, endless);
  return rows.size() > kMostRows && !style.all ? without_middle(trace, rows) : rows;
}

}  // namespace heddle::report
