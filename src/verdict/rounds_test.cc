// SPDX-License-Identifier: Apache-2.0
#include "verdict/rounds.h"

#include <cstring>
#include <map>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace heddle::verdict {
namespace {

using event::FindingKind;
using Is = Judgement::Is;

explore::PlaceRecord place(uint64_t offset, const char* module = "") {
  explore::PlaceRecord record;
  record.offset = offset;
  strncpy(record.module, module, sizeof record.module - 1);
  return record;
}

// A program with these races, each of which is met if it is not known yet, in the order of
// their keys; the last exploration finds a deadlock.
class FakeProgram final : public FindingJudge {
 public:
  struct Race {
    uint64_t a, b;
    Is is;
  };
  std::map<uint64_t, Race> races;
  uint32_t most = 1000;
  uint64_t executions = 10;
  bool fails_later = false;
  Stopped limit = Stopped::no;
  bool shows_all = false;  // an execution with a race shows all of them, if it runs on
  std::function<void(Exploration&)> change;

  base::Result<Exploration> explore(const Search& search, const Rounds& /*so_far*/) override {
    searches.push_back(search);
    if (fails_later && searches.size() > 1) {
      return base::Error{"no more"};
    }
    Exploration result;
    result.settings = search.settings;
    result.visibility = search.visibility;
    result.counters.executions = executions;
    result.found.push_back(found(FindingKind::deadlock, 1));
    for (const auto& [key, race] : races) {
      if (!is_known(search.visibility, key)) {
        result.found.push_back(found(FindingKind::race, key));
        result.counters.race_met = true;
        break;
      }
    }
    if (change) {
      change(result);
    }
    return result;
  }

  Judgement judge(const Exploration& exploration, const Found& found) override {
    if (found.record.finding.kind != FindingKind::race) {
      judged.push_back("deadlock");
      return {};
    }
    const Race& race = races.at(found.record.finding.place);
    judged.push_back("race " + std::to_string(found.record.finding.place));
    reported += race.is == Is::reported ? 1 : 0;
    Judgement judgement{.is = race.is, .races = {}};
    if (race.is != Is::gone) {
      for (const auto& [key, shown] : races) {
        const bool known = is_known(exploration.visibility, key);
        if (key == found.record.finding.place || (shows_all && !known)) {
          judgement.races.push_back({key, shown.is, {place(shown.a), place(shown.b)}});
        }
      }
    }
    return judgement;
  }

  [[nodiscard]] bool wants_more() const override { return reported < most; }
  [[nodiscard]] Stopped limit_reached() const override { return limit; }

  std::vector<Search> searches;
  std::vector<std::string> judged;
  uint32_t reported = 0;

 private:
  static bool is_known(const Visibility& visibility, uint64_t key) {
    const auto& known = visibility.known_races;
    return std::find(known.begin(), known.end(), key) != known.end();
  }

