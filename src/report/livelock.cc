// SPDX-License-Identifier: Apache-2.0
#include "report/livelock.h"

#include "report/chance.h"
#include "report/waiting.h"
#include "report/words.h"

#include <algorithm>
#include <span>
#include <tuple>

#include <fmt/format.h>

namespace heddle::report {
namespace {

using event::Event;
using event::ThreadId;

using Steps = std::span<const Event>;

constexpr size_t kMostPlaces = 3;

// Whether somebody else could have been chosen there.
bool had_others(const Event& step) { return step.own != 0 && step.options > step.own; }

// The steps that repeat; of a whole that does not, the later half.
Steps tail_of(const trace::Trace& trace, const std::vector<Cycle>& cycles) {
  const Steps steps = trace.steps;
  const bool whole = !cycles.empty() && cycles.front().whole;
  return steps.subspan(whole ? cycles.front().round.front() : steps.size() / 2);
}

// Sorts those that do nothing in the steps after `tail` by whether they could.
void look_at_others(const trace::Trace& trace, size_t tail, Livelock& livelock) {
  for (uint32_t i = 0; i < trace.threads.size(); ++i) {
    const ThreadId thread{i};
    if (std::ranges::find(livelock.threads, thread) != livelock.threads.end()) {
      continue;
    }
    const Chance chance = chance_of(trace, thread, tail);
    if (chance == Chance::some) {
      livelock.could_go_on.push_back(thread);
    } else if (chance == Chance::not_known) {
      livelock.may_go_on.push_back(thread);
    } else if (waits_for_lock_in_use(trace, thread, tail)) {
      livelock.starved.push_back(thread);
    }
  }
}

// Fairness lets a thread have a turn that could go on from one k-th yield of another to its next.
// It takes two of these to be sure, and one more as the first may be in the middle.
bool fairness_acted(const trace::Trace& trace, Steps tail) {
  const size_t enough = size_t{3} * std::max(trace.fair_every, 1U);
  std::vector<size_t> yields(trace.threads.size());
  return std::ranges::any_of(tail, [&](const Event& step) {
    return step.yielded && ++yields[event::index(step.thread)] >= enough;
  });
}

std::vector<ThreadId> threads_of(Steps steps) {
  std::vector<ThreadId> found;
  for (const Event& step : steps) {
    if (std::ranges::find(found, step.thread) == found.end()) {
      found.push_back(step.thread);
    }
  }
  std::ranges::sort(found);
  return found;
}

// "these 6 steps", "this step"
std::string these_steps(size_t count) {
  return count == 1 ? "this step" : fmt::format("these {} steps", grouped(count));
}

// "these 6 steps repeat"
std::string repeat_words(const Cycle& cycle, const std::string& whose) {
  const size_t count = cycle.round.size();
  return these_steps(count) + whose + (count == 1 ? " repeats" : " repeat");
}

// The first line of it, whichever step it is that the round begins with.
std::string first_place(const trace::Trace& trace, const Cycle& cycle, ThreadId thread) {
  const trace::Frame* first = nullptr;
  for (const size_t step : cycle.round) {
    const trace::Frame* frame = trace::user_frame(trace::stack_at(trace, trace.steps[step].stack));
    const bool counts = trace.steps[step].thread == thread && frame != nullptr;
    if (counts && (first == nullptr ||
                   std::tie(frame->file, frame->line) < std::tie(first->file, first->line))) {
      first = frame;
    }
  }
  return first == nullptr ? std::string() : place_words(*first);
}

// " (at a.c:26 in look)"; where each thread that takes part goes round, each place once.
std::string round_places(const trace::Trace& trace, const Livelock& livelock) {
  std::vector<std::string> places;
  for (const Cycle& cycle : livelock.cycles) {
    for (const ThreadId thread : cycle.threads(trace)) {
      const std::string place = first_place(trace, cycle, thread);
      if (!place.empty() && std::ranges::find(places, place) == places.end()) {
        places.push_back(place);
      }
    }
  }
  std::string text;
  for (size_t i = 0; i < std::min(places.size(), kMostPlaces); ++i) {
    text += (i == 0 ? " (at " : ", ") + places[i];
  }
  return places.empty() ? text : text + (places.size() > kMostPlaces ? ", ...)" : ")");
}

std::string others_words(const Livelock& livelock) {
  return livelock.could_go_on.empty() ? "other threads" : threads_label(livelock.could_go_on);
}

// "goes" of one thread, "go" of several.
std::string verb(const Livelock& livelock, const char* one, const char* several) {
  return livelock.threads.size() == 1 ? one : several;
}

// "these 3 steps repeat (at a.c:26 in look)"
std::string what_repeats(const trace::Trace& trace, const Livelock& livelock,
                         const std::string& whose) {
  if (livelock.cycles.empty()) {
    return "no cycle was found";
  }
  const std::string what = livelock.cycles.front().whole
                               ? repeat_words(livelock.cycles.front(), whose)
                               : "each thread repeats its own steps, in changing order";
  return what + round_places(trace, livelock);
}

std::string keeps_running_message(const trace::Trace& trace, const Livelock& livelock) {
  return fmt::format("{} {} running without yielding: {}; {} could go on",
                     threads_label(livelock.threads), verb(livelock, "keeps", "keep"),
                     what_repeats(trace, livelock, ""), others_words(livelock));
}

// The steps of the first round, a line each.
std::string rounds_text(const trace::Trace& trace, const Livelock& livelock, const Style& style) {
  std::string text;
  for (const Cycle& cycle : livelock.cycles) {
    const ThreadId thread = trace.steps[cycle.round.front()].thread;
    const std::string title =
        fmt::format("{}: {}, {} times{}:", thread_label(trace, thread), repeat_words(cycle, ""),
                    grouped(cycle.rounds), cycle.exact ? "" : ", with other values");
    text += paint(title, Ink::heading, style) + "\n";
    for (const size_t step : cycle.round) {
      const std::string place = place_words(trace, trace.steps[step].stack);
      const std::string words =
          operation_words(trace, trace.steps[step]) + (place.empty() ? "" : ", at " + place);
      text += "  " + paragraph(words, style, 4) + "\n";
    }
  }
  return text;
}

std::string meaning(const Livelock& livelock) {
  const std::string who = threads_label(livelock.threads);
  const std::string others = others_words(livelock);
  const std::string more_steps = "If the program would come to an end, give it more: --steps N.";
  if (livelock.keeps_running) {
    return "A loop that waits should block, sleep or yield (sched_yield, heddle_yield): others may "
           "need the processor. " +
           more_steps;
  }
  if (!livelock.could_go_on.empty()) {
    return livelock.fairness_acted
               ? fmt::format("{} could go on at times, too, but had no turn in all these rounds.",
                             others)
               : fmt::format("{} could go on too, and with more steps may have a turn: --steps N.",
                             others);
  }
  if (livelock.cycles.empty()) {
    return more_steps;
  }
  const std::string turns = livelock.threads.size() == 1
                                ? fmt::format("{} goes round by itself", who)
                                : fmt::format("The schedule is fair: {} take turns", who);
  if (!livelock.starved.empty()) {
    return fmt::format("{}, and {} cannot go on: what {} for is in use all the time.", turns,
                       threads_label(livelock.starved),
                       livelock.starved.size() == 1 ? "it waits" : "they wait");
  }
  if (!livelock.may_go_on.empty()) {
    return fmt::format("{}. Whether {} could go on in between is not known.", turns,
                       threads_label(livelock.may_go_on));
  }
  return livelock.threads.size() == 1
             ? fmt::format("No other thread can go on, and so none can end what {} does.", who)
             : fmt::format("{}, and no other thread can go on.", turns);
}

}  // namespace

Livelock livelock_of(const trace::Trace& trace) {
  Livelock livelock;
  livelock.cycles = cycles_at_end(trace);
  const Steps tail = tail_of(trace, livelock.cycles);
  livelock.threads = threads_of(tail);
  look_at_others(trace, trace.steps.size() - tail.size(), livelock);
  livelock.fairness_acted = fairness_acted(trace, tail);
  const bool alone = livelock.threads.size() == 1;
  const bool goes_round = !livelock.cycles.empty() && livelock.cycles.front().whole;
  livelock.keeps_running =
      (alone || goes_round) && std::ranges::none_of(tail, &Event::yielded) &&
      (!livelock.could_go_on.empty() || (alone && std::ranges::any_of(tail, had_others)));
  return livelock;
}

std::string livelock_message(const trace::Trace& trace) {
  const Livelock livelock = livelock_of(trace);
  if (livelock.keeps_running) {
    return keeps_running_message(trace, livelock);
  }
  const std::string whose =
      livelock.threads.empty() ? std::string() : " of " + threads_label(livelock.threads);
  return fmt::format("no end after {}: {}", counted(trace.steps.size(), "step"),
                     what_repeats(trace, livelock, whose));
}

std::string render_livelock(const trace::Trace& trace, const Style& style) {
  const Livelock livelock = livelock_of(trace);
  const bool shown = livelock.cycles.empty() || livelock.cycles.front().whole;
  return (shown ? std::string() : rounds_text(trace, livelock, style)) +
         paragraph(meaning(livelock), style) + "\n";
}

}  // namespace heddle::report
