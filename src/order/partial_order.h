// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "base/region.h"
#include "event/event.h"
#include "order/awaits.h"
#include "order/mark.h"
#include "primitive/past.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace heddle::order {

// What a thread was about to do when its execution ended.
struct Waiting {
  event::Event step;     // as far as it is known
  bool ready = false;    // it could have been done,
  bool by_time = false;  // but only by letting its time run out
};
//   value: what primitive::value_of() says;
//   outcomes: in how many ways it could have been done.
[[nodiscard]] Waiting waiting_for(event::ThreadId thread, const event::Operation& operation,
                                  uint64_t value, uint16_t outcomes, bool by_time);

using primitive::Ready;

// The trace order of one execution as a relation between its steps, and its races: pairs of steps
// that could come in the other order (Flanagan, Godefroid, POPL 2005; "Source Sets", J. ACM 2017).
//
// Idea: a vector clock for each step says how many steps of each thread come before it.  Two
// dependent steps of different threads race if nothing in between is ordered after the first and
// before the second, and if the second could have been done without the first.  Whether it could,
// and with which outcome, primitive/ works out from the log (partial_order_past.cc).
//
// Invariant: steps are ordered if and only if dependence.h relates them, by a chain; so two logs
// that differ only in the order of independent steps give the same relation and the same races.
//
// The next execution is told from where it differs, so that what both have in common costs
// nothing again.  It needs no memory but the region.
class PartialOrder {
 public:
  static constexpr uint32_t kNone = 0xffffffff;

  static size_t bytes_needed(size_t most_steps);

  // Nothing that is in the region is used.
  PartialOrder(base::Region& region, size_t most_steps, const Uses& uses = {},
               const Awaits& awaits = {});

  // The execution with these steps, of which so many are the first ones of the execution before.
  // `final`: the last step has ended it for all threads.  False if it is more than can be kept.
  [[nodiscard]] bool follow(std::span<const event::Event> log, size_t same, bool final);

  [[nodiscard]] size_t size() const { return steps_.size(); }
  [[nodiscard]] const Mark& mark(size_t step) const { return steps_[step].mark; }
  [[nodiscard]] std::span<const uint64_t> all_bits() const { return bits_.items(); }  // of marks

  // Whether `a`, the earlier one, must come before `b`.
  [[nodiscard]] bool before(uint32_t a, uint32_t b) const {
    const Step& first = steps_[a];
    const Step& second = steps_[b];
    const size_t thread = event::index(first.mark.thread);
    return thread < second.threads && clocks_[second.clock + thread] >= first.number;
  }

  // Tells `take` of each step that is in a race with `b`: it depends on it, nothing is between them
  // that would have to be turned round first, and `b` can be done without it.  And the mark that
  // `b` has then, as far as can be known: at worst it depends on more than it does.
  template <typename Take>
  void for_each_race(uint32_t b, Take take) {
    tell_races(turned(b), take);
  }

  // Within `take`: whether a later step depends on what `b` is to come before.
  [[nodiscard]] bool is_gone(uint32_t step) const {
    if (!kept_.empty()) {
      return steps_[step].number > kept_[event::index(steps_[step].mark.thread)];
    }
    for (const uint32_t gone : gone_) {
      if (is_before_or_same(gone, step)) {
        return true;
      }
    }
    return false;
  }

  // The same, of all steps from there on: tells `take` of those that do not.
  template <typename Take>
  void for_each_left(uint32_t from, Take take) const {
    const auto end = static_cast<uint32_t>(steps_.size());
    if (gone_.size() != 1) {
      for (uint32_t i = from; i < end; ++i) {
        if (!is_gone(i)) {
          take(i);
        }
      }
      return;
    }
    const Step& gone = steps_[gone_.front()];
    const size_t thread = event::index(gone.mark.thread);
    const uint32_t* clocks = clocks_.begin() + thread;
    const Step* steps = steps_.begin();
    for (uint32_t i = from; i < end; ++i) {
      if (thread >= steps[i].threads || clocks[steps[i].clock] < gone.number) {
        take(i);
      }
    }
  }

  // The same for a step that was not done before the execution ended.
  template <typename Take>
  void for_each_race(const Waiting& waiting, Take take) {
    const Mark worst = worst_mark_of(waiting.step);
    tell_races(turned(waiting, worst), take);
  }

  [[nodiscard]] const event::Event& event(size_t step) const { return log_[step]; }
  [[nodiscard]] const Uses& uses() const { return uses_; }

  // What nobody knew of threads that wait in loops: they were taken to go on.  As that is no safe
  // guess, the search has to begin anew if it is found wrong.
  [[nodiscard]] const base::List<event::AwaitRecord>& asked() const { return asked_; }
  // The same, and nobody will ever know.
  [[nodiscard]] bool could_not_ask() const { return could_not_ask_; }
  void forget_asked() {
    asked_.clear();
    could_not_ask_ = false;
  }

 private:
  friend class Cuts;

  using Tally = primitive::Tally;
  class PastOf;

  // A step in the list of those that use the same thing.
  struct Link {
    uint32_t step;
    uint32_t before;   // the link before it; kNone
    uint32_t changed;  // the latest link up to this one that changed it; kNone
    uint32_t slot;
    // From here back to that link, each step changes the same: if that one is gone, all of them
    // are. kNone: there is none.  They are laid so that any place is some log n of them away (E. W.
    // Myers, An applicative random-access stack, 1983), for which their numbers are.
    uint32_t jump;
    uint32_t number;
    Tally tally;  // of an object, after the step
    Touch touch;
  };

