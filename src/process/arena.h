// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/arena.h"
#include "process/control.h"
#include "process/records.h"

#include <cstddef>
#include <cstdint>

namespace heddle::process {

// How many stretches of code can be in or out of scope, and in how many files.
inline constexpr size_t kMaxScopeRanges = size_t{1} << 18;
inline constexpr size_t kMaxScopeModules = 512;

// The memory that all processes of one exploration of a live program share: the supervisor, the
// program, and the process of each execution.  It is the only thing they share.
//
// It has two sides, each from page to page: that of the execution under way, and that of the
// search, which can be a file.  A search that was broken off goes on over that file, with another
// side of executions.
class Arena : public explore::Arena {
 public:
  // How much to map for executions, and with it for the search; pages that are not touched cost
  // nothing.
  static size_t execution_bytes(uint32_t step_limit, size_t arena_bytes);
  static size_t bytes_wanted(uint32_t step_limit, size_t search_bytes);

  // As explore::Arena.  A search that goes on is taken up when it was looked at.
  Arena(void* memory, size_t bytes, const explore::Settings& settings, bool goes_on = false);
  explicit Arena(void* memory);

  Control& control() { return static_cast<Control&>(explore::Arena::control()); }

  // How the program gets back to its start from now on.
  void use(explore::Reset reset);

  // Whether what is in no journal is as it was left; see explore::Journal for the rest.
  [[nodiscard]] bool texts_are_whole() const;
  // What was not committed is still to be rolled back.
  void take_up();

  void begin_execution() override;
  // What is known from the program's start and its executions.
  void keep() override;
  [[nodiscard]] bool plausible() const override;

  base::List<ThreadRecord> threads;
  base::List<ObjectRecord> objects;
  base::List<NameRecord> names;
  base::List<ModuleRecord> modules;
  base::List<uint64_t> stack_words;       // a stack is its length, then that many addresses
  base::List<RaceRecord> races;           // that it has shown, if they are written down
  base::List<ThreadRecord> race_threads;  // what its threads were at when it did
  base::List<TextRecord> loaded;          // files of the program, as the loader calls them
  base::List<TextRecord> instrumented;    // those whose accesses to memory are seen
  base::List<TextRecord> uncontrolled;    // calls that heddle saw and does not control
  base::List<TextRecord> variables;       // of the environment, that the program read
  base::List<TextRecord> effects;         // calls with effects outside memory, by several threads
  base::List<TextRecord> foreign;  // files not compiled for heddle that several threads run in
  base::List<TextRecord> remarks;  // what became of the run, for the report
  base::List<explore::PlaceRecord> places;         // whose accesses are scheduling points
  base::List<explore::ScopeModule> scope_modules;  // whose code is known,
  base::List<explore::ScopeRange> scope_ranges;    // by module and address, apart from each other
  base::List<TextRecord> kept_uncontrolled;
  base::List<TextRecord> kept_variables;
  base::List<TextRecord> kept_effects;
  base::List<TextRecord> kept_foreign;
  base::List<TextRecord> kept_loaded;
  base::List<TextRecord> kept_instrumented;

 private:
  // What a search that is taken up goes on with; in the journal.
  struct Kept {
    explore::Reset reset = explore::Reset::fork;
    Stage scenario = Stage::none;
    uint32_t pool = 0;
    uint32_t pool_asked_for = 0;  // in the settings
  };

  static explore::Room room();
  void lay();

  Kept* kept_ = nullptr;
};

}  // namespace heddle::process
