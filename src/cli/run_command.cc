// SPDX-License-Identifier: Apache-2.0
#include "cli/run_command.h"

#include "cli/counts.h"
#include "cli/divergence.h"
#include "cli/filtered_output.h"
#include "cli/findings.h"
#include "cli/guarantee.h"
#include "cli/origin.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/saved_search.h"
#include "cli/scope.h"
#include "report/coverage.h"
#include "report/json.h"
#include "report/text.h"
#include "search/strategies.h"
#include "supervise/exploration.h"
#include "supervise/machine.h"
#include "supervise/rounds.h"
#include "supervise/search_fault.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <memory>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

using report::Summary;
using report::Verdict;

// One `heddle run`, from its options to its report.
class Run final : private supervise::Court {
 public:
  explicit Run(RunJob job)
      : options_(job.options),
        outputs_(job.outputs),
        plan_(std::move(job.plan)),
        program_(std::move(job.program)),
        input_ended_(job.input_ended),
        saved_(std::move(job.taken_up)),
        goes_on_(saved_ != nullptr),
        findings_(options_, plan_, program_, key_, program_output()) {
    request_.limits = job.limits;
  }

  // A limit was reached while standard input was read.
  int give_up(supervise::Stopped stopped) {
    describe();
    summary_.verdict = Verdict::incomplete;
    summary_.stopped_by = name_of(stopped) + " while standard input was read";
    return report_it();
  }

  int go() {
    base::Result<supervise::Rounds> explored = explore_all();
    filtered_.reset();
    describe();
    if (!explored.ok()) {
      fail(explored.error().sentence);
      if (saved_ != nullptr && !goes_on_) {
        saved_->finish();
      }
      return report_it();
    }
    const supervise::Rounds& rounds = explored.value();
    count(rounds, plan_, summary_);
    summary_.notes.insert(summary_.notes.end(), scope_notes_.begin(), scope_notes_.end());
    findings_.take(rounds, summary_);
    summary_.not_replayed = findings_.not_replayed();
    state_guarantee(rounds, program_, input_ended_, summary_);
    decide(rounds);
    count_by_bound(rounds, summary_);
    samples_ = samples_of(rounds.last);
    if (rounds.last.log_error != 0) {
      problems_.push_back(
          fmt::format("cannot write all schedules to {}: {}",
                      options_.log_schedules == "-" ? "standard output" : options_.log_schedules,
                      strerror(rounds.last.log_error)));
    }
    const bool over = is_over(rounds);
    if (!over) {
      summary_.resume = goes_on_ ? options_.resume : options_.out;
    }
    if (rounds.last.stopped == supervise::Stopped::by_disk) {
      problems_.push_back(no_room_on_disk());
    }
    const int status = report_it();
    if (over && saved_ != nullptr) {
      saved_->finish();  // when all was said: who is killed before that can still be taken up
    }
    return status;
  }

 private:
  base::Result<supervise::Rounds> explore_all() {
    request_.settings = plan_.settings;
    request_.climbs = plan_.climbs;
    request_.settings.start_time = now_nanoseconds();
    settle_snapshot(request_.settings);
    if (options_.show_output) {
      request_.output = program_output();
      if (isatty(program_output()) != 0) {
        filtered_ = std::make_unique<FilteredOutput>(program_output());
        request_.output = filtered_->descriptor();
      }
      append_to(request_.output);
    }
    request_.schedule_log = outputs_.schedule_log();
    base::Result<std::vector<std::string>> scope_notes = settle_scope(plan_, program_, request_);
    if (!scope_notes.ok()) {
      return scope_notes.error();
    }
    scope_notes_ = std::move(scope_notes.value());
    supervise::Rounds so_far;
    if (goes_on_) {
      const SearchDescription& description = saved_->description();
      request_.settings.start_time = description.start_time;
      request_.settings.workers = description.workers;
      so_far.explorations = description.round;
      so_far.suppressed = description.suppressed;
      so_far.benign = description.benign;
      so_far.after_races = description.after_races;
      so_far.climb = description.climb;
      so_far.spent = description.spent;
      base::Result<size_t> known = findings_.take_up(description);
      if (!known.ok()) {
        return known.error();
      }
    } else {
      outputs_.begin();
      SearchDescription description = description_of({});
      if (key_.ok()) {
        description.keyed_hash =
            key_.value().hash(what_is_run(description, program_.standard_input));
      }
      base::Result<std::unique_ptr<SavedSearch>> begun =
          SavedSearch::begin(options_.out, std::move(description), program_.standard_input);
      if (!begun.ok()) {
        return begun.error();
      }
      saved_ = std::move(begun.value());
    }
    request_.files = saved_.get();
    if (saved_ != nullptr) {
      supervise::end_at_search_fault(no_room_on_disk(), report::kStatusUsage);
    }
    return supervise::explore_in_rounds(*this, request_, std::move(so_far));
  }