  static Found found(FindingKind kind, uint64_t key) {
    Found found;
    found.record.finding.kind = kind;
    found.record.finding.place = key;
    return found;
  }
};

std::vector<uint64_t> offsets(const Search& search) {
  std::vector<uint64_t> offsets;
  for (const explore::PlaceRecord& one : search.visibility.places) {
    offsets.push_back(one.offset);
  }
  return offsets;
}

Rounds run(FakeProgram& program, const Search& search = {}) {
  base::Result<Rounds> rounds = explore_in_rounds(program, search);
  EXPECT_TRUE(rounds.ok());
  return rounds.ok() ? rounds.value() : Rounds{};
}

TEST(Rounds, WithoutARaceThereIsOne) {
  FakeProgram program;
  EXPECT_EQ(run(program).explorations, 1U);
  EXPECT_EQ(program.judged, (std::vector<std::string>{"deadlock"}));
}

TEST(Rounds, ARaceThatIsReportedEndsThemIfNoMoreIsWanted) {
  FakeProgram program;
  program.races = {{50, {1, 2, Is::reported}}};
  program.most = 1;
  const Rounds rounds = run(program);
  EXPECT_EQ(rounds.explorations, 1U);
  EXPECT_TRUE(rounds.last.counters.race_met);
  EXPECT_EQ(program.judged, (std::vector<std::string>{"deadlock", "race 50"}));
}

TEST(Rounds, ASuppressedOrBenignRaceMakesPlacesVisibleAndIsKnown) {
  FakeProgram program;
  program.races = {
      {50, {1, 2, Is::suppressed}}, {51, {2, 3, Is::benign}}, {52, {4, 4, Is::suppressed}}};
  program.most = 1;
  const Rounds rounds = run(program);
  EXPECT_EQ(rounds.explorations, 4U);
  EXPECT_EQ(rounds.suppressed, 2U);
  EXPECT_EQ(rounds.benign, 1U);
  EXPECT_FALSE(rounds.last.counters.race_met);
  ASSERT_EQ(program.searches.size(), 4U);
  EXPECT_EQ(offsets(program.searches[0]), (std::vector<uint64_t>{}));
  EXPECT_EQ(offsets(program.searches[1]), (std::vector<uint64_t>{1, 2}));
  EXPECT_EQ(offsets(program.searches[2]), (std::vector<uint64_t>{1, 2, 3}));
  EXPECT_EQ(offsets(program.searches[3]), (std::vector<uint64_t>{1, 2, 3, 4}));
  EXPECT_EQ(program.searches[3].visibility.known_races, (std::vector<uint64_t>{50, 51, 52}));
}

TEST(Rounds, AllRacesOfAnExecutionAreKnownAtOnce) {
  FakeProgram program;
  program.shows_all = true;
  program.races = {{50, {1, 2, Is::suppressed}},
                   {51, {2, 3, Is::benign}},
                   {52, {4, 4, Is::listed}},
                   {53, {1, 5, Is::suspect}}};
  const Rounds rounds = run(program);
  EXPECT_EQ(rounds.explorations, 2U);
  EXPECT_EQ(rounds.suppressed, 1U);
  EXPECT_EQ(rounds.benign, 1U);
  EXPECT_EQ(offsets(program.searches[1]), (std::vector<uint64_t>{1, 2, 3, 4, 5}));
  EXPECT_EQ(program.searches[1].visibility.known_races, (std::vector<uint64_t>{50, 51, 52, 53}));
}

// Two workers, say.
TEST(Rounds, RacesThatAreMetTwiceInARoundAreOne) {
  FakeProgram program;
  program.shows_all = true;
  program.races = {{50, {1, 2, Is::suppressed}}, {51, {2, 3, Is::suppressed}}};
  program.change = [](Exploration& exploration) {
    if (exploration.counters.race_met) {
      exploration.found.push_back(exploration.found.back());
      exploration.found.back().record.finding.place = 51;
    }
  };
  const Rounds rounds = run(program);
  EXPECT_EQ(rounds.explorations, 2U);
  EXPECT_EQ(rounds.suppressed, 2U);
  EXPECT_EQ(program.searches[1].visibility.known_races, (std::vector<uint64_t>{50, 51}));
}

TEST(Rounds, AsManyBecomeKnownAsThereIsRoomFor) {
  FakeProgram program;
  program.shows_all = true;
  program.races = {{50, {1, 2, Is::suppressed}}, {51, {3, 4, Is::suppressed}}};
  Search search;
  for (uint64_t i = 0; i < explore::kMaxPlaces - 3; ++i) {
    search.visibility.places.push_back(place(100 + i));
  }
  const Rounds rounds = run(program, search);
  EXPECT_TRUE(rounds.places_lost);
  EXPECT_EQ(rounds.explorations, 2U);
  EXPECT_EQ(rounds.last.visibility.known_races, (std::vector<uint64_t>{50}));
}

TEST(Rounds, WithSyncAloneARaceIsKnownAndNothingElse) {
  FakeProgram program;
  program.races = {{50, {1, 2, Is::suppressed}}};
  Search search;
  search.settings.visible = explore::Visible::sync;
  EXPECT_EQ(run(program, search).explorations, 2U);
  EXPECT_TRUE(program.searches[1].visibility.places.empty());
  EXPECT_EQ(program.searches[1].visibility.known_races, (std::vector<uint64_t>{50}));
}

TEST(Rounds, GoOnAfterReportedRacesUntilEnoughAreFound) {
  FakeProgram program;
  program.races = {{50, {1, 2, Is::reported}},
                   {51, {5, 6, Is::suppressed}},
                   {52, {3, 4, Is::reported}},
                   {53, {7, 8, Is::reported}}};
  program.most = 2;
  const Rounds rounds = run(program);
  EXPECT_EQ(rounds.explorations, 3U);
  EXPECT_EQ(program.judged.back(), "race 52");
}

TEST(Rounds, ARaceThatIsGoneEndsThem) {
  FakeProgram program;
  program.races = {{50, {1, 2, Is::gone}}};
  EXPECT_EQ(run(program).explorations, 1U);
}

TEST(Rounds, TheSamePlaceInAnotherFileIsAnother) {
  FakeProgram program;
  program.races = {{50, {1, 2, Is::suppressed}}};
  Search search;
  search.visibility.places = {place(1, "/lib/libother.so")};
  run(program, search);
  EXPECT_EQ(offsets(program.searches[1]), (std::vector<uint64_t>{1, 1, 2}));
}

TEST(Rounds, WhatWasFoundSharedStaysSo) {
  FakeProgram program;
  program.races = {{50, {1, 2, Is::suppressed}}};
  program.change = [](Exploration& exploration) { exploration.visibility.shared = {{9, 1}}; };
  run(program);
  ASSERT_EQ(program.searches[1].visibility.shared.size(), 1U);
  EXPECT_EQ(program.searches[1].visibility.shared[0].word, 9U);
}

TEST(Rounds, ShareTheLimitOnExecutions) {
  FakeProgram program;
  program.races = {
      {50, {1, 2, Is::suppressed}}, {51, {2, 3, Is::suppressed}}, {52, {4, 4, Is::suppressed}}};
  program.change = [](Exploration& exploration) { exploration.counters.forgotten = 2; };
  Search search;
  search.settings.max_executions = 25;
  EXPECT_EQ(run(program, search).explorations, 3U);
  EXPECT_EQ(program.searches[1].settings.max_executions, 13U);
  EXPECT_EQ(program.searches[2].settings.max_executions, 1U);
}

TEST(Rounds, NoneBeginsAfterTheTimeIsUpOrTheUserHasHadEnough) {
  FakeProgram program;
  program.races = {{50, {1, 2, Is::suppressed}}};
  program.limit = Stopped::by_time;
  EXPECT_EQ(run(program).last.stopped, Stopped::by_time);
  EXPECT_EQ(program.searches.size(), 1U);

  program.limit = Stopped::by_user;
  EXPECT_EQ(run(program).last.stopped, Stopped::by_user);
}

TEST(Rounds, AnExplorationThatWasStoppedIsTheLast) {
  FakeProgram program;
  program.races = {{50, {1, 2, Is::suppressed}}};
  program.change = [](Exploration& exploration) { exploration.stopped = Stopped::by_time; };
  EXPECT_EQ(run(program).explorations, 1U);
}

TEST(Rounds, EndWhenThereAreMorePlacesThanCanBeKept) {
  FakeProgram program;
  program.races = {{50, {1, 2, Is::suppressed}}, {51, {2, 3, Is::suppressed}}};
  Search search;
  for (uint64_t i = 0; i < explore::kMaxPlaces - 2; ++i) {
    search.visibility.places.push_back(place(100 + i));
  }
  const Rounds rounds = run(program, search);
  EXPECT_TRUE(rounds.places_lost);
  EXPECT_EQ(rounds.explorations, 2U);
  EXPECT_EQ(rounds.last.visibility.places.size(), explore::kMaxPlaces);
}

TEST(Rounds, LinesAboutSchedulesThatDoNotCountAreDropped) {
  FakeProgram program;
  program.races = {{50, {1, 2, Is::suppressed}}};
  const int log = memfd_create("log", 0);
  ASSERT_GE(log, 0);
  program.change = [&](Exploration&) { ASSERT_EQ(write(log, "line\n", 5), 5); };
  Search search;
  search.schedule_log = log;
  lseek(log, 0, SEEK_SET);
  run(program, search);
  EXPECT_EQ(program.searches.size(), 2U);
  EXPECT_EQ(lseek(log, 0, SEEK_END), 10);  // not opened to append here: a hole, and a line
  char text[10] = {};
  ASSERT_EQ(pread(log, text, sizeof text, 0), 10);
  EXPECT_EQ(text[0], '\0');
  EXPECT_EQ(text[5], 'l');
  close(log);
}

TEST(Rounds, AnErrorEndsThem) {
  FakeProgram program;
  program.races = {{50, {1, 2, Is::suppressed}}};
  program.fails_later = true;
  base::Result<Rounds> rounds = explore_in_rounds(program, {});
  ASSERT_FALSE(rounds.ok());
  EXPECT_EQ(rounds.error().sentence, "no more");
}

}  // namespace
}  // namespace heddle::verdict
