// SPDX-License-Identifier: Apache-2.0
#include "explore/use_table.h"

#include "base/hash.h"

namespace heddle::explore {

using event::ResourceKind;
using event::Use;
using event::UseRecord;

namespace {

// What is known of a step's uses, before another one is added.
struct Known {
  bool has = false;    // as much as it
  uint32_t named = 0;  // things
};

Known known_of(const Arena& arena, uint32_t last, const event::Resource& resource, Use use) {
  const order::Uses uses = arena.uses();
  Known known;
  for (; last != 0; last = uses.record(last).before) {
    const UseRecord& at = uses.record(last);
    const bool covers =
        at.kind == resource.kind && (at.name == resource.name || at.name == event::kWholeKind);
    known.has |= covers && (at.use == use || at.use == Use::changes);
    known.named += at.name != event::kWholeKind ? 1 : 0;
  }
  return known;
}

bool is_same(const UseRecord& a, const UseRecord& b) {
  return a.name == b.name && a.before == b.before && a.kind == b.kind && a.use == b.use;
}

// The number of a use that is kept; 0 if there is no room.
uint32_t kept_number(Arena& arena, const UseRecord& use) {
  const size_t last = arena.use_index.size() - 1;
  const uint64_t what = (uint64_t{use.before} << 16) | (static_cast<uint64_t>(use.kind) << 8) |
                        static_cast<uint64_t>(use.use);
  size_t at = base::combine(use.name, what) & last;
  for (; arena.use_index[at] != 0; at = (at + 1) & last) {
    const uint32_t number = arena.use_index[at];
    if (number <= arena.uses_kept.size() && is_same(arena.uses_kept[number - 1], use)) {
      return number;
    }
  }
  if (arena.uses_kept.full()) {
    return 0;
  }
  arena.journal.save(arena.uses_kept.size_word());
  arena.journal.append(arena.uses_kept, use);
  const auto number = static_cast<uint32_t>(arena.uses_kept.size());
  arena.journal.save(arena.use_index[at]);
  arena.use_index[at] = number;
  return number;
}

bool is_plausible(const UseRecord& use, uint32_t number) {
  const uint32_t before = use.before & ~event::kUseOfNow;
  const bool is_first = use.before == 0;
  return (is_first || ((use.before & event::kUseOfNow) != 0 && before != 0 && before < number)) &&
         static_cast<size_t>(use.kind) < event::kResourceKinds && use.use != Use::none &&
         use.use <= Use::changes;
}

// False if they are not what they should be, or there is no room.
bool number_uses(Arena& arena) {
  const auto count = static_cast<uint32_t>(arena.uses_now.size());
  for (uint32_t i = 0; i < count; ++i) {
    UseRecord& use = arena.uses_now[i];
    if (!is_plausible(use, i + 1)) {
      return false;
    }
    UseRecord kept = use;
    kept.no_more = 0;
    if (use.before != 0) {
      kept.before = arena.uses_now[(use.before & ~event::kUseOfNow) - 1].before;
    }
    use.before = kept_number(arena, kept);
    if (use.before == 0) {
      return false;
    }
  }
  return true;
}

}  // namespace

void add_use(Arena& arena, const event::Resource& resource, Use use) {
  if (arena.log.empty() || arena.settings().record) {
    return;
  }
  event::Event& step = arena.log.back();
  Known known = known_of(arena, step.uses(), resource, use);
  if (known.has) {
    return;
  }
  event::Resource used = resource;
  if (known.named >= kMostNamedUses && resource.name != event::kWholeKind &&
      !event::is_used_by_name(resource.kind)) {
    used.name = event::kWholeKind;
    known = known_of(arena, step.uses(), used, use);
  }
  if (known.has) {
    return;
  }
  if (arena.uses_now.full()) {
    arena.record().uses_lost = true;
    return;
  }
  arena.uses_now.push_back(
      {.name = used.name, .before = step.uses(), .kind = used.kind, .use = use, .no_more = 0});
  step.set_uses(static_cast<uint32_t>(arena.uses_now.size()) | event::kUseOfNow);
}

// They are in order: what comes before a use in its step has got its number when it is looked at.
// The number of each is put in place of what comes before it.
bool keep_uses(Arena& arena) {
  if (arena.uses_now.empty() || arena.settings().record) [[likely]] {
    return true;
  }
  bool good = number_uses(arena);
  const auto count = static_cast<uint32_t>(arena.uses_now.size());
  for (event::Event& step : arena.log) {
    if (step.uses() == 0) {
      continue;
    }
    const uint32_t number = step.uses() & ~event::kUseOfNow;
    good &= number != step.uses() && number != 0 && number <= count;
    step.set_uses(good ? arena.uses_now[number - 1].before : 0);
  }
  arena.uses_now.clear();
  return good;
}

void recall_uses(Arena& arena) {
  if (arena.settings().record) {
    return;
  }
  for (event::Event& step : arena.log) {
    uint32_t length = 0;
    for (uint32_t use = step.uses(); use != 0; use = arena.uses().record(use).before) {
      ++length;
    }
    const auto first = static_cast<uint32_t>(arena.uses_now.size());
    arena.uses_now.set_size(first + length);
    uint32_t use = step.uses();
    for (uint32_t i = length; i > 0; --i) {
      UseRecord& now = arena.uses_now[first + i - 1];
      now = arena.uses().record(use);
      use = now.before;
      now.before = i > 1 ? (first + i - 1) | event::kUseOfNow : 0;
    }
    step.set_uses(length > 0 ? (first + length) | event::kUseOfNow : 0);
  }
}

// A use that no step has.
void remember_uses(Arena& arena) {
  if (arena.uses_kept.size() == 0) {
    arena.journal.save(arena.uses_kept.size_word());
    arena.journal.append(arena.uses_kept,
                         UseRecord{event::kWholeKind, 0, ResourceKind::foreign, Use::reads, 0});
  }
}

}  // namespace heddle::explore
