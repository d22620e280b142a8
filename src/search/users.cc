// SPDX-License-Identifier: Apache-2.0
#include "search/users.h"

#include "order/mark.h"
#include "order/partial_order_inline.h"
#include "primitive/facts.h"

#include <algorithm>

namespace heddle::search {

using event::Event;
using event::OpKind;

namespace {

// In place of a thing: the process, as what ends it uses it.
constexpr uint64_t kProcess = 2;

// In place of a thing: whatever is used besides what operations are on.
constexpr uint64_t kBesides = 4;

// In place of a thing: other threads, as who creates or joins some uses them.
constexpr uint64_t kThreads = 6;

// Whether it changes nothing, whatever it comes to.
bool only_reads(OpKind kind) {
  for (const int32_t result : {0, -1, 1}) {
    for (const uint64_t value : {0, 2}) {
      const primitive::Used used{.kind = kind, .result = result, .value = value};
      if (primitive::use_of_object(used) != event::Use::reads) {
        return false;
      }
    }
  }
  return true;
}

// Whoever arrives at a barrier may be the last.
Event as_last(Event arrives) {
  arrives.value = event::kEndsRound;
  return arrives;
}

uint32_t thread_of(const Event& step) { return static_cast<uint32_t>(event::index(step.thread)); }

// Whether there are threads beside the one that does the next step, or were some that it has not
// joined.  Nothing that it does alone can be swapped with a step of another thread, whichever
// executions there are: all others have ended, or are not created yet.
class Company {
 public:
  explicit Company(const Users::Execution& execution) {
    // Some may have been there from the start.
    uint32_t highest = 0;
    uint32_t created = 0;
    for (const Event& step : execution.log) {
      highest = std::max(highest, thread_of(step));
      created += step.kind == OpKind::thread_create && step.other != event::kNoThread ? 1 : 0;
    }
    for (const order::Waiting& who : execution.waiting) {
      highest = std::max(highest, thread_of(who.step));
    }
    others_ = highest > created ? highest - created : 0;
  }

  void see(const Event& step) {
    if (step.kind == OpKind::thread_create && step.other != event::kNoThread) {
      ++others_;
    } else if (step.kind == OpKind::thread_join && step.result == 0) {
      --others_;
    }
  }
  [[nodiscard]] bool is_none() const { return others_ == 0; }

