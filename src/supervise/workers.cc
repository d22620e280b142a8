// SPDX-License-Identifier: Apache-2.0
#include "supervise/workers.h"

#include "explore/samples.h"
#include "search/strategies.h"
#include "supervise/handover.h"
#include "supervise/search_files.h"
#include "supervise/sum.h"
#include "supervise/worker.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <random>
#include <system_error>
#include <thread>

namespace heddle::supervise {
namespace {

using base::Result;
using std::chrono::milliseconds;

constexpr milliseconds kTick{5};

// The numbers of handovers grow, and no other search that began with the same files has the same.
uint64_t number_after(uint64_t handover) {
  constexpr unsigned kChanceBits = 32;
  std::random_device chance;
  return (((handover >> kChanceBits) + 1) << kChanceBits) | chance();
}

class Workers {
 public:
  Workers(const Program& program, const Request& request) : program_(program), request_(request) {
    for (uint32_t i = 0; i < request.settings.workers; ++i) {
      workers_.push_back(std::make_unique<Worker>(program, request, i));
    }
  }

  void stop_all() {
    for (const std::unique_ptr<Worker>& worker : workers_) {
      worker->ask_to_stop();
    }
  }

  Result<Worked> run() {
    if (std::optional<base::Error> error = open_first(); error.has_value()) {
      return *error;
    }
    for (;;) {
      for (const std::unique_ptr<Worker>& worker : workers_) {
        if (worker->has_ended()) {
          take_note_of(*worker);
        }
      }
      show();
      if (over_) {
        stop_all();
      }
      if (!any_runs()) {
        if (over_ || ending_ || !start_some()) {
          return finish();
        }
      } else if (!over_ && !ending_) {
        share();
      }
      std::this_thread::sleep_for(kTick);
    }
  }

 private:
  // The first one; and those that have something to go on with.
  std::optional<base::Error> open_first() {
    std::vector<process::Arena*> arenas;
    for (const std::unique_ptr<Worker>& worker : workers_) {
      if (std::optional<base::Error> error = worker->open(); error.has_value()) {
        return error;
      }
      if (worker->goes_on()) {
        arenas.push_back(&worker->arena());
      }
    }
    settle_handovers(arenas);
    for (const std::unique_ptr<Worker>& worker : workers_) {
      has_shared_ |= worker->has_shared();
      over_ |= worker->is_ended_by_fairness();
      started_over_ |= worker->has_started_over();
    }
    over_ |= started_over_;
    // Where one has begun anew, all do, and none of what they have done counts.
    if (!started_over_ && (!handovers_agree(arenas) || !settle_bounds(arenas))) {
      return base::Error{
          "the files of the saved search are from different moments; begin a new one"};
    }
    completed_ = bound_so_far();
    for (process::Arena* arena : arenas) {
      executions_before_ += arena->counters().executions;
      handovers_ = std::max(handovers_, arena->counters().taken);
    }
    if (has_shared_) {
      mark_as_shared();  // some may not be yet
    }
    // A search may have been broken off before its first execution.
    const bool first_begins = !has_begun(*workers_[0]);
    for (size_t i = 1; i < workers_.size(); ++i) {
      if (!has_begun(*workers_[i])) {
        begin_with_nothing(*workers_[i]);
      }
    }
    if (request_.files != nullptr) {
      request_.files->begun();
    }
    if (first_begins && !over_) {
      workers_[0]->start();
    }
    return std::nullopt;
  }

  // A search that goes on knows it from before.
  [[nodiscard]] int32_t bound_so_far() const {
    const auto& samples = workers_[0]->arena().samples;
    return samples.empty() ? -1 : samples.items().back().completed_bound;
  }

  [[nodiscard]] static bool has_begun(const Worker& worker) {
    search::StrategySlot slot;
    return shared_work_of(search::attach_strategy(worker.arena(), slot)).has_begun();
  }

