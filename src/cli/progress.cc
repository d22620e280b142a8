// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include "cli/output.h"
#include "report/words.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using supervise::Clock;

constexpr milliseconds kQuiet{1000};   // a run that is over by then shows nothing
constexpr milliseconds kEvery{125};    // between two drawings
constexpr milliseconds kOfLate{2000};  // the rate is that of this time
constexpr size_t kUsualColumns = 80;
constexpr size_t kRoomForCtrlC = 3;  // the terminal's echo of it must not begin a new line

constexpr char kEraseRest[] = "\x1b[K";
constexpr char kSeparator[] = " | ";

std::string clock_text(seconds time) {
  const auto all = std::max<int64_t>(time.count(), 0);
  return all < 3600 ? fmt::format("{}:{:02}", all / 60, all % 60)
                    : fmt::format("{}:{:02}:{:02}", all / 3600, all / 60 % 60, all % 60);
}

std::string rung_text(uint32_t every) {
  return every == 1   ? "fair at every yield"
         : every == 2 ? "fair at every 2nd yield"
                      : fmt::format("fair at every {}th yield", every);
}

std::string bound_text(const Standing& standing) {
  if (!standing.instead.empty()) {
    return standing.instead;
  }
  const verdict::Bound& requested = standing.requested;
  if (!standing.bound.has_value()) {
    return requested.all ? "all schedules"
                         : "up to " + report::counted(requested.preemptions, "preemption");
  }
  return requested.all ? fmt::format("bound {}", *standing.bound)
                       : fmt::format("bound {} of {}", *standing.bound, requested.preemptions);
}

std::string rate_text(double rate) {
  return rate < 10 ? fmt::format("{:.1f}/s", rate)
                   : report::grouped(static_cast<uint64_t>(rate)) + "/s";
}

std::string executions_left_text(const Standing& standing) {
  std::string text = report::counted(*standing.executions_left, "execution") + " left";
  if (standing.rate.value_or(0) > 0) {
    const double time = static_cast<double>(*standing.executions_left) / *standing.rate;
    text += fmt::format(", about {}", clock_text(seconds(std::llround(time))));
  }
  return text;
}

// In two digits, as it is no exact number: 950, 1.2k, 17k, 3.4M.
std::string rough_text(uint64_t number) {
  constexpr const char* kUnits[] = {"", "k", "M", "G", "T", "P", "E"};
  auto rest = static_cast<double>(number);
  size_t unit = 0;
  while (rest >= 995) {
    rest /= 1000;
    ++unit;
  }
  const double step = rest >= 100 ? 10 : rest >= 10 ? 1 : 0.1;
  return fmt::format("{:.3g}{}", std::round(rest / step) * step, kUnits[unit]);
}

std::string left_text(const explore::Left& left) {
  const std::string low = rough_text(left.low);
  const std::string high = rough_text(left.high);
  return low == high ? "about " + low + " to go" : fmt::format("{}-{} to go", low, high);
}

struct Part {
  std::string text;
  report::Ink ink = report::Ink::plain;
};

std::vector<Part> parts_of(const Standing& standing) {
  std::vector<Part> parts;
  if (standing.fair_every != 0) {
    parts.push_back({rung_text(standing.fair_every)});
  }
  parts.push_back({bound_text(standing)});
  parts.push_back({report::counted(standing.executions, "execution")});
  if (standing.left.has_value()) {
    parts.push_back({left_text(*standing.left)});
  }
  if (standing.rate.has_value()) {
    parts.push_back({rate_text(*standing.rate)});
  }
  parts.push_back(standing.findings == 0
                      ? Part{"no findings"}
                      : Part{report::counted(standing.findings, "finding"), report::Ink::failure});
  parts.push_back({clock_text(standing.elapsed)});
  if (standing.time_left.has_value()) {
    parts.push_back({clock_text(*standing.time_left) + " left"});
  }
  if (standing.executions_left.has_value()) {
    parts.push_back({executions_left_text(standing)});
  }
  return parts;
}

size_t columns_now(int descriptor) {
  winsize size = {};
  const bool known = ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kUsualColumns;
}

// A run in the background draws nothing.
bool in_foreground(int descriptor) {
  const pid_t foreground = tcgetpgrp(descriptor);
  return foreground < 0 || foreground == getpgrp();
}