  [[nodiscard]] SearchDescription description_of(const supervise::Rounds& so_far) const {
    std::error_code error;
    // What was somebody else's does not become the user's own by going on with it.
    SearchDescription description{
        .keyed_hash = saved_ != nullptr ? saved_->description().keyed_hash : "",
        .arguments = options_.arguments,
        .directory = std::filesystem::current_path(error).string(),
        .build_id = program_.build_id,
        .start_time = request_.settings.start_time,
        .workers = options_.jobs,
        .round = so_far.explorations,
        .after_races = so_far.after_races,
        .suppressed = so_far.suppressed,
        .benign = so_far.benign,
        .climb = so_far.climb,
        .spent = so_far.spent,
        .findings = {},
        .races = {},
        .suspects = {}};
    findings_.describe(description);
    return description;
  }

  base::Result<supervise::Exploration> explore(const supervise::Request& asked,
                                               const supervise::Rounds& so_far) override {
    findings_.begin_round(!so_far.climb.done.empty());
    if (saved_ != nullptr && saved_->description().round != so_far.explorations) {
      saved_->begin_round(description_of(so_far));
    }
    supervise::Request request = asked;
    Progress progress(STDERR_FILENO, goal(asked, so_far));
    // What the program prints would land in the middle of the line.
    const bool in_the_way = options_.show_output && isatty(program_output()) != 0;
    if (!in_the_way) {
      request.onlooker = [&](const explore::Counters& counters, size_t findings) {
        progress.update(counters, findings);
      };
    }
    return supervise::explore_program(program_, request);
  }

  [[nodiscard]] Goal goal(const supervise::Request& asked, const supervise::Rounds& so_far) const {
    const bool samples = search::takes_samples(plan_.settings.strategy);
    return {
        .requested = plan_.bound,
        .bounds_in_order = plan_.settings.strategy == explore::StrategyKind::preemption_bound,
        .delays = plan_.delays.has_value() ? std::optional(plan_.delays->requested) : std::nullopt,
        .samples = samples ? options_.strategy : "",
        .max_executions = asked.settings.max_executions,
        .fair_every = so_far.climb.is_under_way() ? asked.settings.fair_every : 0,
        .executions_below = executions_below(so_far.climb),
        .deadline = request_.limits.deadline,
        .interrupted = request_.limits.interrupted};
  }

  // Loops need it too, for bodies that do not put back what they change.
  static void settle_snapshot(explore::Settings& settings) {
    const bool wanted =
        settings.reset == explore::Reset::snapshot || settings.reset == explore::Reset::loop;
    if (wanted && settings.snapshot_by == explore::SnapshotBy::none) {
      settings.snapshot_by = supervise::best_snapshot();
    }
  }

  // Where the program's output is shown: not in the middle of a report.
  [[nodiscard]] int program_output() const {
    return outputs_.use_standard_output() ? STDERR_FILENO : STDOUT_FILENO;
  }

  // Each execution finds the file at the same offset, and is not to write over what the
  // one before has written.
  static void append_to(int output) { fcntl(output, F_SETFL, fcntl(output, F_GETFL) | O_APPEND); }

  void describe() {
    summary_.heddle = HEDDLE_VERSION;
    summary_.program = program_.arguments;
    summary_.strategy = options_.strategy;
    summary_.reduction = plan_.reduction;
    summary_.visible = options_.visible;
    summary_.reuse = options_.reuse;
    summary_.scope.only = options_.scope;
    summary_.scope.never = options_.no_scope;
    summary_.reset = options_.reset;
    summary_.requested = plan_.bound;
    summary_.has_bound = plan_.has_bound;
    summary_.delays = plan_.delays;
  }