  void begin_with_nothing(Worker& worker) {
    search::StrategySlot slot;
    search::StrategySlot other_slot;
    explore::Strategy& first = search::attach_strategy(workers_[0]->arena(), other_slot);
    explore::Strategy& strategy = search::attach_strategy(worker.arena(), slot);
    shared_work_of(strategy).begin_with_nothing(shared_work_of(first).progress());
    explore::Explorer(worker.arena(), strategy).commit();
  }

  void take_note_of(Worker& worker) {
    started_over_ |= worker.has_started_over();
    // In a wide phase the others may know of fewer preemptions.
    const bool enough = worker.has_found_enough();
    over_ |= started_over_ || worker.is_final() || worker.is_ended_by_fairness() ||
             (enough && request_.settings.phase_width == 0);
    ending_ |= enough;
    if (worker.result().ok() && worker.result().value() != verdict::Stopped::no) {
      stopped_ = worker.result().value();
    } else if (!worker.result().ok()) {
      error_ = worker.result().error();
    }
  }

  [[nodiscard]] bool any_runs() const {
    return std::any_of(workers_.begin(), workers_.end(),
                       [](const auto& worker) { return worker->is_running(); });
  }

  // Nobody runs.  Those that have something to do are started, with the next bound if there is
  // nothing left in this one; false if there is nothing at all.
  bool start_some() {
    if (total_waiting() == 0 && !begin_next_bound()) {
      return false;
    }
    even_out();
    bool some = false;
    for (const std::unique_ptr<Worker>& worker : workers_) {
      if (work_now(*worker) > 0) {
        worker->start();
        some = true;
      }
    }
    return some;
  }

  // Those that wait get half of what the others have, as far as it is worth it.
  void even_out() {
    for (const std::unique_ptr<Worker>& worker : workers_) {
      if (work_now(*worker) == 0) {
        give_half_of_the_fullest(*worker);
      }
    }
  }

  void give_half_of_the_fullest(Worker& taker) {
    Worker* fullest = nullptr;
    for (const std::unique_ptr<Worker>& worker : workers_) {
      if (!worker->is_running() && (fullest == nullptr || work_now(*worker) > work_now(*fullest))) {
        fullest = worker.get();
      }
    }
    if (fullest != nullptr && fullest != &taker && work_now(*fullest) >= Worker::kEnoughToShare) {
      taker.arena().control().pool.store(fullest->arena().control().pool.load());
      taker.arena().use(fullest->arena().control().reset.load());
      note_sharing();
      handovers_ = number_after(handovers_);
      hand_over(fullest->arena(), taker.arena(), handovers_);
    }
  }

  // Somebody waits: one that runs is asked to stop; when it has, both go on with a half.
  void share() {
    Worker* idle = nullptr;
    Worker* stopped = nullptr;
    for (const std::unique_ptr<Worker>& worker : workers_) {
      if (worker->is_running()) {
        if (worker->was_asked()) {
          return;  // it is about to stop
        }
      } else if (work_now(*worker) > 0) {
        stopped = worker.get();
      } else {
        idle = worker.get();
      }
    }
    if (stopped != nullptr) {
      if (idle != nullptr) {
        give_half_of_the_fullest(*idle);
        if (work_now(*idle) > 0) {
          idle->start();
        }
      }
      stopped->start();
    } else if (idle != nullptr) {
      ask_the_fullest();
    }
  }

  void ask_the_fullest() {
    Worker* fullest = nullptr;
    const Clock::time_point now = Clock::now();
    for (const std::unique_ptr<Worker>& worker : workers_) {
      if (worker->can_share(now) &&
          (fullest == nullptr || worker->waiting() > fullest->waiting())) {
        fullest = worker.get();
      }
    }
    if (fullest != nullptr) {
      fullest->ask_to_stop();
    }
  }

  // Of one that does not run.
  static uint64_t work_now(const Worker& worker) {
    search::StrategySlot slot;
    return search::attach_strategy(worker.arena(), slot).coverage().waiting_now;
  }

