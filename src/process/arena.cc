// SPDX-License-Identifier: Apache-2.0
#include "process/arena.h"

#include "process/texts.h"

namespace heddle::process {
namespace {

constexpr size_t kLists = 13;      // on the side of executions
constexpr size_t kTextLists = 7;   // on the side of the search
constexpr size_t kOtherLists = 3;  // there, in the journal
constexpr size_t kMaxObjectRecords = size_t{1} << 16;
constexpr size_t kMaxNames = size_t{1} << 14;
constexpr size_t kMaxModules = 512;
constexpr size_t kMaxStackWords = size_t{1} << 26;
constexpr size_t kMaxRaceThreads = size_t{1} << 16;
constexpr size_t kMaxTexts = 128;

}  // namespace

explore::Room Arena::room() {
  constexpr size_t kTexts = kMaxTexts * sizeof(TextRecord);
  return {.control = sizeof(Control),
          .words = kLists,
          .execution = event::kMaxThreads * sizeof(ThreadRecord) +
                       kMaxObjectRecords * sizeof(ObjectRecord) + kMaxNames * sizeof(NameRecord) +
                       kMaxModules * sizeof(ModuleRecord) + kMaxStackWords * sizeof(uint64_t) +
                       explore::kMaxPlaces * sizeof(RaceRecord) +
                       kMaxRaceThreads * sizeof(ThreadRecord) + 6 * kTexts,
          .texts = kTextLists * (kTexts + sizeof(uint64_t)),
          .search = sizeof(Kept) + explore::kMaxPlaces * sizeof(explore::PlaceRecord) +
                    kMaxScopeModules * sizeof(explore::ScopeModule) +
                    kMaxScopeRanges * sizeof(explore::ScopeRange) + kOtherLists * sizeof(uint64_t)};
}

size_t Arena::execution_bytes(uint32_t step_limit, size_t arena_bytes) {
  return explore::Arena::execution_bytes(step_limit, arena_bytes, room());
}

size_t Arena::bytes_wanted(uint32_t step_limit, size_t search_bytes) {
  return explore::Arena::bytes_wanted(step_limit, search_bytes, room());
}

Arena::Arena(void* memory, size_t bytes, const explore::Settings& settings, bool goes_on)
    : explore::Arena(memory, bytes, settings, goes_on, room()) {
  lay();
  control().guard_at_the_end.store(explore::kArenaMagic);
  if (!goes_on) {
    use(settings.reset);
    control().scenario.store(settings.scenario ? Stage::setup : Stage::none);
    keep();
    journal.commit();
  }
}

Arena::Arena(void* memory) : explore::Arena(memory, room()) { lay(); }

void Arena::lay() {
  base::Region& sizes = more_words_;
  base::Region& region = more_execution_;
  threads = {sizes, region, event::kMaxThreads};
  objects = {sizes, region, kMaxObjectRecords};
  names = {sizes, region, kMaxNames};
  modules = {sizes, region, kMaxModules};
  stack_words = {sizes, region, kMaxStackWords};
  races = {sizes, region, explore::kMaxPlaces};
  race_threads = {sizes, region, kMaxRaceThreads};
  for (base::List<TextRecord>* texts :
       {&loaded, &instrumented, &uncontrolled, &variables, &effects, &foreign}) {
    *texts = {sizes, region, kMaxTexts};
  }
  for (base::List<TextRecord>* texts :
       {&remarks, &kept_uncontrolled, &kept_variables, &kept_effects, &kept_foreign, &kept_loaded,
        &kept_instrumented}) {
    *texts = {more_texts_, kMaxTexts};
  }
  kept_ = &more_search_.take_one<Kept>();
  places = {more_search_, explore::kMaxPlaces};
  scope_modules = {more_search_, kMaxScopeModules};
  scope_ranges = {more_search_, kMaxScopeRanges};
}

void Arena::use(explore::Reset reset) {
  control().reset.store(reset);
  // A loop goes round only from its end.
  control().runs_on.store(reset == explore::Reset::loop ? 1 : 0);
}

void Arena::begin_execution() {
  threads.clear();
  objects.clear();
  names.clear();
  modules.clear();
  stack_words.clear();
  races.clear();
  race_threads.clear();
  explore::Arena::begin_execution();
  control().stuck.store(0, std::memory_order_relaxed);
  control().thread.store(0, std::memory_order_relaxed);
  control().heartbeat.store(control().heartbeat.load(std::memory_order_relaxed) + 1,
                            std::memory_order_relaxed);
}

void Arena::keep() {
  const explore::Reset reset = control().reset.load(std::memory_order_relaxed);
  const Stage scenario = control().scenario.load(std::memory_order_relaxed);
  const uint32_t pool = control().pool.load(std::memory_order_relaxed);
  if (kept_->reset != reset || kept_->scenario != scenario || kept_->pool != pool ||
      kept_->pool_asked_for != settings().pool) {
    journal.save(*kept_);
    kept_->reset = reset;
    kept_->scenario = scenario;
    kept_->pool = pool;
    kept_->pool_asked_for = settings().pool;
  }
  keep_texts(uncontrolled, kept_uncontrolled);
  keep_texts(variables, kept_variables);
  keep_texts(effects, kept_effects);
  keep_texts(foreign, kept_foreign);
  keep_texts(loaded, kept_loaded);
  keep_texts(instrumented, kept_instrumented);
}

bool Arena::texts_are_whole() const {
  return are_whole(remarks) && are_whole(kept_uncontrolled) && are_whole(kept_variables) &&
         are_whole(kept_effects) && are_whole(kept_foreign) && are_whole(kept_loaded) &&
         are_whole(kept_instrumented) && samples_are_whole();
}

void Arena::take_up() {
  for (base::List<TextRecord>* texts :
       {&remarks, &kept_uncontrolled, &kept_variables, &kept_effects, &kept_foreign, &kept_loaded,
        &kept_instrumented}) {
    while (has_one_more(*texts)) {
      texts->set_size(texts->size() + 1);
    }
  }
  use(kept_->reset);
  control().scenario.store(kept_->scenario == Stage::none ? Stage::none : Stage::setup);
  control().pool.store(kept_->pool);
  own_settings().pool = kept_->pool_asked_for;
  add_texts(kept_uncontrolled, uncontrolled);
  add_texts(kept_variables, variables);
  add_texts(kept_effects, effects);
  add_texts(kept_foreign, foreign);
  add_texts(kept_loaded, loaded);
  add_texts(kept_instrumented, instrumented);
  seal_settings();
}

bool Arena::plausible() const {
  auto& control = const_cast<Arena*>(this)->control();
  return control.guard_at_the_end.load(std::memory_order_relaxed) == explore::kArenaMagic &&
         explore::Arena::plausible();
}

}  // namespace heddle::process
