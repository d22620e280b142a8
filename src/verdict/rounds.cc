// SPDX-License-Identifier: Apache-2.0
#include "verdict/rounds.h"

#include "base/check.h"
#include "explore/places.h"

#include <algorithm>
#include <cstring>

#include <unistd.h>

namespace heddle::verdict {
namespace {

using Is = Judgement::Is;

bool is_race(const Found& found) { return found.record.finding.kind == event::FindingKind::race; }

bool same_place(const explore::PlaceRecord& a, const explore::PlaceRecord& b) {
  return a.offset == b.offset && strncmp(a.module, b.module, sizeof a.module) == 0;
}

class Loop {
 public:
  Loop(FindingJudge& judge, Search search, Rounds so_far)
      : judge_(judge), search_(std::move(search)), rounds_(std::move(so_far)) {
    rounds_.climb.last = search_.settings.fair_every;
    rounds_.executions_before = executions_below(rounds_.climb);
    // What goes on can have been asked for less than is done.
    uint64_t& most = search_.settings.max_executions;
    most = most == 0 ? 0 : std::max<uint64_t>(most - std::min(most, rounds_.spent), 1);
  }

  base::Result<Rounds> run() {
    for (;;) {
      search_.settings.fair_every = rounds_.climb.every();
      search_.settings.ends_when_fair = search_.climbs && !rounds_.climb.is_under_way();
      base::Result<Exploration> explored = judge_.explore(search_, rounds_);
      if (!explored.ok()) {
        return explored.error();
      }
      ++rounds_.explorations;
      rounds_.last = std::move(explored.value());
      search_.visibility.places = rounds_.last.visibility.places;
      search_.visibility.known_races = rounds_.last.visibility.known_races;
      search_.visibility.scope = rounds_.last.visibility.scope;
      rounds_.executions_before += rounds_.last.executions_before;
      const bool goes_on = judge_all();
      if (race_met_ ? !goes_on || !prepare_next() : !climbs()) {
        return std::move(rounds_);
      }
    }
  }

 private:
  // Whether a race has ended the exploration, and is not the end of the run.
  bool judge_all() {
    races_.clear();
    race_met_ = rounds_.last.counters.race_met;
    bool all_shown = true;
    for (Found& found : rounds_.last.found) {
      found.record.execution += executions_below(rounds_.climb);
      Judgement judgement = judge_.judge(rounds_.last, found);
      if (judgement.is == Is::not_replayed && rounds_.last.stopped == Stopped::no) {
        rounds_.last.stopped = judge_.limit_reached();
      }
      if (is_race(found)) {
        race_met_ = true;
        all_shown &= judgement.is != Is::gone && judgement.is != Is::not_replayed;
      }
      for (Judgement::Race& race : judgement.races) {
        take(std::move(race));
      }
    }
    return !races_.empty() && all_shown && judge_.wants_more() &&
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
  bool prepare_next() {
    if (!make_all_visible() || !has_executions_left() || !has_time_left()) {
      return false;
    }
    begin_all_anew();
    ++rounds_.after_races;
    if (rounds_.climb.is_under_way() || (search_.climbs && rounds_.last.counters.fairness_acted)) {
      rounds_.climb.try_ = Rung{};  // which had too few scheduling points
    }
    return true;
  }

  // To the next rung, if there is one and this one has come to its end.
  bool climbs() {
    const explore::Counters& counters = rounds_.last.counters;
    const bool has_next = rounds_.climb.is_under_way() ? !rounds_.climb.is_at_last()
                                                       : search_.climbs && counters.fairness_acted;
    const bool no_use = counters.coverage.overflowed || counters.shared_lost ||
                        counters.options_dropped || counters.unseen > 0 ||
                        counters.refusal.ending == event::Ending::refused || !judge_.wants_more();
    if (!has_next || no_use) {
      return false;
    }
    if (rounds_.last.stopped != Stopped::no || !has_executions_left() || !has_time_left()) {
      rounds_.stopped_below = true;
      return false;
    }
    if (rounds_.climb.is_under_way()) {
      rounds_.climb.done.push_back(rung_of(rounds_.last));
    } else {
      begin_all_anew();
      rounds_.climb.try_ = rung_of(rounds_.last);
    }
    // What was found shared stays so, as after a race.
    search_.visibility.shared = rounds_.last.visibility.shared;
    return true;
  }

  // Nothing counts that was run so far.
  void begin_all_anew() {
    forget_schedules();
    rounds_.executions_before = 0;
    rounds_.climb.done.clear();
  }

  bool make_all_visible() {
    // What was found shared stays so; it would only be found again.
    search_.visibility.shared = rounds_.last.visibility.shared;
    // As many as there is room for, but at least one: else the same would come again.
    size_t made = 0;
    while (made < races_.size() && make_visible(races_[made])) {
      ++made;
    }
    rounds_.places_lost = made == 0;
    return made > 0;
  }

  bool make_visible(const Judgement::Race& race) {
    Visibility& visibility = search_.visibility;
    HEDDLE_CHECK(std::find(visibility.known_races.begin(), visibility.known_races.end(),
                           race.key) == visibility.known_races.end(),
                 "a race that is known should not end an execution");
    std::vector<explore::PlaceRecord> fresh;
    for (const explore::PlaceRecord& place : race.places) {
      if (search_.settings.visible == explore::Visible::sync) {
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
    uint64_t& most = search_.settings.max_executions;
    const explore::Counters& counters = rounds_.last.counters;
    const uint64_t done = counters.executions + counters.forgotten;
    rounds_.spent += done;
    if (most == 0) {
      return true;
    }
    most -= std::min(most, done);
    return most > 0;
  }

  // What the next one would say of itself if it were begun.
  bool has_time_left() {
    rounds_.last.stopped = judge_.limit_reached();
    return rounds_.last.stopped == Stopped::no;
  }

  // Lines about executions that do not count.
  void forget_schedules() const {
    if (search_.schedule_log >= 0) {
      [[maybe_unused]] const int ignored = ftruncate(search_.schedule_log, 0);
    }
  }

  FindingJudge& judge_;
  Search search_;
  Rounds rounds_;
  bool race_met_ = false;               // by the last exploration
  std::vector<Judgement::Race> races_;  // that it has shown
};

}  // namespace

bool is_so_on_any(const Rounds& rounds, bool explore::Counters::*what) {
  return rounds.last.counters.*what ||
         (rounds.climb.is_under_way() && rounds.climb.try_->counters.*what) ||
         std::any_of(rounds.climb.done.begin(), rounds.climb.done.end(),
                     [&](const Rung& rung) { return rung.counters.*what; });
}

base::Result<Rounds> explore_in_rounds(FindingJudge& judge, Search search, Rounds so_far) {
  return Loop(judge, std::move(search), std::move(so_far)).run();
}

}  // namespace heddle::verdict
