// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/worker.h"

#include "explore/divergence.h"
#include "process/texts.h"
#include "runtime/context/thread_storage.h"
#include "runtime/raw.h"
#include "runtime/reset/batch_size.h"
#include "runtime/reset/snapshot.h"
#include "runtime/runtime.h"
#include "runtime/scenario.h"
#include "runtime/spill.h"

#include <csignal>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/syscall.h>

namespace heddle::runtime {
namespace {

using event::Ending;
using event::Event;
using event::Outcome;
using explore::Reset;
using process::Control;
using process::WorkerSays;

// Executions that are compared with a fresh copy's: the 2nd, 4th, 8th, … and then
// every so many, or less often if there is more memory to copy than so many pages.
constexpr uint64_t kCompareEvery = 4096;
constexpr uint64_t kPagesToCopy = 8192;

bool is_compared(uint64_t execution) {
  return (execution & (execution - 1)) == 0 || execution % rt.compare_every == 0;
}

uint64_t resident_pages() {
  char text[128] = {};
  const long file = raw_syscall(SYS_open, as_long("/proc/self/statm"), O_RDONLY | O_CLOEXEC);
  raw_syscall(SYS_read, file, as_long(text), sizeof text - 1);
  raw_syscall(SYS_close, file);
  uint64_t pages = 0;
  const char* at = strchr(text, ' ');  // the first number is what is mapped
  while (at != nullptr && *++at >= '0' && *at <= '9') {
    pages = pages * 10 + static_cast<uint64_t>(*at - '0');
  }
  return pages;
}

bool same_outcome(const Outcome& a, const Outcome& b) {
  return a.ending == b.ending && a.has_finding == b.has_finding &&
         (!a.has_finding || (a.finding.kind == b.finding.kind && a.finding.code == b.finding.code));
}

class Worker final : private explore::Runner {
 public:
  Worker(explore::Explorer& explorer, const explore::ScheduleLog& schedule_log)
      : explorer_(explorer),
        schedule_log_(schedule_log),
        arena_(*rt.arena),
        control_(rt.arena->control()),
        loops_(rt.arena->control().reset.load() == Reset::loop),
        shows_nothing_(rt.arena->settings().quiet) {}

  [[noreturn]] void explore() {
    if (!loops_ && !rt.snapshot->begin(arena_.settings().snapshot_by)) {
      say(WorkerSays::cannot_put_back);
    }
    do {
      explorer_.explore(*this);
    } while (control_.damaged.load() == 0 && !is_settled());
    say(WorkerSays::finished);
  }

 private:
  explore::Ran run(Outcome& ended) override {
    const explore::Counters& counters = arena_.counters();
    number_ = counters.executions + 1;
    is_compared_now_ = shows_nothing_ && is_compared(counters.executions + counters.pruned + 1);
    if (is_compared_now_) {
      run_reference();
    }
    run_execution();
    const Outcome& outcome = arena_.record().outcome;
    if (outcome.ending == Ending::none) {
      // It wants more threads, or larger ones.
      say(rt.cannot_be_put_back ? WorkerSays::cannot_put_back : WorkerSays::begin_again);
    }
    if (is_compared_now_ && !agrees_with_reference(outcome)) {
      if (!goes_on_without_awaits()) {
        go_back();
      }
      return explore::Ran::taken_back;
    }
    if (!loops_ && batch_ > 0 && (explorer_.would_grow() || explorer_.diverged(outcome))) {
      // What the others of its batch have left may be what it touched, or what led it astray.
      go_back();
      return explore::Ran::taken_back;
    }
    ended = outcome;
    if (!is_compared_now_ && is_suspect(ended) && !is_the_same_in_a_copy(ended)) {
      if (goes_on_without_awaits()) {
        return explore::Ran::taken_back;
      }
      explain(difference_);
      say(WorkerSays::went_another_way);
    }
    return explore::Ran::ended;
  }

  [[nodiscard]] bool tries_again() const override { return !loops_; }

  bool can_run_it_at_once() override {
    run_one_by_one();
    return false;
  }

  void learned(const Outcome& outcome) override {
    ++batch_;
    ++done_here_;
    last_was_compared_ = is_compared_now_;
    if (loops_) {
      go_round(outcome);
    } else {
      put_back(outcome);
    }
  }

  // There is nothing left to do.  False if the last batch is not to be believed, and
  // so there is.
  bool is_settled() {
    if (loops_ && !last_is_the_same_in_a_copy()) {
      explain(difference_);
      say(WorkerSays::went_another_way);
    }
    if (loops_ || batch_ == 0) {
      explorer_.commit();
      return true;
    }
    return look();
  }