  struct Step {
    Mark mark;
    uint32_t number;   // among those of its thread, from 1
    uint32_t parent;   // the step before it in its thread, or the one that created that; kNone
    uint32_t clock;    // where its components are,
    uint32_t threads;  // and how many
    uint32_t first_link;
    uint32_t all;  // the latest step before it on which all depend; kNone
  };

  // A step that may be done earlier.
  struct Turned {
    uint32_t at;  // where it is, or the end of the execution
    uint32_t parent;
    const Mark& mark;
    const event::Event& event;
    bool done;
    bool ready;  // it was, or could have been, done
    bool by_time = false;
    // Once asked, as they are the same in each of its races: what its thread has of the object, and
    // the latest link before it of what it touches first.
    mutable std::optional<Tally> own = {};
    mutable std::optional<uint32_t> latest = {};
  };

  struct Race {
    uint32_t step;
    uint32_t from;  // if it is with several steps at once, of which it is the first: in turned_
    uint32_t several;
  };

  // It is in use if the list of those in use says so where it says that it is there: so nothing has
  // to be cleared.
  struct Slot {
    uint64_t key;
    uint32_t last;  // link
    uint32_t where;
  };

  static constexpr size_t kMostAsked = 256;
  static constexpr size_t kMostLinksPerStep = 6;
  static constexpr size_t kMostSlots = size_t{1} << 18;
  static constexpr size_t kClockWords = size_t{1} << 26;

  void forget();
  void truncate(size_t steps);
  bool add(const event::Event& event, bool final);
  bool add_links(uint32_t number);
  bool add_link(uint32_t number, const Touch& touch, uint64_t key);
  bool make_clock(uint32_t number);
  void join(const Step& step, uint32_t other);
  [[nodiscard]] uint32_t latest_link(uint64_t key, uint32_t step) const;
  [[nodiscard]] uint32_t latest_link(const Turned& b, const Touch& thing) const;
  [[nodiscard]] Tally tally_of(uint32_t step) const;
  [[nodiscard]] Tally tally_at(const Link& link) const;
  [[nodiscard]] bool is_used(size_t slot) const {
    const uint32_t where = slots_[slot].where;
    return where < used_.size() && used_.begin()[where] == slot;
  }
  [[nodiscard]] size_t slot_of(uint64_t key) const;
  template <typename Take>
  void walk_back(const Touch& touch, uint32_t link, Take take) const;
  [[nodiscard]] uint32_t before_step(size_t link) const;
  template <typename Take>
  void walk_back_left(const Touch& touch, uint64_t key, uint32_t step, Take take) const;

  [[nodiscard]] Turned turned(uint32_t b) const;
  [[nodiscard]] Turned turned(const Waiting& waiting, const Mark& worst) const;
  void find_races(const Turned& b);
  void find_races_of_use(const Touch& touch, uint32_t latest, const Turned& b);
  void find_races_with_all(const Turned& b);
  void add_race(uint32_t a, size_t from = 0, size_t count = 0);
  void keep_needed(size_t from, const Turned& b);
  void keep_latest();
  [[nodiscard]] bool is_before_or_same(uint32_t a, uint32_t b) const {
    return b != kNone && (a == b || (a < b && before(a, b)));
  }

  [[nodiscard]] uint32_t first_gone() const;

  // Whether it could be done so, and not only by letting its time run out.
  [[nodiscard]] Ready ready_without(const Turned& b) const;

  // Whether it could be done with all that is not gone done before it; what it would come to.
  [[nodiscard]] bool can_do_without(const Turned& b) const;
  [[nodiscard]] Mark mark_without(const Turned& b) const;

  [[nodiscard]] Tally tally_without(const Turned& b, const Touch& object) const;
  [[nodiscard]] Tally own_tally(const Turned& b, const Touch& object) const;
  [[nodiscard]] uint32_t before_gone(uint32_t link) const;
  [[nodiscard]] uint32_t before_commuting(uint32_t link, const Touch& touch) const;
  void lay_jump(Link& link) const;
  [[nodiscard]] bool comes_back_without(const Turned& b) const;
  void ask(uint64_t state, event::ThreadId value) const;

  template <typename Take>
  void tell_races(const Turned& b, Take take) {
    find_races(b);
    for (const Race& race : races_) {
      if (race.step != kNone) {
        gone_ = race.several == 0 ? std::span<const uint32_t>{&race.step, 1}
                                  : turned_.items().subspan(race.from, race.several);
        take(race.step, mark_without(b));
      }
    }
  }

  Uses uses_;
  Awaits awaits_;
  mutable base::List<event::AwaitRecord> asked_;
  mutable bool could_not_ask_ = false;
  std::span<const event::Event> log_;
  base::List<Step> steps_;
  base::List<uint64_t> bits_;  // of their marks
  base::List<Link> links_;
  base::List<uint32_t> clocks_;
  base::List<Race> races_;
  base::List<uint32_t> turned_;     // steps that have to come after another one together
  std::span<const uint32_t> gone_;  // steps before which one is done; or, if there are some:
  std::span<const uint32_t> kept_;  // thread: so many of its steps are not gone
  uint32_t first_not_kept_ = kNone;
  std::span<uint32_t> last_of_;     // thread: its last step plus one
  std::span<uint32_t> creator_of_;  // thread: the step that created it plus one
  std::span<Slot> slots_;
  base::List<uint32_t> used_;  // slots
  bool ready_ = false;         // the rest has been cleared
  uint32_t threads_ = 0;       // have done something, or were created
};

}  // namespace heddle::order
