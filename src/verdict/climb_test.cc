// SPDX-License-Identifier: Apache-2.0
#include "verdict/climb.h"

#include "verdict/rounds.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace heddle::verdict {
namespace {

// A program in which fairness acts, or not; each exploration has as many executions as fairness
// lets threads yield, and the first try one.
class FakeProgram final : public FindingJudge {
 public:
  bool acts = true;
  bool wants = true;
  std::optional<uint32_t> race_at;  // a race that is met once, at that rung
  std::function<void(Exploration&)> change;

  base::Result<Exploration> explore(const Search& search, const Rounds& so_far) override {
    const explore::Settings& settings = search.settings;
    asked.push_back(settings.fair_every);
    tries.push_back(settings.ends_when_fair);
    limits.push_back(settings.max_executions);
    done.push_back(so_far.climb.done.size());
    Exploration result;
    result.settings = settings;
    result.visibility = search.visibility;
    result.counters.fairness_acted = acts;
    result.counters.executions = settings.ends_when_fair ? 1 : settings.fair_every;
    result.counters.max_preemptions = settings.fair_every;
    result.counters.coverage.completed_bound = settings.ends_when_fair ? 0 : 2;
    result.notes = {{event::Misuse::thread_not_joined, settings.fair_every}};
    result.known_race_executions.resize(search.visibility.known_races.size(), 1);
    if (race_at == settings.fair_every && search.visibility.known_races.empty()) {
      result.found.push_back({});
      result.found.back().record.finding = {.kind = event::FindingKind::race, .place = 7};
      result.found.back().record.execution = 1;
    }
    if (change) {
      change(result);
    }
    return result;
  }

  Judgement judge(const Exploration& /*exploration*/, const Found& found) override {
    executions.push_back(found.record.execution);
    return {.is = Judgement::Is::suppressed,
            .races = {{found.record.finding.place, Judgement::Is::suppressed, {}}}};
  }

  [[nodiscard]] bool wants_more() const override { return wants; }
  [[nodiscard]] Stopped limit_reached() const override { return Stopped::no; }

