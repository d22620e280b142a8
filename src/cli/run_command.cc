// SPDX-License-Identifier: Apache-2.0
#include "cli/run_command.h"

#include "cli/describe.h"
#include "cli/filtered_output.h"
#include "cli/findings.h"
#include "cli/origin.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/saved_search.h"
#include "cli/scope.h"
#include "engine/check.h"
#include "report/coverage.h"
#include "report/json.h"
#include "report/text.h"
#include "search/strategy_table.h"
#include "supervise/exploration.h"
#include "supervise/launch.h"
#include "supervise/machine.h"
#include "supervise/search_fault.h"
#include "verdict/decision.h"
#include "verdict/rounds.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <memory>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

using verdict::Summary;
using verdict::Verdict;

// One `heddle run`, from its options to its report.
class Run final : private engine::Checked {
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
  int give_up(verdict::Stopped stopped) {
    describe();
    summary_.verdict = Verdict::incomplete;
    summary_.stopped_by = verdict::name_of(stopped, facts()) + " while standard input was read";
    return report_it();
  }

  int go() {
    describe();
    base::Result<verdict::Rounds> explored = explore_all();
    filtered_.reset();
    if (!explored.ok()) {
      fail(explored.error().sentence);
      if (saved_ != nullptr && !goes_on_) {
        saved_->finish();
      }
      return report_it();
    }
    const verdict::Rounds& rounds = explored.value();
    samples_ = report::samples_of(rounds.last);
    if (rounds.last.log_error != 0) {
      problems_.push_back(
          fmt::format("cannot write all schedules to {}: {}",
                      options_.log_schedules == "-" ? "standard output" : options_.log_schedules,
                      strerror(rounds.last.log_error)));
    }
    const bool over = saved_ == nullptr || !verdict::can_go_on(rounds, facts(), summary_);
    if (!over) {
      summary_.resume = goes_on_ ? options_.resume : options_.out;
    }
    if (rounds.last.stopped == verdict::Stopped::by_disk) {
      problems_.push_back(no_room_on_disk());
    }
    const int status = report_it();
    if (over && saved_ != nullptr) {
      saved_->finish();  // when all was said: who is killed before that can still be taken up
    }
    return status;
  }

 private:
  base::Result<verdict::Rounds> explore_all() {
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
    verdict::Rounds so_far;
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
      supervise::end_at_search_fault(no_room_on_disk(), verdict::kStatusUsage);
    }
    return engine::check(*this, request_, std::move(so_far), summary_);
  }

  [[nodiscard]] SearchDescription description_of(const verdict::Rounds& so_far) const {
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

  base::Result<verdict::Exploration> explore(const verdict::Search& asked,
                                             const verdict::Rounds& so_far) override {
    findings_.begin_round(!so_far.climb.done.empty());
    if (saved_ != nullptr && saved_->description().round != so_far.explorations) {
      saved_->begin_round(description_of(so_far));
    }
    supervise::Request request = request_;
    static_cast<verdict::Search&>(request) = asked;
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

  [[nodiscard]] Goal goal(const verdict::Search& asked, const verdict::Rounds& so_far) const {
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
    summary_.program = program_.arguments;
    cli::describe(options_, plan_, summary_);
  }

  void fail(const std::string& sentence) {
    summary_.verdict = Verdict::error;
    summary_.error = sentence;
  }

  verdict::Judgement judge(const verdict::Exploration& explored,
                           const verdict::Found& found) override {
    return findings_.judge(request_, explored, found);
  }

  void report(const verdict::Rounds& rounds, Summary& summary) override {
    summary.notes.insert(summary.notes.end(), scope_notes_.begin(), scope_notes_.end());
    findings_.take(rounds, summary);
  }

  [[nodiscard]] const verdict::Replays& replays() const override { return findings_.replays(); }

  [[nodiscard]] bool wants_more() const override { return findings_.wants_more(); }

  [[nodiscard]] verdict::Stopped limit_reached() const override {
    return request_.limits.reached();
  }

  [[nodiscard]] verdict::RunFacts facts() const override {
    return {.path = program_.path,
            .arguments = program_.arguments.size() - 1,
            .input_bytes = program_.standard_input.size(),
            .input_ended = input_ended_,
            .fixed_addresses = supervise::addresses_can_be_fixed(),
            .settings = plan_.settings,
            .bound = plan_.bound,
            .by_delays = plan_.delays.has_value(),
            .climbs = plan_.climbs,
            .time_limit = options_.time,
            .unknown_suppressions = plan_.suppressions.unknown_kinds()};
  }

  [[nodiscard]] std::string no_room_on_disk() const {
    return fmt::format(
        "the search in {}/search was broken off: there is no room for it on the disk, or it cannot "
        "be written to",
        options_.out);
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
    return problems_.empty() ? verdict::exit_status(summary_.verdict, options_.allow_incomplete)
                             : verdict::kStatusUsage;
  }

  void note_problem(const base::Result<size_t>& written) {
    if (!written.ok()) {
      problems_.push_back(written.error().sentence);
    }
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
  const verdict::Stopped stopped = job.limits.reached();
  const bool too_late = !job.input_ended && stopped != verdict::Stopped::no;
  Run run(std::move(job));
  return too_late ? run.give_up(stopped) : run.go();
}

}  // namespace heddle::cli
