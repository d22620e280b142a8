// SPDX-License-Identifier: Apache-2.0
#include "compare.h"

#include <algorithm>
#include <set>

namespace heddle::live {
namespace {

class Comparison {
 public:
  Comparison(const Program& program, const Outcomes& expected, const Configuration& configuration,
             const Report& report)
      : program_(program),
        expected_(expected),
        configuration_(configuration),
        report_(report),
        exact_(!program.has(Class::library)) {}

  std::string text() {
    if (!report_.problem.empty()) {
      return report_.problem;
    }
    if (report_.limited) {
      return "";
    }
    if (report_.dropped) {
      check_dropped();
      return text_;
    }
    check_records();
    check_findings();
    if (exact_) {
      check_schedules();
      check_counts();
    }
    return text_;
  }

 private:
  // Whether the run has to show it.
  [[nodiscard]] bool is_due(int fewest) const {
    return fewest <= configuration_.bound || report_.covers_all;
  }

  void say(const std::string& what, const Outcome& outcome) {
    if (++said_ <= 6) {
      text_ += what + ": " + to_string(outcome, program_) + "\n";
    }
  }

  void check_dropped() {
    for (const auto& [outcome, fewest] : expected_.fewest) {
      if (fewest <= configuration_.bound) {
        say("said to be of no interest (" + std::to_string(fewest) + " preemptions)", outcome);
      }
    }
  }

  // What the player has written down is what can be, and all of it.  An execution that was cut
  // short, or that is at a standstill, has no mark at its end, and may be any.  So may one of a
  // batch that heddle does again because its first executions have left something behind.
  void check_records() {
    std::set<Outcome> possible;
    for (const auto& [outcome, fewest] : expected_.fewest) {
      possible.insert(as_recorded(outcome));
      if (is_due(fewest) && !report_.recorded.contains(as_recorded(outcome))) {
        say("the player never saw (" + std::to_string(fewest) + " preemptions)", outcome);
      }
    }
    for (const Outcome& outcome : expected_.others) {
      possible.insert(as_recorded(outcome));
    }
    for (const auto& [outcome, times] : report_.recorded) {
      const bool cut = report_.pruned > 0 && outcome.mark == Mark::exits;
      if (outcome.mark != Mark::runs && outcome.mark != Mark::dropped && !cut &&
          !configuration_.has_batches() && !possible.contains(outcome)) {
        say("the player saw what cannot be", outcome);
      }
    }
  }

  // Each execution that counts is one of the interpreter's, of as many preemptions; and together
  // they show every outcome, with as few preemptions as can be.
  void check_schedules() {
    std::map<Outcome, int> shown;
    for (const Schedule& schedule : report_.schedules) {
      const std::set<Outcome> outcomes = replay(program_, schedule.threads, schedule.preemptions);
      if (outcomes.empty()) {
        complain("no execution is like", schedule);
      }
      for (const Outcome& outcome : outcomes) {
        const auto [place, is_new] = shown.emplace(outcome, schedule.preemptions);
        place->second = std::min(place->second, schedule.preemptions);
      }
    }
    const bool ordered = configuration_.bound != kAll;
    for (const auto& [outcome, fewest] : expected_.fewest) {
      const auto found = shown.find(outcome);
      if (found == shown.end()) {
        if (is_due(fewest)) {
          say("missed (" + std::to_string(fewest) + " preemptions)", outcome);
        }
      } else if (ordered && found->second != fewest) {
        say("shown with " + std::to_string(found->second) + " preemptions and not " +
                std::to_string(fewest),
            outcome);
      }
    }
  }

  void complain(const std::string& what, const Schedule& schedule) {
    if (++said_ <= 6) {
      text_ += what + ": " + std::to_string(schedule.preemptions) + ":";
      for (const int thread : schedule.threads) {
        text_ += " " + std::to_string(thread);
      }
      text_ += "\n";
    }
  }

  // Without a reduction, the number of executions is that of the interpreter's.
  void check_counts() {
    if (report_.reduction != "none") {
      return;
    }
    const size_t index = configuration_.bound == kAll ? kBounds : size_t(configuration_.bound);
    const auto expected = static_cast<long>(expected_.executions[index]);
    if (report_.executions != expected) {
      text_ += std::to_string(report_.executions) + " executions and not " +
               std::to_string(expected) + "\n";
    }
  }

  static std::string kind_of(const Outcome& outcome) {
    switch (outcome.end) {
      case End::abort:
        return "assertion";
      case End::deadlock:
        return "deadlock";
      case End::destroyed:
        return "misuse";
      case End::exit:
        return outcome.status != 0 ? "exit" : "";
      default:
        return "";
    }
  }

  // The kinds of findings are those of the outcomes, with as few preemptions.
  void check_findings() {
    std::map<std::string, int> kinds;
    for (const auto& [outcome, fewest] : expected_.fewest) {
      const std::string kind = kind_of(outcome);
      if (!kind.empty()) {
        const auto [place, is_new] = kinds.emplace(kind, fewest);
        place->second = std::min(place->second, fewest);
      }
    }
    for (const auto& [kind, fewest] : kinds) {
      const auto found = report_.findings.find(kind);
      if (found == report_.findings.end()) {
        if (is_due(fewest)) {
          text_ +=
              "no " + kind + " was found, which takes " + std::to_string(fewest) + " preemptions\n";
        }
      } else if (exact_ && configuration_.bound != kAll &&
                 found->second.fewest_preemptions != fewest &&
                 !(kind == "deadlock" && expected_.left_blocked)) {
        text_ += kind + " was found with " + std::to_string(found->second.fewest_preemptions) +
                 " preemptions, and takes " + std::to_string(fewest) + "\n";
      }
    }
    std::set<std::string> others;
    for (const Outcome& outcome : expected_.others) {
      others.insert(kind_of(outcome));
    }
    for (const auto& [kind, found] : report_.findings) {
      // Threads that block each other when the process ends are a deadlock, too.
      if (!kinds.contains(kind) && !others.contains(kind) &&
          !(kind == "deadlock" && expected_.left_blocked)) {
        text_ += "there is no " + kind + ", but it was found\n";
      }
    }
    if ((report_.status == 0) != report_.findings.empty()) {
      text_ += "status " + std::to_string(report_.status) + "\n";
    }
  }

  const Program& program_;
  const Outcomes& expected_;
  const Configuration& configuration_;
  const Report& report_;
  const bool exact_;
  std::string text_;
  int said_ = 0;
};

}  // namespace

std::string difference(const Program& program, const Outcomes& expected,
                       const Configuration& configuration, const Report& report) {
  return Comparison(program, expected, configuration, report).text();
}

}  // namespace heddle::live