// False where Ctrl-S has stopped the terminal: the run must not be held up by that.
bool takes_text(int descriptor) {
  pollfd ready{descriptor, POLLOUT, 0};
  return poll(&ready, 1, 0) == 1 && (ready.revents & POLLOUT) != 0;
}

}  // namespace

std::string progress_text(const Standing& standing, size_t columns, const report::Style& style) {
  std::string text;
  size_t used = 0;
  for (const Part& part : parts_of(standing)) {
    const std::string separator = text.empty() ? "" : kSeparator;
    if (used + separator.size() + part.text.size() > columns) {
      return used == 0 ? part.text.substr(0, columns) : text;
    }
    used += separator.size() + part.text.size();
    text += separator + paint(part.text, part.ink, style);
  }
  return text;
}

Progress::Progress(int descriptor, Goal goal)
    : descriptor_(descriptor),
      goal_(goal),
      enabled_(can_redraw(descriptor)),
      style_(Terminal(descriptor).style()),
      begin_(Clock::now()) {}

void Progress::update(const explore::Counters& counters, uint64_t findings) {
  const Clock::time_point now = Clock::now();
  const bool soon = !samples_.empty() && now - samples_.back().when < kEvery;
  if (!enabled_ || soon) {
    return;
  }
  samples_.push_back({now, counters.executions});
  while (samples_.size() > 2 && now - samples_.front().when > kOfLate) {
    samples_.pop_front();
  }
  if (now - begin_ < kQuiet || !in_foreground(descriptor_) || !takes_text(descriptor_)) {
    return;
  }
  if (goal_.interrupted != nullptr && *goal_.interrupted != 0) {
    erase();  // a second Ctrl-C ends heddle at once
  } else {
    draw(standing(counters, findings, now));
  }
}

void Progress::erase() {
  if (drawn_ && in_foreground(descriptor_)) {
    write_all(descriptor_, std::string("\r") + kEraseRest);
  }
  drawn_ = false;
}

Standing Progress::standing(const explore::Counters& counters, uint64_t findings,
                            Clock::time_point now) const {
  Standing standing;
  standing.requested = goal_.requested;
  if (goal_.bounds_in_order) {
    const auto next = static_cast<uint32_t>(counters.coverage.completed_bound + 1);
    standing.bound = std::min(next, goal_.requested.preemptions);
  }
  if (goal_.delays.has_value()) {
    const auto next = static_cast<uint32_t>(counters.coverage.completed_delays + 1);
    standing.instead = goal_.delays->all
                           ? fmt::format("delays {}", next)
                           : fmt::format("delays {} of {}", std::min(next, goal_.delays->delays),
                                         goal_.delays->delays);
  } else if (!goal_.samples.empty()) {
    standing.instead = "samples by " + goal_.samples;
  }
  standing.fair_every = goal_.fair_every;
  standing.executions = goal_.executions_below + counters.executions;
  standing.left = explore::left_of(counters.coverage);
  standing.rate = rate();
  standing.findings = findings;
  standing.elapsed = std::chrono::duration_cast<seconds>(now - begin_);
  if (goal_.deadline.has_value()) {
    standing.time_left = std::chrono::ceil<seconds>(*goal_.deadline - now);
  }
  if (goal_.max_executions != 0) {
    standing.executions_left =
        goal_.max_executions - std::min(goal_.max_executions, counters.executions);
  }
  return standing;
}

std::optional<double> Progress::rate() const {
  const Sample& first = samples_.front();
  const Sample& last = samples_.back();
  const double time = std::chrono::duration<double>(last.when - first.when).count();
  if (time <= 0) {
    return std::nullopt;
  }
  return static_cast<double>(last.executions - first.executions) / time;
}

// All of it in one piece, and nothing erased that is drawn again: no flicker.
void Progress::draw(const Standing& standing) {
  const size_t columns = columns_now(descriptor_);
  const size_t room = columns > kRoomForCtrlC ? columns - kRoomForCtrlC : 0;
  write_all(descriptor_, "\r" + progress_text(standing, room, style_) + kEraseRest);
  drawn_ = true;
}

}  // namespace heddle::cli
