// SPDX-License-Identifier: Apache-2.0
#include "supervise/rounds.h"

#include "base/check.h"
#include "explore/places.h"

#include <algorithm>
#include <cstring>

#include <unistd.h>

namespace heddle::supervise {
namespace {

using Is = Judgement::Is;

bool is_race(const Found& found) { return found.record.finding.kind == event::FindingKind::race; }

bool same_place(const explore::PlaceRecord& a, const explore::PlaceRecord& b) {
  return a.offset == b.offset && strncmp(a.module, b.module, sizeof a.module) == 0;
}

class Loop {
 public:
  Loop(Court& court, Request request, Rounds so_far)
      : court_(court),
        request_(std::move(request)),
        begin_(Clock::now()),
        rounds_(std::move(so_far)) {}

  base::Result<Rounds> run() {
    for (;;) {
      base::Result<Exploration> explored = court_.explore(request_, rounds_);
      if (!explored.ok()) {
        return explored.error();
      }
      ++rounds_.explorations;
      rounds_.last = std::move(explored.value());
      request_.visibility.places = rounds_.last.visibility.places;
      request_.visibility.known_races = rounds_.last.visibility.known_races;
      request_.visibility.scope = rounds_.last.visibility.scope;
      const bool goes_on = judge_all();
      if (!goes_on || !prepare_next()) {
        rounds_.last.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
        return std::move(rounds_);
      }
    }
  }

 private:
  // Whether a race has ended the exploration, and is not the end of the run.
  bool judge_all() {
    races_.clear();
    bool all_shown = true;
    for (const Found& found : rounds_.last.found) {
      Judgement judgement = court_.judge(rounds_.last, found);
      if (judgement.is == Is::not_replayed && rounds_.last.stopped == Stopped::no) {
        rounds_.last.stopped = request_.limits.reached();
      }
      if (is_race(found)) {
        all_shown &= judgement.is != Is::gone && judgement.is != Is::not_replayed;
      }
      for (Judgement::Race& race : judgement.races) {
        take(std::move(race));
      }
    }
    return !races_.empty() && all_shown && court_.wants_more() &&
           rounds_.last.stopped == Stopped::no;
  }

  // Several workers may have met the same.
  void take(Judgement::Race race) {
    const auto is_same = [&](const Judgement::Race& known) { return known.key == race.key; };
    if (std::none_of(races_.begin(), races_.end(), is_same)) {
      rounds_.suppressed += race.is == Is::suppressed ? 1 : 0;
      rounds_.benign += race.is == Is::benign ? 1 : 0;
      races_.push_back(std::move(race));
    }
  }

  // False if a limit has been reached.
  bool prepare_next() { return make_all_visible() && has_executions_left() && has_time_left(); }

  bool make_all_visible() {
    // What was found shared stays so; it would only be found again.
    request_.visibility.shared = rounds_.last.visibility.shared;
    // As many as there is room for, but at least one: else the same would come again.
    size_t made = 0;
    while (made < races_.size() && make_visible(races_[made])) {
      ++made;
    }
    rounds_.places_lost = made == 0;
    return made > 0;
  }

  bool make_visible(const Judgement::Race& race) {
    Visibility& visibility = request_.visibility;
    HEDDLE_CHECK(std::find(visibility.known_races.begin(), visibility.known_races.end(),
                           race.key) == visibility.known_races.end(),
                 "a race that is known should not end an execution");
    std::vector<explore::PlaceRecord> fresh;
    for (const explore::PlaceRecord& place : race.places) {
      if (request_.settings.visible == explore::Visible::sync) {
        break;  // known is all that it is to be
      }
      const auto is_same = [&](const explore::PlaceRecord& known) {
        return same_place(known, place);
      };
      if (std::none_of(visibility.places.begin(), visibility.places.end(), is_same) &&
          std::none_of(fresh.begin(), fresh.end(), is_same)) {
        fresh.push_back(place);
      }
    }
    if (visibility.places.size() + fresh.size() > explore::kMaxPlaces ||
        visibility.known_races.size() >= explore::kMaxPlaces) {
      return false;
    }
    visibility.places.insert(visibility.places.end(), fresh.begin(), fresh.end());
    visibility.known_races.push_back(race.key);
    return true;
  }

  bool has_executions_left() {
    uint64_t& most = request_.settings.max_executions;
    if (most == 0) {
      return true;
    }
    const explore::Counters& counters = rounds_.last.counters;
    const uint64_t done = counters.executions + counters.forgotten;
    most -= std::min(most, done);
    return most > 0;
  }

  // What the next one would say of itself if it were begun.
  bool has_time_left() {
    rounds_.last.stopped = request_.limits.reached();
    if (rounds_.last.stopped != Stopped::no) {
      return false;
    }
    // Lines about executions that do not count.
    if (request_.schedule_log >= 0) {
      [[maybe_unused]] const int ignored = ftruncate(request_.schedule_log, 0);
    }
    return true;
  }

  Court& court_;
  Request request_;
  const Clock::time_point begin_;
  Rounds rounds_;
  std::vector<Judgement::Race> races_;  // of the last exploration
};

}  // namespace

base::Result<Rounds> explore_in_rounds(Court& court, Request request, Rounds so_far) {
  return Loop(court, std::move(request), std::move(so_far)).run();
}

}  // namespace heddle::supervise
