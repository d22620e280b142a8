// SPDX-License-Identifier: Apache-2.0
#include "explore/await_table.h"

#include <algorithm>

namespace heddle::explore {

using event::AwaitRecord;
using What = event::AwaitRecord::What;

namespace {

// A program with more trials than executions, and then so many, does not wait in a few states.
constexpr uint64_t kMostTrials = 2000;

bool contains(const base::List<uint64_t>& list, uint64_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

template <typename Records>
auto* find_in(Records& records, uint64_t state, uint64_t value) {
  auto* const found = std::find_if(records.begin(), records.end(), [&](const AwaitRecord& known) {
    return known.state == state && known.value == value;
  });
  return found == records.end() ? nullptr : found;
}

// False if there is no room.
bool keep(Arena& arena, const AwaitRecord& record) {
  if (arena.awaits.full()) {
    return false;
  }
  const size_t last = arena.await_index.size() - 1;
  size_t at = order::Awaits::key_of(record) & last;
  while (arena.await_index[at] != 0) {
    at = (at + 1) & last;
  }
  arena.journal.append(arena.awaits, record);
  arena.journal.save(arena.await_index[at]);
  arena.await_index[at] = static_cast<uint32_t>(arena.awaits.size());
  return true;
}

}  // namespace

bool awaits_are_on(Arena& arena) { return arena.settings().awaits && !arena.kept().no_awaits; }

bool is_await_site(const Arena& arena, uint64_t site) { return contains(arena.await_sites, site); }

void note_await_site(Arena& arena, uint64_t site) {
  if (!arena.await_sites_now.full() && !contains(arena.await_sites_now, site)) {
    arena.await_sites_now.push_back(site);
  }
}

uint32_t await_number(const Arena& arena, uint64_t state) {
  return arena.awaited().number_of(state);
}

const AwaitRecord* find_await(const Arena& arena, uint64_t state, uint64_t value) {
  const AwaitRecord* const kept = arena.awaited().find(state, value);
  return kept != nullptr ? kept : find_in(arena.awaits_now, state, value);
}

void note_await(Arena& arena, uint64_t state, uint64_t value, bool comes_back) {
  const What what = comes_back ? What::comes_back : What::leads_on;
  if (AwaitRecord* const known = find_in(arena.awaits_now, state, value); known != nullptr) {
    known->what = what;
  } else if (!arena.awaits_now.full()) {
    arena.awaits_now.push_back({.state = state, .value = value, .what = what});
  }
}

bool has_new_await_site(const Arena& arena) {
  return std::any_of(arena.await_sites_now.begin(), arena.await_sites_now.end(),
                     [&](uint64_t site) { return !is_await_site(arena, site); });
}

void keep_await_sites(Arena& arena) {
  arena.journal.save(arena.await_sites.size_word());
  for (const uint64_t site : arena.await_sites_now) {
    if (is_await_site(arena, site)) {
      continue;
    }
    if (arena.await_sites.full()) {
      arena.journal.save(arena.kept());
      arena.kept().no_awaits = true;
      return;
    }
    arena.journal.append(arena.await_sites, site);
  }
}

bool keep_awaits(Arena& arena) {
  bool anew = false;
  arena.journal.save(arena.awaits.size_word());
  bool all = !arena.awaits_now.full();
  for (const AwaitRecord& record : arena.awaits_now) {
    if (arena.awaited().number_of(record.state) == 0) {
      all &= keep(arena, {.state = record.state});
    }
    if (arena.awaited().find(record.state, record.value) == nullptr) {
      all &= keep(arena, record);
    }
    anew |= record.what == What::comes_back &&
            arena.awaited().is_asked(record.state, event::expected_by(record.value));
  }
  arena.journal.save(arena.kept());
  ++arena.kept().trials;
  arena.kept().no_awaits |= !all || arena.kept().trials > kMostTrials + arena.counters().executions;
  return anew || arena.kept().no_awaits;
}

bool waits_in_loop(const Arena& arena, event::ThreadId thread) {
  return std::any_of(arena.waiting.begin(), arena.waiting.end(), [&](const auto& waiting) {
    return waiting.step.thread == thread && waiting.step.await() != 0 && !waiting.ready;
  });
}

void keep_asked(Arena& arena, const base::List<AwaitRecord>& asked, bool all) {
  if (!asked.empty()) {
    arena.journal.save(arena.awaits.size_word());
    for (const AwaitRecord& record : asked) {
      all &= keep(arena, record);
    }
  }
  arena.record().awaits_lost |= !all;
}

}  // namespace heddle::explore
