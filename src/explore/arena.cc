// SPDX-License-Identifier: Apache-2.0
#include "explore/arena.h"

#include "base/check.h"
#include "base/hash.h"
#include "explore/step_limit.h"
#include "order/cuts.h"
#include "order/partial_order.h"
#include "order/trace_order.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <new>

namespace heddle::explore {
namespace {

constexpr size_t kListsOfExecution = 8;
constexpr size_t kMaxFindings = 1024;
constexpr size_t kMaxFindingPlans = size_t{1} << 22;
constexpr size_t kMaxNotes = 64;
constexpr size_t kMaxSamples = size_t{1} << 14;
constexpr size_t kMaxShared = size_t{1} << 20;
constexpr size_t kSharedSlots = 2 * kMaxShared;
constexpr size_t kMaxUsesKept = size_t{1} << 20;
constexpr size_t kUseSlots = 2 * kMaxUsesKept;
constexpr size_t kMaxAwaits = size_t{1} << 16;
constexpr size_t kAwaitSlots = 4 * kMaxAwaits;
constexpr size_t kMaxAwaitsNow = size_t{1} << 12;
constexpr size_t kMaxAwaitSites = 64;
constexpr size_t kStateShare = 8;  // of the memory for the search, one part
constexpr size_t kMostStateBytes = size_t{1} << 32;

constexpr size_t kPage = 4096;
constexpr size_t kSlack = 65536;  // for alignment

constexpr size_t whole_pages(size_t bytes) { return (bytes + kPage - 1) & ~(kPage - 1); }

bool are_whole(const base::List<SampleRecord>& samples) {
  return samples.size() <= samples.capacity() &&
         std::all_of(samples.begin(), samples.end(),
                     [](const SampleRecord& sample) { return sample.seal == seal_of(sample); });
}

struct alignas(kPage) Page {
  std::byte bytes[kPage];
};

// Whole pages, so that what comes after it lies as if it were not there.
base::Region part_of(base::Region& region, size_t bytes) {
  const std::span<Page> pages = region.take<Page>(whole_pages(bytes) / kPage);
  return {pages.data(), pages.size_bytes()};
}

base::Region bytes_of(std::span<uint64_t> words) { return {words.data(), words.size_bytes()}; }

// Most steps use nothing besides, and some a good deal.
size_t most_uses_now(uint32_t step_limit) {
  constexpr size_t kLeast = size_t{1} << 16;
  return std::max(kLeast, 4 * room_for_steps(step_limit));
}

// For an order::PartialOrder and its cuts, and some more for each step.
size_t passing_bytes(uint32_t step_limit) {
  constexpr size_t kPerStep = 128;
  constexpr size_t kMore = size_t{160} << 20;
  const size_t steps = room_for_steps(step_limit);
  return whole_pages(order::PartialOrder::bytes_needed(steps) + order::Cuts::bytes_needed(steps) +
                     steps * kPerStep + kMore);
}

}  // namespace

bool Beginning::is_whole() const {
  return magic == kArenaMagic && seal == base::hash_words(&settings, sizeof settings);
}

size_t Arena::execution_bytes(uint32_t step_limit, size_t arena_bytes, const Room& more) {
  const size_t fixed = sizeof(Settings) + more.control + sizeof(Record) + kPage + sizeof(Details) +
                       more.words * sizeof(uint64_t) + more.execution + sizeof(Divergence) +
                       2 * kMostCompared * sizeof(event::Event) + kMaxShared * sizeof(SharedBytes) +
                       event::kMaxThreads * sizeof(order::Waiting) +
                       most_uses_now(step_limit) * sizeof(event::UseRecord) +
                       kMaxAwaitsNow * sizeof(event::AwaitRecord) +
                       kMaxAwaitSites * sizeof(uint64_t) + kStateIndexes * sizeof(StateSet::Index) +
                       order::TraceOrder::bytes_needed() + passing_bytes(step_limit) +
                       whole_pages(Journal::bytes_of_marks(arena_bytes)) + kPage;
  return whole_pages(fixed +
                     room_for_steps(step_limit) *
                         (sizeof(event::Event) + sizeof(FairnessRecord) + sizeof(event::Hold)) +
                     kSlack);
}

size_t Arena::bytes_wanted(uint32_t step_limit, size_t search_bytes, const Room& more) {
  const size_t fixed =
      sizeof(Beginning) + sizeof(Kept) + sizeof(Counters) + kMaxFindings * sizeof(FindingRecord) +
      kMaxFindingPlans * sizeof(event::Deviation) + kMaxNotes * sizeof(NoteRecord) +
      kMaxSamples * sizeof(SampleRecord) + more.texts + more.search +
      kMaxPlaces * 2 * sizeof(uint64_t) + (kMaxShared + kSharedSlots) * sizeof(SharedBytes) +
      kMaxUsesKept * sizeof(event::UseRecord) + kUseSlots * sizeof(uint32_t) +
      kMaxFindingPlans * sizeof(event::Hold) + kMaxAwaits * sizeof(event::AwaitRecord) +
      kAwaitSlots * sizeof(uint32_t) + kMaxAwaitSites * sizeof(uint64_t) + Journal::bytes_needed() +
      2 * StateSet::least_bytes();
  const size_t search = whole_pages(
      fixed + room_for_steps(step_limit) * (sizeof(event::Deviation) + sizeof(event::Hold)) +
      search_bytes + kSlack);
  // The marks are for all of the arena, themselves among it.
  const size_t without_marks = execution_bytes(step_limit, 0, more) + search;
  return without_marks + whole_pages(without_marks / 32) + 4 * kPage;
}

Arena::Arena(void* memory, size_t bytes, Settings settings, bool goes_on, const Room& more)
    : Arena(
          [&] {
            settings.magic = kArenaMagic;
            settings.arena_bytes = bytes;
            settings.search_offset = execution_bytes(settings.step_limit, bytes, more);
            return new (memory) Settings(settings);
          }(),
          more) {
  // Not all of it begins with zeros.
  *record_ = Record{};
  control_->guard_before.store(kArenaMagic);
  control_->guard_after.store(kArenaMagic);
  if (!goes_on) {
    begin_search();
  }
}

void Arena::begin_search() {
  journal.save(*counters_);
  *counters_ = Counters{};
  journal.save(*beginning_);
  beginning_->settings = *settings_;
  beginning_->seal = base::hash_words(settings_, sizeof *settings_);
  seal_settings();
  seal();
  journal.commit();
  states.recover();
}

void Arena::begun() {
  journal.save(beginning_->magic);
  beginning_->magic = kArenaMagic;
  journal.commit();
}

bool Arena::samples_are_whole() const { return settings_->workers == 1 || are_whole(samples); }

Arena::Arena(void* memory, const Room& more) {
  auto* settings = static_cast<Settings*>(memory);
  HEDDLE_CHECK(settings->magic == kArenaMagic, "the arena should be one of this version");
  base::Region region(memory, settings->search_offset);
  settings_ = &region.take_one<Settings>();
  // Who has more room for it knows what is behind.
  control_ =
      reinterpret_cast<Control*>(region.take<uint64_t>(more.control / sizeof(uint64_t)).data());
  record_ = &region.take_one<Record>();
  const size_t steps = room_for_steps(settings->step_limit);
  // Beside the record: an execution begins with both.
  const std::span<uint64_t> words = region.take<uint64_t>(kListsOfExecution);
  base::Region sizes(words.data(), words.size_bytes());
  more_words_ = bytes_of(region.take<uint64_t>(more.words));
  log = {sizes, region, steps};
  newly_shared = {sizes, region, kMaxShared};
  waiting = {sizes, region, event::kMaxThreads};
  uses_now = {sizes, region, most_uses_now(settings->step_limit)};
  fairness = {sizes, region, steps};
  awaits_now = {sizes, region, kMaxAwaitsNow};
  await_sites_now = {sizes, region, kMaxAwaitSites};
  holds = {sizes, region, steps};
  details_ = &region.take_one<Details>();
  more_execution_ = bytes_of(region.take<uint64_t>(more.execution / sizeof(uint64_t)));
  divergence_ = &region.take_one<Divergence>();
  first_log = Log(region, kMostCompared);
  failed_log = Log(region, kMostCompared);
  state_indexes = region.take<StateSet::Index>(kStateIndexes);
  base::Region marks = part_of(region, Journal::bytes_of_marks(settings->arena_bytes));
  order_memory = part_of(region, order::TraceOrder::bytes_needed());
  passing = part_of(region, passing_bytes(settings->step_limit));

  const std::span<std::byte> others = search_side();
  region = base::Region(others.data(), others.size());
  beginning_ = &region.take_one<Beginning>();
  // In no journal: seals, the plan of the execution under way, and texts.
  seal_ = &region.take_one<uint64_t>();
  settings_seal_ = &region.take_one<uint64_t>();
  plan = Plan(region, steps);
  plan_holds = {region, steps};
  more_texts_ = bytes_of(region.take<uint64_t>(more.texts / sizeof(uint64_t)));
  if (settings->workers > 1) {
    samples = {region, kMaxSamples};  // written by the supervisor while a worker runs
  }
  const size_t not_in_journal = static_cast<size_t>(
      region.take<uint64_t>(1).data() - seal_);  // words, with what comes before the next ones
  journal = Journal(region, memory, others, marks);
  journal.exclude(seal_, not_in_journal * sizeof(uint64_t));
  counters_ = &region.take_one<Counters>();
  kept_ = &region.take_one<Kept>();
  more_search_ = bytes_of(region.take<uint64_t>(more.search / sizeof(uint64_t)));
  known_races = {region, kMaxPlaces};
  known_race_executions = {region, kMaxPlaces};
  shared = {region, kMaxShared};
  shared_index = region.take<SharedBytes>(kSharedSlots);
  uses_kept = {region, kMaxUsesKept};
  use_index = region.take<uint32_t>(kUseSlots);
  awaits = {region, kMaxAwaits};
  await_index = region.take<uint32_t>(kAwaitSlots);
  await_sites = {region, kMaxAwaitSites};
  findings = {region, kMaxFindings};
  finding_plans = {region, kMaxFindingPlans};
  finding_holds = {region, kMaxFindingPlans};
  notes = {region, kMaxNotes};
  if (settings->workers == 1) {
    samples = {region, kMaxSamples};
  }
  const size_t share = std::min(region.left() / kStateShare, kMostStateBytes);
  states = StateSet(part_of(region, StateSet::least_bytes() + share), journal,
                    state_indexes[static_cast<size_t>(StateIndex::ends)]);
  if (settings->reduction != Reduction::none) {
    reduction_memory = part_of(region, StateSet::least_bytes() + region.left() / 2);
  }
  search = region.rest();
}

std::span<std::byte> Arena::search_side() const {
  auto* begin = reinterpret_cast<std::byte*>(settings_);
  return {begin + settings_->search_offset, settings_->arena_bytes - settings_->search_offset};
}

void Arena::begin_execution() {
  log.clear();
  uses_now.clear();
  awaits_now.clear();
  await_sites_now.clear();
  holds.clear();
  newly_shared.clear();
  waiting.clear();
  fairness.clear();
  details_->clear(*record_);
  record_->clear();
  control_->looks_unseen.store(kept_->unseen ? 1 : 0, std::memory_order_relaxed);
  control_->lifetimes.store(kept_->destroyed.any() ? 1 : 0, std::memory_order_relaxed);
}

void Arena::save_results() {
  if (counters_->epoch != journal.epoch()) {
    journal.save(findings.size_word());
    journal.save(finding_plans.size_word());
    journal.save(finding_holds.size_word());
    journal.save(notes.size_word());
    if (settings_->workers == 1) {
      journal.save(samples.size_word());
    }
    journal.save_once(*counters_);
    seal();
  }
}

namespace {

//   now, kept: how many uses there are of either kind, see event/resource.h.
[[gnu::noinline]] bool are_uses_plausible(std::span<const event::Event> log, size_t now,
                                          size_t kept) {
  return std::all_of(log.begin(), log.end(), [&](const event::Event& event) {
    const bool is_now = (event.uses() & event::kUseOfNow) != 0;
    return (event.uses() & ~event::kUseOfNow) <= (is_now ? now : kept);
  });
}

// Most steps use nothing besides.
bool are_plausible(std::span<const event::Event> log, size_t now, size_t kept) {
  bool good = true;
  uint32_t uses = 0;
#pragma GCC unroll 4
  for (const event::Event& event : log) {
    good &= event::index(event.thread) < event::kMaxThreads;
    good &= event.chosen < event.options;
    good &= event.own <= event.options;
    uses |= event.uses();
  }
  return good && (uses == 0 || are_uses_plausible(log, now, kept));
}

}  // namespace

void Arena::seal() { *seal_ = base::hash_words(counters_, sizeof *counters_); }

bool Arena::intact() const { return *seal_ == base::hash_words(counters_, sizeof *counters_); }

void Arena::seal_settings() { *settings_seal_ = base::hash_words(settings_, sizeof *settings_); }

bool Arena::plausible() const {
  if (control_->guard_before.load(std::memory_order_relaxed) != kArenaMagic ||
      control_->guard_after.load(std::memory_order_relaxed) != kArenaMagic ||
      *settings_seal_ != base::hash_words(settings_, sizeof *settings_) ||
      log.size() > log.capacity() || waiting.size() > waiting.capacity() ||
      fairness.size() > fairness.capacity() || uses_now.size() > uses_now.capacity() ||
      awaits_now.size() > awaits_now.capacity() || holds.size() > holds.capacity() ||
      await_sites_now.size() > await_sites_now.capacity()) {
    return false;
  }
  return settings_->record ? are_plausible(log.items(), SIZE_MAX, SIZE_MAX)
                           : are_plausible(log.items(), uses_now.size(), uses_kept.size());
}

}  // namespace heddle::explore