  [[noreturn, gnu::noinline, gnu::cold]] void say(WorkerSays what) {
    control_.worker_says.store(what);
    raw_exit(0);
  }

  void run_execution() {
    if (!loops_) {
      rt.fibers[0].sp = rt.start_sp;
    }
    switch_context(rt.home, rt.fibers[0]);
  }

  bool is_careful() {
    const uint32_t left = control_.careful.load(std::memory_order_relaxed);
    if (left > 0) {
      control_.careful.store(left - 1, std::memory_order_relaxed);
    }
    return left > 0;
  }

  // What is not as usual may come from what an execution before has left behind.
  bool must_look(const Outcome& outcome) {
    const bool usual = outcome.ending == Ending::exited || outcome.ending == Ending::pruned;
    return is_careful() || !usual || outcome.has_finding || rt.makes_children ||
           rt.snapshot->must_look() || batch_ >= batch_size_.most() ||
           schedule_log_.nearly_full() || arena_.journal.nearly_full();
  }

  void put_back(const Outcome& outcome) {
    if (must_look(outcome)) {
      look();
    } else {
      rt.snapshot->put_back();
    }
  }

  // Ends the batch.  Whether it counts.
  bool look() {
    rt.makes_children = false;
    const Snapshot::Result result = rt.snapshot->put_back_all();
    // The first of a batch began as it should, whatever it has left.
    const bool believed = result == Snapshot::Result::nothing_else || batch_ <= 1;
    if (believed) {
      explorer_.commit();
      spill(arena_, *rt.strategy);
    } else {
      explorer_.rollback();
    }
    if (result == Snapshot::Result::impossible) {
      say(WorkerSays::cannot_put_back);
    }
    if (!shows_nothing_ || rt.snapshot->knows_nothing()) {
      batch_size_.one_by_one();
    } else if (result == Snapshot::Result::nothing_else) {
      batch_size_.found_nothing_else(batch_);
    } else {
      batch_size_.found_something_else(batch_);
    }
    batch_ = 0;
    return believed;
  }

  // The execution under way is not what it is in a fresh copy.  If others of its batch
  // may have laid the ground for that, they are done again one by one, and so is it.
  [[gnu::noinline, gnu::cold]] void go_back() {
    if (loops_ || batch_ == 0) {
      explain(difference_);
      say(WorkerSays::went_another_way);
    }
    run_one_by_one();
  }

  // The executions of the batch are done again, each from a start that was looked at.
  [[gnu::noinline, gnu::cold]] void run_one_by_one() {
    control_.careful.store(batch_ + 1);
    explorer_.rollback();
    begin_batch_anew();
    batch_size_.one_by_one();
  }

  bool goes_on_without_awaits() {
    const bool gives_up = explorer_.gives_up_awaits();
    if (gives_up) {
      begin_batch_anew();
    }
    return gives_up;
  }

  void begin_batch_anew() {
    if (!loops_ && rt.snapshot->put_back_all() == Snapshot::Result::impossible) {
      say(WorkerSays::cannot_put_back);
    }
    batch_ = 0;
  }

  // In `loop` nothing can be looked at; only a body that fails ends a batch early.
  void go_round(const Outcome& outcome) {
    if (outcome.ending == Ending::diverged) {
      explain("the scenario's body does not put back what it changes: it went another way");
      say(WorkerSays::went_another_way);
    }
    if (is_careful() || batch_ >= BatchSize::kMost || schedule_log_.nearly_full() ||
        arena_.journal.nearly_full()) {
      explorer_.commit();
      spill(arena_, *rt.strategy);
      batch_ = 0;
    }
    if (!is_usual(outcome) || !rt.goes_round) {
      explorer_.commit();
      say(WorkerSays::begin_again);
    }
    if (!scenario_is_as_before()) {
      explain("the scenario's body leaves threads or locks behind");
      say(WorkerSays::went_another_way);
    }
  }

  // What is known ahead is run to its end in `loop`; see search/state_cache.h.
  static bool is_usual(const Outcome& outcome) {
    const bool known_ahead =
        outcome.ending == Ending::pruned && outcome.code != event::kAssumptionFailed;
    return (outcome.ending == Ending::exited || known_ahead) && !outcome.has_finding;
  }

  // A body that fails may do so because of what it has left behind itself; the first
  // one in this process has nothing behind it.
  [[nodiscard]] bool is_suspect(const Outcome& outcome) const {
    return loops_ && done_here_ > 0 && !is_usual(outcome) && outcome.ending != Ending::diverged;
  }