  void fail(const std::string& sentence) {
    summary_.verdict = Verdict::error;
    summary_.error = sentence;
  }

  supervise::Judgement judge(const supervise::Exploration& explored,
                             const supervise::Found& found) override {
    return findings_.judge(request_, explored, found);
  }

  [[nodiscard]] bool wants_more() const override { return findings_.wants_more(); }

  [[nodiscard]] std::string name_of(supervise::Stopped stopped) const {
    switch (stopped) {
      case supervise::Stopped::by_user:
        return "an interrupt";
      case supervise::Stopped::by_disk:
        return "want of room on the disk";
      default:
        return "the time limit (" + options_.time + ")";
    }
  }

  [[nodiscard]] std::string no_room_on_disk() const {
    return fmt::format(
        "the search in {}/search was broken off: there is no room for it on the disk, or it cannot "
        "be written to",
        options_.out);
  }

  void add_replays_that_diverged() {
    summary_.diverged += findings_.not_reproduced() + findings_.shown_otherwise();
    if (!summary_.divergence.has_value()) {
      summary_.divergence = divergence_of(findings_.difference());
    }
    if (findings_.shown_otherwise() > 0) {
      summary_.notes.push_back(
          "a finding showed again in an execution that went another way than the first; "
          "`heddle replay` may need several attempts, too");
    }
  }

  void decide(const supervise::Rounds& rounds) {
    using supervise::Stopped;
    const supervise::Exploration& explored = rounds.last;
    const explore::Counters& counters = explored.counters;
    const bool complete = is_complete(summary_);
    add_replays_that_diverged();
    if (!explored.refused.empty() && summary_.findings.empty()) {
      fail(counters.refusal.code == event::kWholeSentence
               ? explored.refused
               : fmt::format("{} uses {}, which heddle does not control yet", program_.path,
                             explored.refused));
    } else if (!summary_.findings.empty()) {
      summary_.verdict = Verdict::finding;
    } else if (!findings_.replay_error().empty()) {
      forget_what_is_covered(summary_);
      fail("a failure was met, but it could not be replayed: " + findings_.replay_error());
    } else if (summary_.diverged > 0) {
      summary_.verdict = Verdict::nondeterministic;
      forget_what_is_covered(summary_);
    } else if (counters.unseen > 0) {
      forget_what_is_covered(summary_);
      fail(not_seen_to_its_end(counters, program_.path));
    } else if (!complete || findings_.not_replayed() > 0) {
      summary_.verdict = Verdict::incomplete;
      summary_.stopped_by =
          explored.stopped != Stopped::no ? name_of(explored.stopped)
          : counters.coverage.overflowed  ? "want of memory for schedules still to be run"
          : rounds.places_lost            ? "more data races than can be kept apart"
          : counters.shared_lost          ? "more shared memory than can be kept track of"
          : counters.options_dropped      ? "a choice among more options than can be numbered"
          : is_cut_by_depth(counters)
              ? fmt::format("the depth of {} steps", plan_.settings.depth)
              : fmt::format("the limit of {} executions", plan_.settings.max_executions);
      if (const std::string advice = advice_for(rounds); !advice.empty()) {
        summary_.notes.push_back("to try next: " + advice);
      }
      if (counters.fairness_removed_a_choice && !plan_.climbs && plan_.settings.fair_every > 1) {
        summary_.notes.push_back(
            "each round of a loop in which a thread waits makes schedules of its "
            "own; with --fair-every 1 there are far fewer");
      }
    } else if (summary_.executions == 0) {
      forget_what_is_covered(summary_);
      fail(fmt::format("no execution of {} is of interest: in each of them a heddle_assume fails",
                       program_.path));
    }
  }

