// SPDX-License-Identifier: Apache-2.0
#include "report/interleaving.h"

#include "report/accesses.h"
#include "report/cycles.h"
#include "report/folding.h"
#include "report/message.h"
#include "report/shown.h"
#include "report/table.h"
#include "report/waiting.h"
#include "report/words.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::report {
namespace {

using event::FindingKind;
using event::ThreadId;

constexpr size_t kMostWaiting = 6;  // of more, the list after the table says enough

class Interleaving {
 public:
  Interleaving(const trace::Trace& trace, const Style& style) : trace_(trace), style_(style) {}

  std::vector<TableRow> rows() {
    const std::vector<std::string> words = step_words(trace_);
    const std::vector<Cycle> cycles = is_livelock() ? cycles_at_end(trace_) : std::vector<Cycle>();
    const Cycle* endless = !cycles.empty() && cycles.front().whole ? &cycles.front() : nullptr;
    add_accesses(0, 0);
    for (const Row& row : rows_to_show(trace_, style_, endless)) {
      if (endless != nullptr && row.first == endless->round.front()) {
        add_line(fmt::format("-- livelock: {} up to the end --", these_steps_repeat(*endless)),
                 Ink::failure);
      }
      switch (row.kind) {
        case Row::Kind::step:
          add_step(row.first, words[row.first]);
          add_accesses(row.first + 1, row.first + 1);
          break;
        case Row::Kind::loop:
          add_line(loop_words(row), Ink::place);
          add_accesses(row.first + 1, row.first + row.count);
          break;
        case Row::Kind::gap:
          add_line(fmt::format("... {} (in full: heddle show) ...", counted(row.count, "step")),
                   Ink::place);
          add_accesses(row.first + 1, row.first + row.count);
      }
    }
    add_failure();
    return std::move(rows_);
  }

 private:
  void add_step(size_t at, const std::string& words) {
    const event::Event& step = trace_.steps[at];
    if (step.preemption && at > 0) {
      add_line(fmt::format("-- preemption: {} could go on, but {} runs --",
                           thread_label(trace_.steps[at - 1].thread), thread_label(step.thread)),
               Ink::preemption);
    }
    const event::Access* access = access_at(step);
    const bool failing = step.misuse != event::Misuse::none || access != nullptr;
    rows_.push_back({.mark = std::to_string(at + 1),
                     .thread = step.thread,
                     .words = access == nullptr ? words : words + mark_suffix(trace_, *access),
                     .frame = trace::user_frame(trace::stack_at(trace_, step.stack)),
                     .ink = failing ? Ink::failure : Ink::plain});
  }

  // The access of the finding that is this very step; null if none is.
  const event::Access* access_at(const event::Event& step) const {
    const auto found = std::ranges::find_if(trace_.accesses, [&](const event::Access& access) {
      return own_step(trace_, access) == &step;
    });
    return found == trace_.accesses.end() ? nullptr : &*found;
  }

  // Those that were done in the code after one of these steps stand under it.
  void add_accesses(size_t first, size_t last) {
    for (const event::Access& access : trace_.accesses) {
      if (access.step >= first && access.step <= last &&
          (first != last || own_step(trace_, access) == nullptr)) {
        add_end(access.thread, mark_words(trace_, access),
                trace::user_frame(trace::stack_at(trace_, access.stack)));
      }
    }
  }

  void add_line(std::string words, Ink ink) {
    rows_.push_back({.mark = {},
                     .thread = event::kNoThread,
                     .words = std::move(words),
                     .frame = nullptr,
                     .ink = ink});
  }

  static std::string these_steps(size_t count) {
    return count == 1 ? "this step" : fmt::format("these {} steps", count);
  }

  static std::string these_steps_repeat(const Cycle& cycle) {
    const size_t count = cycle.round.size();
    return these_steps(count) + (count == 1 ? " repeats" : " repeat");
  }

  static std::string loop_words(const Row& row) {
    return fmt::format("... {} {} more times{}, up to step {} ...", these_steps(row.period),
                       grouped(row.count / row.period), row.exact ? "" : " (other values)",
                       grouped(row.first + row.count));
  }

  bool is_livelock() const {
    return trace_.finding && trace_.finding->kind == FindingKind::livelock;
  }

  // What the threads that the finding is about did not get done.
  void add_failure() {
    if (!trace_.finding) {
      return;
    }
    const event::Finding& finding = *trace_.finding;
    if (finding.kind == FindingKind::deadlock) {
      add_waiting();
    } else if (event::index(finding.thread) < trace_.threads.size()) {
      const std::string words = words_at_end(finding);
      if (!words.empty()) {
        add_end(finding.thread, words, failure_frame(trace_));
      }
    }
  }

  void add_waiting() {
    const std::vector<ThreadId> cause = waiting_threads(trace_).cause;
    add_line("-- deadlock: no thread can go on --", Ink::failure);
    if (cause.size() <= kMostWaiting) {
      for (const ThreadId thread : cause) {
        add_end(thread, pending_words(trace_, thread), place_of_end(thread));
      }
    }
  }

  void add_end(ThreadId thread, std::string words, const trace::Frame* frame) {
    rows_.push_back({.mark = "!",
                     .thread = thread,
                     .words = std::move(words),
                     .frame = frame,
                     .ink = Ink::failure});
  }

  std::string words_at_end(const event::Finding& finding) const {
    switch (finding.kind) {
      case FindingKind::assertion:
        return "assertion fails";
      case FindingKind::crash:
        return "crash";
      case FindingKind::uncaught:
        return "uncaught exception";
      case FindingKind::stuck:
        return "does not return";
      case FindingKind::misuse:
        return misuse_words(finding);
      default:
        return "";
    }
  }

  // A misuse by a visible operation is the last step itself, or what was to be the
  // next one.  Destroying is invisible.
  std::string misuse_words(const event::Finding& finding) const {
    if (!trace_.steps.empty() && trace_.steps.back().misuse == finding.misuse) {
      return "";
    }
    const bool has_object = event::index(finding.object) < trace_.objects.size();
    const event::ObjectId next = trace_.threads[event::index(finding.thread)].end.object;
    if (has_object && finding.object == next) {
      return pending_words(trace_, finding.thread) + ": misuse";
    }
    return has_object ? "misuse of " + object_words(trace_, finding.object) : "misuse";
  }

  const trace::Frame* place_of_end(ThreadId thread) const {
    const uint32_t stack = trace_.threads[event::index(thread)].stack;
    return trace::user_frame(trace::stack_at(trace_, stack));
  }

  const trace::Trace& trace_;
  const Style& style_;
  std::vector<TableRow> rows_;
};

}  // namespace

std::string render_interleaving(const trace::Trace& trace, const Style& style) {
  const trace::Trace copy = shown(trace);
  return render_table(copy, Interleaving(copy, style).rows(), style);
}

}  // namespace heddle::report