  [[nodiscard]] uint64_t total_waiting() const {
    uint64_t sum = 0;
    for (const std::unique_ptr<Worker>& worker : workers_) {
      sum += work_now(*worker);
    }
    return sum;
  }

  bool begin_next_bound() {
    bool some = false;
    for (const std::unique_ptr<Worker>& worker : workers_) {
      search::StrategySlot slot;
      some |= shared_work_of(search::attach_strategy(worker->arena(), slot)).has_next_bound();
    }
    if (!some) {
      return false;
    }
    note_sharing();
    completed_ = bound_of_all();
    show();
    for (const std::unique_ptr<Worker>& worker : workers_) {
      go_to_next_bound(worker->arena());
    }
    return true;
  }

  // The first time only one of them has work, and that one does not run.
  void note_sharing() {
    if (!has_shared_) {
      mark_as_shared();
      has_shared_ = true;
    }
  }

  void mark_as_shared() {
    for (const std::unique_ptr<Worker>& worker : workers_) {
      worker->note_sharing();
    }
  }

  // The bound that nobody has anything left in, while none of them runs.
  [[nodiscard]] int32_t bound_of_all() const {
    int32_t bound = INT32_MAX;
    for (const std::unique_ptr<Worker>& worker : workers_) {
      search::StrategySlot slot;
      const explore::Strategy& strategy = search::attach_strategy(worker->arena(), slot);
      bound = std::min(bound, strategy.coverage().completed_bound);
    }
    return bound;
  }

  // What all have done so far, as far as that can be said while they run.
  void show() {
    explore::Counters sum;
    sum.coverage.left.known = true;
    sum.coverage.completed_bound = completed_;
    uint64_t findings = 0;
    for (const std::unique_ptr<Worker>& worker : workers_) {
      const explore::Counters& part = worker->arena().counters();
      sum.executions += part.executions;
      sum.states += part.states;
      sum.coverage.waiting_now += part.coverage.waiting_now;
      if (part.coverage.waiting_now > 0) {
        add_to(sum.coverage.left, part.coverage.left);
      }
      findings += worker->arena().findings.size();
    }
    explore::take_sample(sum, workers_[0]->arena().samples);
    if (request_.onlooker) {
      request_.onlooker(sum, findings);
    }
    const uint64_t most = request_.settings.max_executions;
    over_ |= most != 0 && sum.executions >= most;
  }

  Result<Worked> finish() {
    if (error_.has_value()) {
      return *error_;
    }
    Worked worked;
    worked.stopped = stopped_;
    worked.started_over = started_over_;
    worked.executions_before = executions_before_;
    for (const std::unique_ptr<Worker>& worker : workers_) {
      refresh_coverage(worker->arena());
      worked.sessions.push_back(worker->take_session());
    }
    return worked;
  }

  // What the strategy says now that all is done, which no execution was there to write down.
  static void refresh_coverage(process::Arena& arena) {
    search::StrategySlot slot;
    explore::Strategy& strategy = search::attach_strategy(arena, slot);
    arena.save_results();
    arena.counters().coverage = strategy.coverage();
    explore::Explorer(arena, strategy).commit();
  }

  const Program& program_;
  const Request& request_;
  std::vector<std::unique_ptr<Worker>> workers_;
  uint64_t handovers_ = 0;
  uint64_t executions_before_ = 0;
  int32_t completed_ = -1;   // by all of them, as far as it was seen
  bool has_shared_ = false;  // work, or at least the bound
  bool over_ = false;        // all are to stop
  bool ending_ = false;      // none is to be started again
  bool started_over_ = false;
  verdict::Stopped stopped_ = verdict::Stopped::no;
  std::optional<base::Error> error_;
};

}  // namespace

Result<Worked> explore_by_workers(const Program& program, const Request& request) {
  Workers workers(program, request);
  try {
    return workers.run();
  } catch (const std::system_error&) {
    workers.stop_all();
    return base::Error{
        "the system lets heddle have no thread for each worker (see ulimit -u and -v); use a "
        "smaller "
        "-j"};
  }
}

}  // namespace heddle::supervise