  // What to do about a search that has not come to its end.
  [[nodiscard]] std::string advice_for(const supervise::Rounds& rounds) const {
    const supervise::Exploration& explored = rounds.last;
    const bool by_time = explored.stopped == supervise::Stopped::by_time;
    const bool by_executions = explored.stopped == supervise::Stopped::no;
    const explore::Coverage& coverage = explored.counters.coverage;
    const bool by_memory = by_executions && coverage.overflowed;
    if (!by_time && !by_executions) {
      return "";
    }
    if (by_executions && is_cut_by_depth(explored.counters)) {
      return "a deeper --depth, or --strategy icb, which tries what takes few preemptions first";
    }
    if (search::takes_samples(plan_.settings.strategy)) {
      return fmt::format("another --seed, which draws other schedules, or more {}",
                         by_time ? "--time" : "--executions");
    }
    const std::string samples =
        "--strategy pos, which takes samples of all schedules and waits for no bound";
    if (by_memory) {
      return "a lower --preemptions, which needs less room, or " + samples;
    }
    if (by_executions && (coverage.waiting == 0 && !rounds.stopped_below)) {
      return "";
    }
    const std::string limit = by_time ? "--time" : "--executions";
    const bool in_parts = plan_.bound.all && !plan_.delays.has_value();
    return fmt::format("{}more {}, or {}",
                       in_parts ? "--preemptions 2, which is done sooner, " : "", limit, samples);
  }

  // What was broken off by a limit can go on, unless enough was found; nothing else can.
  [[nodiscard]] bool is_over(const supervise::Rounds& rounds) const {
    const explore::Counters& counters = rounds.last.counters;
    const bool by_limit = rounds.last.stopped != supervise::Stopped::no || rounds.stopped_below ||
                          (counters.coverage.waiting > 0 && !counters.coverage.overflowed &&
                           !counters.shared_lost && !counters.options_dropped);
    const bool wants_more = summary_.verdict == Verdict::incomplete ||
                            (summary_.verdict == Verdict::finding &&
                             summary_.findings.size() < plan_.settings.max_findings);
    return saved_ == nullptr || !wants_more || !by_limit;
  }

  // What was written says whose it is only with a key.
  void note_lack_of_key() {
    if (!key_.ok() && (!summary_.findings.empty() || !summary_.resume.empty())) {
      summary_.notes.push_back(
          fmt::format("heddle has no key of yours, so {} needs --program: {}",
                      summary_.findings.empty() ? "going on with this search" : "heddle replay",
                      key_.error().sentence));
    }
  }

  int report_it() {
    note_lack_of_key();
    const Terminal terminal(program_output());
    note_problem(terminal.print(report::render_run(summary_, terminal.style())));
    if (outputs_.json() != nullptr) {
      note_problem(outputs_.json()->write(report::to_json(summary_) + "\n"));
    }
    if (outputs_.coverage() != nullptr) {
      note_problem(outputs_.coverage()->write(report::to_csv(samples_)));
    }
    if (const std::string problem = findings_.problem(); !problem.empty()) {
      problems_.push_back(problem);
    }
    for (const std::string& problem : problems_) {
      complain(problem);
    }
    return problems_.empty() ? status() : report::kStatusUsage;
  }

  void note_problem(const base::Result<size_t>& written) {
    if (!written.ok()) {
      problems_.push_back(written.error().sentence);
    }
  }

  [[nodiscard]] int status() const {
    switch (summary_.verdict) {
      case Verdict::clean:
        return report::kStatusClean;
      case Verdict::finding:
        return report::kStatusFinding;
      case Verdict::incomplete:
        return options_.allow_incomplete ? report::kStatusClean : report::kStatusIncomplete;
      case Verdict::nondeterministic:
        return report::kStatusNondeterministic;
      case Verdict::error:
        break;
    }
    return report::kStatusUsage;
  }

  const RunOptions& options_;
  RunOutputs& outputs_;
  const RunPlan plan_;
  supervise::Program program_;
  const bool input_ended_;
  supervise::Request request_;
  std::unique_ptr<FilteredOutput> filtered_;
  std::unique_ptr<SavedSearch> saved_;
  const bool goes_on_;
  Summary summary_;
  const base::Result<trust::Key> key_ = trust::find_or_make_key();
  std::vector<std::string> scope_notes_;
  Findings findings_;
  report::Coverage samples_;
  std::vector<std::string> problems_;
};

}  // namespace

int run(RunJob job) {
  const supervise::Stopped stopped = job.limits.reached();
  const bool too_late = !job.input_ended && stopped != supervise::Stopped::no;
  Run run(std::move(job));
  return too_late ? run.give_up(stopped) : run.go();
}

}  // namespace heddle::cli