 private:
  uint32_t others_ = 0;
};

// Whether the last step has, or may have, kept others from doing more.
bool cuts_others_off(const Users::Execution& execution) {
  uint32_t others = 0;
  uint32_t joined = 0;
  bool ends = execution.final;
  for (const Event& step : execution.log) {
    others = std::max(others, thread_of(step));
    joined += step.kind == OpKind::thread_join && step.result == 0 ? 1 : 0;
    ends |= primitive::depends_on_all(step.kind);
  }
  return ends && (joined < others || !execution.waiting.empty());
}

// Whether threads are not to be preempted before some step of it.
bool has_pinned(const Users::Execution& execution) {
  return std::any_of(execution.log.begin(), execution.log.end(),
                     [](const Event& step) { return step.pinned; }) ||
         std::any_of(execution.waiting.begin(), execution.waiting.end(),
                     [](const order::Waiting& who) { return who.step.pinned; });
}

// Tells `take` of each step from there on that others may meet, and of what threads wait to do.
template <typename Take>
void for_each_met(const Users::Execution& execution, size_t from, Take take) {
  Company company(execution);
  for (size_t i = 0; i < execution.log.size(); ++i) {
    if (i >= from && !company.is_none()) {
      take(execution.log[i]);
    }
    company.see(execution.log[i]);
  }
  for (const order::Waiting& who : execution.waiting) {
    if (!company.is_none()) {
      take(who.step);
    }
  }
}

}  // namespace

// Tells `take` of each thing that a step uses, and whether it may change it.
//
// The end of a thread lets one other go on that waits for it for good, and nothing else.  Leaving a
// thread before its end saves leaving that other one where it joins it, and costs as much; but
// where that is pinned, it cannot be left there.
template <typename Take>
void Users::for_each_use(const Event& step, Take take) const {
  const order::Mark mark =
      order::mark_of(step.kind == OpKind::barrier_arrive ? as_last(step) : step);
  const bool gives_up = step.kind == OpKind::thread_join && step.timed;
  const bool changes = gives_up || !only_reads_[static_cast<size_t>(step.kind)];
  for (size_t i = 0; i < mark.uses; ++i) {
    order::for_each_key(mark.touches[i], [&](uint64_t thing) { take(thing, changes); });
  }
  if (mark.meets_guesses()) {
    take(kBesides, false);
  }
  if (step.kind == OpKind::thread_create || step.kind == OpKind::thread_join ||
      step.kind == OpKind::thread_tryjoin) {
    take(kThreads, false);
  }
  for (uint32_t use = mark.others; use != 0; use = uses_.record(use).before) {
    const event::UseRecord& at = uses_.record(use);
    const primitive::Touch whole = primitive::touch_of({.kind = at.kind}, at.use);
    if (at.name == event::kWholeKind) {
      take(order::key_of(whole), true);
    } else {
      take(order::key_of(primitive::touch_of({at.kind, at.name}, at.use)),
           at.use != event::Use::reads);
      take(order::key_of(whole), false);
    }
  }
}

Users::Users(base::Region& region, explore::Journal& journal, const order::Uses& uses)
    : journal_(journal),
      uses_(uses),
      header_(region.take_one<Header>()),
      slots_(region.take<Slot>(kSlots)) {
  for (size_t kind = 0; kind < event::kOpKinds; ++kind) {
    only_reads_[kind] = only_reads(static_cast<OpKind>(kind));
  }
  only_reads_[static_cast<size_t>(OpKind::thread_end)] = true;
  only_reads_[static_cast<size_t>(OpKind::thread_join)] = true;
}

Users::Slot& Users::slot_of(uint64_t thing) const {
  size_t at = thing % kSlots;
  while (slots_[at].thing != 0 && slots_[at].thing != thing) {
    at = (at + 1) % kSlots;
  }
  return slots_[at];
}

bool Users::knows(const Execution& execution, size_t from) const {
  if (header_.full && header_.any_pinned) {
    return true;
  }
  bool known = true;
  for_each_met(execution, from, [&](const Event& step) {
    if (header_.full) {
      return;
    }
    for_each_use(step, [&](uint64_t thing, bool changes) {
      known &= knows(thing, thread_of(step), changes);
    });
  });
  if (!header_.any_pinned && has_pinned(execution)) {
    return false;
  }
  return known && (header_.full || execution.log.empty() || !cuts_others_off(execution) ||
                   knows(kProcess, thread_of(execution.log.back()), true));
}

void Users::add(const Execution& execution) {
  if (!header_.any_pinned && has_pinned(execution)) {
    note_pinned();
  }
  for_each_met(execution, 0, [&](const Event& step) {
    for_each_use(step, [&](uint64_t thing, bool changes) { add(thing, thread_of(step), changes); });
  });
  if (!execution.log.empty() && cuts_others_off(execution)) {
    add(kProcess, thread_of(execution.log.back()), true);
  }
}

void Users::note_pinned() {
  journal_.save(header_);
  header_.any_pinned = true;
}

void Users::add_all() {
  journal_.save(header_);
  header_.full = true;
}

bool Users::knows(uint64_t thing, uint32_t thread, bool changes) const {
  if (thread >= kMostThreads) {
    return false;
  }
  const Slot& slot = slot_of(thing);
  return (((changes ? slot.changed_by : slot.read_by) >> thread) & 1) != 0;
}

void Users::add(uint64_t thing, uint32_t thread, bool changes) {
  if (header_.full || knows(thing, thread, changes)) {
    return;
  }
  if (thread >= kMostThreads || header_.used == kSlots / 2) {
    add_all();
    return;
  }
  Slot& slot = slot_of(thing);
  journal_.save(header_);
  header_.used += slot.thing == 0 ? 1 : 0;
  journal_.save(slot);
  slot.thing = thing;
  (changes ? slot.changed_by : slot.read_by) |= uint64_t{1} << thread;
  uint64_t others = slot.changed_by | (changes ? slot.read_by : 0);
  header_.met_by[thread] |= others;
  for (; others != 0; others &= others - 1) {
    header_.met_by[__builtin_ctzll(others)] |= uint64_t{1} << thread;
  }
}

uint64_t Users::met_by(uint32_t thread) const {
  const uint64_t own = uint64_t{1} << thread;
  if (header_.full || slot_of(kProcess).changed_by != 0 || (slot_of(kThreads).read_by & own) != 0) {
    return kAll;
  }
  return (header_.met_by[thread] | use_besides()) & ~own;
}

uint64_t Users::use_besides() const {
  return !uses_.any() ? 0 : header_.full ? kAll : slot_of(kBesides).read_by;
}

uint64_t Users::others(const Event& step) const {
  if (header_.full || primitive::depends_on_all(step.kind)) {
    return kAll;
  }
  uint64_t users = slot_of(kProcess).changed_by;
  if (((users >> thread_of(step)) & 1) != 0) {
    return kAll;
  }
  const primitive::Touch ending{.what = primitive::Touch::What::ending};
  const bool may_be_last =
      step.kind == OpKind::thread_end && slot_of(order::key_of(ending)).changed_by != 0;
  for_each_use(step, [&](uint64_t thing, bool changes) {
    const Slot& slot = slot_of(thing);
    const bool meets_readers = changes || step.kind == OpKind::thread_join || may_be_last ||
                               (step.kind == OpKind::thread_end && header_.any_pinned);
    users |= slot.changed_by | (meets_readers ? slot.read_by : 0);
  });
  return users & ~(uint64_t{1} << thread_of(step));
}

}  // namespace heddle::search
