// SPDX-License-Identifier: Apache-2.0
#include "supervise/rounds.h"

#include <csignal>
#include <cstring>
#include <map>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace heddle::supervise {
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
class FakeCourt final : public Court {
 public:
  struct Race {
    uint64_t a, b;
    Is is;
  };
  std::map<uint64_t, Race> races;
  uint32_t most = 1000;
  uint64_t executions = 10;
  bool fails_later = false;
  bool shows_all = false;  // an execution with a race shows all of them, if it runs on
  std::function<void(Exploration&)> change;

  base::Result<Exploration> explore(const Request& request, const Rounds& /*so_far*/) override {
    requests.push_back(request);
    if (fails_later && requests.size() > 1) {
      return base::Error{"no more"};
    }
    Exploration result;
    result.settings = request.settings;
    result.visibility = request.visibility;
    result.counters.executions = executions;
    result.found.push_back(found(FindingKind::deadlock, 1));
    for (const auto& [key, race] : races) {
      if (!is_known(request.visibility, key)) {
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

  std::vector<Request> requests;
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

std::vector<uint64_t> offsets(const Request& request) {
  std::vector<uint64_t> offsets;
  for (const explore::PlaceRecord& one : request.visibility.places) {
    offsets.push_back(one.offset);
  }
  return offsets;
}

Rounds run(FakeCourt& court, const Request& request = {}) {
  base::Result<Rounds> rounds = explore_in_rounds(court, request);
  EXPECT_TRUE(rounds.ok());
  return rounds.ok() ? rounds.value() : Rounds{};
}

TEST(Rounds, WithoutARaceThereIsOne) {
  FakeCourt court;
  EXPECT_EQ(run(court).explorations, 1U);
  EXPECT_EQ(court.judged, (std::vector<std::string>{"deadlock"}));
}

TEST(Rounds, ARaceThatIsReportedEndsThemIfNoMoreIsWanted) {
  FakeCourt court;
  court.races = {{50, {1, 2, Is::reported}}};
  court.most = 1;
  const Rounds rounds = run(court);
  EXPECT_EQ(rounds.explorations, 1U);
  EXPECT_TRUE(rounds.last.counters.race_met);
  EXPECT_EQ(court.judged, (std::vector<std::string>{"deadlock", "race 50"}));
}

TEST(Rounds, ASuppressedOrBenignRaceMakesPlacesVisibleAndIsKnown) {
  FakeCourt court;
  court.races = {
      {50, {1, 2, Is::suppressed}}, {51, {2, 3, Is::benign}}, {52, {4, 4, Is::suppressed}}};
  court.most = 1;
  const Rounds rounds = run(court);
  EXPECT_EQ(rounds.explorations, 4U);
  EXPECT_EQ(rounds.suppressed, 2U);
  EXPECT_EQ(rounds.benign, 1U);
  EXPECT_FALSE(rounds.last.counters.race_met);
  ASSERT_EQ(court.requests.size(), 4U);
  EXPECT_EQ(offsets(court.requests[0]), (std::vector<uint64_t>{}));
  EXPECT_EQ(offsets(court.requests[1]), (std::vector<uint64_t>{1, 2}));
  EXPECT_EQ(offsets(court.requests[2]), (std::vector<uint64_t>{1, 2, 3}));
  EXPECT_EQ(offsets(court.requests[3]), (std::vector<uint64_t>{1, 2, 3, 4}));
  EXPECT_EQ(court.requests[3].visibility.known_races, (std::vector<uint64_t>{50, 51, 52}));
}

TEST(Rounds, AllRacesOfAnExecutionAreKnownAtOnce) {
  FakeCourt court;
  court.shows_all = true;
  court.races = {{50, {1, 2, Is::suppressed}},
                 {51, {2, 3, Is::benign}},
                 {52, {4, 4, Is::listed}},
                 {53, {1, 5, Is::suspect}}};
  const Rounds rounds = run(court);
  EXPECT_EQ(rounds.explorations, 2U);
  EXPECT_EQ(rounds.suppressed, 1U);
  EXPECT_EQ(rounds.benign, 1U);
  EXPECT_EQ(offsets(court.requests[1]), (std::vector<uint64_t>{1, 2, 3, 4, 5}));
  EXPECT_EQ(court.requests[1].visibility.known_races, (std::vector<uint64_t>{50, 51, 52, 53}));
}

// Two workers, say.
TEST(Rounds, RacesThatAreMetTwiceInARoundAreOne) {
  FakeCourt court;
  court.shows_all = true;
  court.races = {{50, {1, 2, Is::suppressed}}, {51, {2, 3, Is::suppressed}}};
  court.change = [](Exploration& exploration) {
    if (exploration.counters.race_met) {
      exploration.found.push_back(exploration.found.back());
      exploration.found.back().record.finding.place = 51;
    }
  };
  const Rounds rounds = run(court);
  EXPECT_EQ(rounds.explorations, 2U);
  EXPECT_EQ(rounds.suppressed, 2U);
  EXPECT_EQ(court.requests[1].visibility.known_races, (std::vector<uint64_t>{50, 51}));
}

TEST(Rounds, AsManyBecomeKnownAsThereIsRoomFor) {
  FakeCourt court;
  court.shows_all = true;
  court.races = {{50, {1, 2, Is::suppressed}}, {51, {3, 4, Is::suppressed}}};
  Request request;
  for (uint64_t i = 0; i < explore::kMaxPlaces - 3; ++i) {
    request.visibility.places.push_back(place(100 + i));
  }
  const Rounds rounds = run(court, request);
  EXPECT_TRUE(rounds.places_lost);
  EXPECT_EQ(rounds.explorations, 2U);
  EXPECT_EQ(rounds.last.visibility.known_races, (std::vector<uint64_t>{50}));
}

TEST(Rounds, WithSyncAloneARaceIsKnownAndNothingElse) {
  FakeCourt court;
  court.races = {{50, {1, 2, Is::suppressed}}};
  Request request;
  request.settings.visible = explore::Visible::sync;
  EXPECT_EQ(run(court, request).explorations, 2U);
  EXPECT_TRUE(court.requests[1].visibility.places.empty());
  EXPECT_EQ(court.requests[1].visibility.known_races, (std::vector<uint64_t>{50}));
}

TEST(Rounds, GoOnAfterReportedRacesUntilEnoughAreFound) {
  FakeCourt court;
  court.races = {{50, {1, 2, Is::reported}},
                 {51, {5, 6, Is::suppressed}},
                 {52, {3, 4, Is::reported}},
                 {53, {7, 8, Is::reported}}};
  court.most = 2;
  const Rounds rounds = run(court);
  EXPECT_EQ(rounds.explorations, 3U);
  EXPECT_EQ(court.judged.back(), "race 52");
}

TEST(Rounds, ARaceThatIsGoneEndsThem) {
  FakeCourt court;
  court.races = {{50, {1, 2, Is::gone}}};
  EXPECT_EQ(run(court).explorations, 1U);
}

TEST(Rounds, TheSamePlaceInAnotherFileIsAnother) {
  FakeCourt court;
  court.races = {{50, {1, 2, Is::suppressed}}};
  Request request;
  request.visibility.places = {place(1, "/lib/libother.so")};
  run(court, request);
  EXPECT_EQ(offsets(court.requests[1]), (std::vector<uint64_t>{1, 1, 2}));
}

TEST(Rounds, WhatWasFoundSharedStaysSo) {
  FakeCourt court;
  court.races = {{50, {1, 2, Is::suppressed}}};
  court.change = [](Exploration& exploration) { exploration.visibility.shared = {{9, 1}}; };
  run(court);
  ASSERT_EQ(court.requests[1].visibility.shared.size(), 1U);
  EXPECT_EQ(court.requests[1].visibility.shared[0].word, 9U);
}

TEST(Rounds, ShareTheLimitOnExecutions) {
  FakeCourt court;
  court.races = {
      {50, {1, 2, Is::suppressed}}, {51, {2, 3, Is::suppressed}}, {52, {4, 4, Is::suppressed}}};
  court.change = [](Exploration& exploration) { exploration.counters.forgotten = 2; };
  Request request;
  request.settings.max_executions = 25;
  EXPECT_EQ(run(court, request).explorations, 3U);
  EXPECT_EQ(court.requests[1].settings.max_executions, 13U);
  EXPECT_EQ(court.requests[2].settings.max_executions, 1U);
}

TEST(Rounds, NoneBeginsAfterTheTimeIsUpOrTheUserHasHadEnough) {
  FakeCourt court;
  court.races = {{50, {1, 2, Is::suppressed}}};
  Request request;
  request.limits.deadline = Clock::now();
  EXPECT_EQ(run(court, request).last.stopped, Stopped::by_time);
  EXPECT_EQ(court.requests.size(), 1U);

  const volatile std::sig_atomic_t interrupted = 1;
  request.limits.deadline.reset();
  request.limits.interrupted = &interrupted;
  EXPECT_EQ(run(court, request).last.stopped, Stopped::by_user);
}

TEST(Rounds, AnExplorationThatWasStoppedIsTheLast) {
  FakeCourt court;
  court.races = {{50, {1, 2, Is::suppressed}}};
  court.change = [](Exploration& exploration) { exploration.stopped = Stopped::by_time; };
  EXPECT_EQ(run(court).explorations, 1U);
}

TEST(Rounds, EndWhenThereAreMorePlacesThanCanBeKept) {
  FakeCourt court;
  court.races = {{50, {1, 2, Is::suppressed}}, {51, {2, 3, Is::suppressed}}};
  Request request;
  for (uint64_t i = 0; i < explore::kMaxPlaces - 2; ++i) {
    request.visibility.places.push_back(place(100 + i));
  }
  const Rounds rounds = run(court, request);
  EXPECT_TRUE(rounds.places_lost);
  EXPECT_EQ(rounds.explorations, 2U);
  EXPECT_EQ(rounds.last.visibility.places.size(), explore::kMaxPlaces);
}

TEST(Rounds, LinesAboutSchedulesThatDoNotCountAreDropped) {
  FakeCourt court;
  court.races = {{50, {1, 2, Is::suppressed}}};
  const int log = memfd_create("log", 0);
  ASSERT_GE(log, 0);
  court.change = [&](Exploration&) { ASSERT_EQ(write(log, "line\n", 5), 5); };
  Request request;
  request.schedule_log = log;
  lseek(log, 0, SEEK_SET);
  run(court, request);
  EXPECT_EQ(court.requests.size(), 2U);
  EXPECT_EQ(lseek(log, 0, SEEK_END), 10);  // not opened to append here: a hole, and a line
  char text[10] = {};
  ASSERT_EQ(pread(log, text, sizeof text, 0), 10);
  EXPECT_EQ(text[0], '\0');
  EXPECT_EQ(text[5], 'l');
  close(log);
}

TEST(Rounds, AnErrorEndsThem) {
  FakeCourt court;
  court.races = {{50, {1, 2, Is::suppressed}}};
  court.fails_later = true;
  base::Result<Rounds> rounds = explore_in_rounds(court, {});
  ASSERT_FALSE(rounds.ok());
  EXPECT_EQ(rounds.error().sentence, "no more");
}

}  // namespace
}  // namespace heddle::supervise