  std::vector<uint32_t> asked;
  std::vector<bool> tries;
  std::vector<uint64_t> limits;
  std::vector<size_t> done;
  std::vector<uint64_t> executions;  // that showed what was judged
};

using Numbers = std::vector<uint32_t>;

Rounds run(FakeProgram& program, uint64_t most = 0, Rounds so_far = {}, uint32_t every = 8) {
  Search search;
  search.climbs = true;
  search.settings.fair_every = every;
  search.settings.max_executions = most;
  base::Result<Rounds> rounds = explore_in_rounds(program, search, std::move(so_far));
  EXPECT_TRUE(rounds.ok());
  return rounds.ok() ? std::move(rounds.value()) : Rounds{};
}

TEST(Climb, WhereFairnessNeverActsThereIsOneTry) {
  FakeProgram program;
  program.acts = false;
  const Rounds rounds = run(program);
  EXPECT_EQ(program.asked, (Numbers{8}));
  EXPECT_FALSE(rounds.climb.is_under_way());
  EXPECT_FALSE(rounds.stopped_below);
}

TEST(Climb, AreDoneInOrderAfterTheTry) {
  FakeProgram program;
  const Rounds rounds = run(program);
  EXPECT_EQ(program.asked, (Numbers{8, 1, 2, 4, 8}));
  EXPECT_EQ(program.tries, (std::vector<bool>{true, false, false, false, false}));
  EXPECT_EQ(rounds.climb.done.size(), 3U);
  EXPECT_TRUE(rounds.climb.is_at_last());
  EXPECT_EQ(rounds.climb.try_->counters.coverage.completed_bound, 0);
}

TEST(Climb, TheLastNeedNotBeAPowerOfTwo) {
  FakeProgram program;
  run(program, 0, {}, 6);
  EXPECT_EQ(program.asked, (Numbers{6, 1, 2, 4, 6}));
  FakeProgram often;
  run(often, 0, {}, 1);
  EXPECT_EQ(often.asked, (Numbers{1, 1}));
}

TEST(Climb, OneIsAllIfThatIsWhatWasAskedFor) {
  FakeProgram program;
  ASSERT_TRUE(explore_in_rounds(program, {}).ok());
  EXPECT_EQ(program.asked, (Numbers{8}));
  EXPECT_EQ(program.tries, (std::vector<bool>{false}));
}

// 1 + 2 + 4 + 8; the try does not count.
TEST(Climb, ExecutionsAndNotesOfAllCountAndBoundsOfTheLast) {
  FakeProgram program;
  const Rounds rounds = run(program);
  Exploration sum = rounds.last;
  add_lower(rounds.climb, sum);
  EXPECT_EQ(sum.counters.executions, 15U);
  EXPECT_EQ(sum.counters.max_preemptions, 8U);
  ASSERT_EQ(sum.notes.size(), 1U);
  EXPECT_EQ(sum.notes[0].executions, 15U);
  EXPECT_EQ(rounds.last.counters.executions, 8U);
  EXPECT_EQ(executions_below(rounds.climb), 7U);
}

TEST(Climb, ShareTheLimitOnExecutionsWithTheTry) {
  FakeProgram program;
  const Rounds rounds = run(program, 8);
  EXPECT_EQ(program.asked, (Numbers{8, 1, 2, 4}));
  EXPECT_EQ(program.limits, (std::vector<uint64_t>{8, 7, 6, 4}));
  EXPECT_TRUE(rounds.stopped_below);
  EXPECT_FALSE(rounds.climb.is_at_last());
}

TEST(Climb, EndWithOneThatWasStoppedOrHasFoundEnough) {
  FakeProgram program;
  program.change = [](Exploration& exploration) {
    exploration.stopped = exploration.settings.fair_every == 2 ? Stopped::by_time : Stopped::no;
  };
  EXPECT_TRUE(run(program).stopped_below);
  EXPECT_EQ(program.asked, (Numbers{8, 1, 2}));

  FakeProgram content;
  content.wants = false;
  EXPECT_FALSE(run(content).stopped_below);
  EXPECT_EQ(content.asked, (Numbers{8}));
}

TEST(Climb, ARaceBeginsThemAnewWithoutATry) {
  FakeProgram program;
  program.race_at = 2;
  const Rounds rounds = run(program);
  EXPECT_EQ(program.asked, (Numbers{8, 1, 2, 1, 2, 4, 8}));
  EXPECT_EQ(program.executions, (std::vector<uint64_t>{2}));  // after the one of the first rung
  EXPECT_EQ(rounds.explorations, 7U);
  EXPECT_EQ(rounds.after_races, 1U);
  EXPECT_EQ(rounds.climb.try_->counters.coverage.completed_bound, -1);
}

TEST(Climb, GoOnWhereTheyWereBrokenOff) {
  FakeProgram first;
  Rounds so_far = run(first, 4);
  EXPECT_EQ(first.asked, (Numbers{8, 1, 2}));
  Rounds saved;
  saved.climb = so_far.climb;
  saved.spent = 2;  // the try, and the first rung
  FakeProgram program;
  program.change = [&](Exploration& exploration) {
    exploration.executions_before = program.asked.size() == 1 ? 2 : 0;
  };
  const Rounds rounds = run(program, 9, saved);
  EXPECT_EQ(program.asked, (Numbers{2, 4, 8}));
  EXPECT_EQ(program.limits, (std::vector<uint64_t>{7, 5, 1}));
  EXPECT_EQ(rounds.executions_before, 3U);
}

TEST(Climb, LinesAboutSchedulesOfTheTryAreDropped) {
  FakeProgram program;
  const int log = memfd_create("log", 0);
  ASSERT_GE(log, 0);
  program.change = [&](Exploration&) {
    lseek(log, 0, SEEK_END);
    ASSERT_EQ(write(log, "line\n", 5), 5);
  };
  Search search;
  search.climbs = true;
  search.schedule_log = log;
  ASSERT_TRUE(explore_in_rounds(program, search).ok());
  EXPECT_EQ(lseek(log, 0, SEEK_END), 4 * 5);
  close(log);
}

}  // namespace
}  // namespace heddle::verdict