  // What a body changes little by little shows at the end, or nowhere.
  bool last_is_the_same_in_a_copy() {
    const bool was_cut_short = arena_.record().outcome.ending == Ending::pruned;
    if (done_here_ == 0 || last_was_compared_ || was_cut_short || !shows_nothing_ ||
        control_.stop.load() != 0) {
      return true;
    }
    arena_.plan.clear();
    for (size_t i = 0; i < arena_.log.size(); ++i) {
      const Event& event = arena_.log[i];
      if (event.options > 1) {  // the strategy may have moved on, and is not to be asked
        arena_.plan.push_back(
            {static_cast<uint32_t>(i), event.chosen, event.options, event.fingerprint});
      }
    }
    // It would be cut short now, as all that it leads to is known by now.
    control_.whole.store(1);
    const bool same = is_the_same_in_a_copy(arena_.record().outcome);
    control_.whole.store(0);
    return same;
  }

  [[gnu::noinline, gnu::cold]] bool is_the_same_in_a_copy(const Outcome& outcome) {
    explore::Log& reference = *rt.reference;
    copy_log(arena_.log, reference);
    reference_outcome_ = outcome;
    run_in_copy();
    return agrees_with_reference(arena_.record().outcome);
  }

  static void copy_log(const explore::Log& from, explore::Log& to) {
    to.clear();
    for (const Event& event : from) {
      to.push_back(event);
    }
  }

  // The server runs it in a copy of itself while this process stands still.
  void run_in_copy() {
    explorer_.restart();
    control_.asks_for_copy.store(1);
    raw_syscall(SYS_kill, raw_syscall(SYS_getpid), SIGSTOP);
    while (control_.asks_for_copy.load() != 0) {
    }
  }

  [[gnu::noinline, gnu::cold]] void run_reference() {
    run_in_copy();
    copy_log(arena_.log, *rt.reference);
    reference_outcome_ = arena_.record().outcome;
    explorer_.restart();
  }

  [[gnu::noinline, gnu::cold]] bool agrees_with_reference(const Outcome& outcome) {
    const explore::Log& reference = *rt.reference;
    size_t step = 0;
    while (step < reference.size() && step < arena_.log.size() &&
           explore::same_step(reference[step], arena_.log[step])) {
      ++step;
    }
    const bool same_log = step == reference.size() && step == arena_.log.size();
    if (same_log && same_outcome(reference_outcome_, outcome)) {
      return true;
    }
    snprintf(difference_, sizeof difference_,
             "%s: execution %llu is another one at step %zu than in a fresh copy",
             loops_ ? "the scenario's body does not put back what it changes"
                    : "a snapshot does not put back all that this program changes",
             static_cast<unsigned long long>(number_), step + 1);
    return false;
  }

  [[gnu::noinline, gnu::cold]] void explain(const char* what) {
    char text[sizeof(process::TextRecord::text) + 64];
    snprintf(text, sizeof text, "%s; the run began anew with %s", what,
             loops_ ? "snapshot" : "fork");
    process::add_text(arena_.remarks, text);
  }

  explore::Explorer& explorer_;
  const explore::ScheduleLog& schedule_log_;
  process::Arena& arena_;
  Control& control_;
  const bool loops_;
  const bool shows_nothing_;  // otherwise what is run twice would be seen twice
  uint32_t batch_ = 0;
  BatchSize batch_size_;
  uint64_t done_here_ = 0;  // executions in this process
  uint64_t number_ = 0;     // of the last one, as counted from the start
  bool is_compared_now_ = false;
  bool last_was_compared_ = false;
  Outcome reference_outcome_;
  char difference_[sizeof(process::TextRecord::text)] = {};  // from it, in words
};

}  // namespace

void prepare_references() {
  const size_t steps = explore::room_for_steps(rt.arena->settings().step_limit);
  base::Region region(raw_reserve(steps * sizeof(Event) + 64), steps * sizeof(Event) + 64);
  rt.reference_log = explore::Log(region, steps);
  rt.reference = &rt.reference_log;
  rt.compare_every = kCompareEvery;
  for (uint64_t pages = resident_pages(); pages > kPagesToCopy; pages /= 2) {
    rt.compare_every *= 2;
  }
}

void work_in_place(explore::Explorer& explorer, const explore::ScheduleLog& schedule_log) {
  rt.in_place = true;
  if (rt.arena->control().reset.load() == Reset::loop) {
    find_thread_storage();
  }
  Worker worker(explorer, schedule_log);
  worker.explore();
}

void stop_for_more_threads() {
  set_active(false);
  rt.arena->record().outcome.ending = Ending::none;
  rt.arena->record().threads = static_cast<uint32_t>(world().thread_count()) + 1;
  leave_execution(0);
}

}  // namespace heddle::runtime
