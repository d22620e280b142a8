// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/region.h"
#include "event/event.h"
#include "order/cell.h"
#include "order/dependence.h"
#include "order/fingerprint.h"
#include "order/uses.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::order {

// The trace order of an execution, step by step, and its fingerprint, which is the state
// that the execution has come to (Musuvathi and Qadeer, PLDI 2007, section 4.3).
//
// Two executions of a program have the same one if they differ only in the order of
// independent steps, and otherwise different ones, unless 128 bits happen to be the same.
//
// Idea: each step has a hash, made of what it is and of the hashes of the latest steps that it
// depends on.  The sum of all these does not depend on the order of independent steps.
//
// Invariant: which steps depend on each other is what dependence.h says, and nothing else.  It
// keeps all it knows in the memory that it is given, and needs no other; a step costs the same
// however many there were.
class TraceOrder {
 public:
  static constexpr size_t kMaxObjects = size_t{1} << 20;

  // After so many executions all objects are cleared, which is rare enough to cost nothing.
  static constexpr uint32_t kGenerations = uint32_t{1} << 24;

  // Bytes of zeroed memory that it wants, to be given to it again as they are; untouched
  // pages cost nothing.
  static size_t bytes_needed();

  explicit TraceOrder(base::Region region, const Uses& uses = {});

  // Nothing has been done.
  void begin();

  // The next step of the execution; the next ones.
  void add(const event::Event& step);
  void add(std::span<const event::Event> steps);

  // All steps of an execution, instead of begin() and add().  One that goes on as the one before it
  // did costs less: what both have in common is not done again.
  void follow(std::span<const event::Event> steps);

  [[nodiscard]] const Fingerprint& fingerprint() const { return shared_->all; }
  [[nodiscard]] uint32_t steps() const { return shared_->steps; }

  // There was more than can be kept, and the fingerprint means nothing.
  [[nodiscard]] bool overflowed() const { return shared_->overflowed; }

 private:
  struct Thread {
    Fingerprint last;  // step
    Cell state;        // ended, joined
    uint32_t generation;
  };

  // If it is memory that is always used as a whole, all its bytes are alike, and the cell is
  // that of each of them.  `split`: the bytes have cells of their own.
  struct Object {
    Cell cell;
    uint32_t generation : 31;  // the execution that met it
    uint32_t split : 1;
    uint32_t bytes;  // 0: not seen as memory yet
    uint64_t at;
  };
  static_assert(sizeof(Object) <= 64);

  // An aligned word of eight bytes: which objects they belong to, by number plus one, and
  // where their cells are, if they have cells of their own.
  static constexpr size_t kWordBytes = 8;
  struct Word {
    uint64_t number;  // its address divided by eight, plus one; 0: this one is free
    uint32_t cells;   // number plus one; 0: it has none
    uint32_t owner[kWordBytes];
  };
  struct WordCells {
    Cell byte[kWordBytes];
  };

  // What is used besides objects and memory, by its name; and the rounds of barriers.
  struct Resource {
    uint64_t name;
    uint32_t kind;  // plus one; 0: this one is free
    uint32_t no_more;
    Cell cell;
  };

  struct Shared {
    Fingerprint all;
    Cell creation;
    Cell ending;
    uint32_t generation;    // the execution under way, counted up to kGenerations
    uint32_t objects_seen;  // in any execution: beyond, memory is untouched
    uint32_t steps;
    uint32_t threads;  // those from here on have not been met
    uint32_t objects;  // likewise
    uint32_t words;    // in use, and so many of used_
    uint32_t cells;
    uint32_t resources;  // in use, and so many of used_resources_
    bool overflowed;
  };

  // How all was after some steps, if little was in use, and the steps; see follow().
  static constexpr size_t kMostKept = 256;  // steps
  static constexpr size_t kStride = 8;      // from one mark to the next
  static constexpr size_t kFewThreads = 8;
  static constexpr size_t kFewObjects = 16;
  static constexpr size_t kFewWords = 16;
  static constexpr size_t kFewResources = 16;
  struct Mark {
    Shared shared;
    Thread threads[kFewThreads];
    Object objects[kFewObjects];
    Word words[kFewWords];
    Resource resources[kFewResources];
  };
  struct Kept {
    uint32_t steps;
    uint32_t marks;
    Mark mark[kMostKept / kStride];  // after kStride steps, after twice as many, …
    event::Event step[kMostKept];
  };

  static constexpr size_t kWords = size_t{1} << 20;
  static constexpr size_t kMostWords = kWords / 2;
  static constexpr size_t kMostCells = size_t{1} << 16;
  static constexpr size_t kResources = size_t{1} << 17;
  static constexpr size_t kMostResources = kResources / 2;
  static constexpr uint32_t kRounds = 0xfffffffe;  // in place of a kind: of the barrier so named
  static constexpr uint32_t kNobody = 0xffffffff;  // owns bytes that are used without an object

  [[nodiscard]] size_t kept_of(std::span<const event::Event> steps) const;
  void put_mark();
  void go_back_to(const Mark& mark);
  Thread& thread(event::ThreadId id);
  Object& object(size_t number);
  Cell& cell_of(const Touch& touch);
  void add_one(const event::Event& step);
  void add_memory(const event::Event& step);
  void add_to_object(const event::Event& step);
  [[gnu::noinline]] void add_other(const event::Event& step);
  Fingerprint finish(const event::Event& step, Thread& thread, const Fingerprint& before);

  [[nodiscard, gnu::noinline]] Fingerprint before(const Touch& touch);
  [[gnu::noinline]] void use(const Touch& touch, const Fingerprint& step);
  Object* whole(const Touch& memory);
  [[gnu::noinline]] Object* look_closer(const Touch& memory, Object& object);
  bool claim(uint32_t owner, uint64_t at, uint32_t bytes);
  bool claim_byte(uint32_t owner, uint32_t& of_byte);
  void split(uint32_t owner);
  Word* word(uint64_t number);
  Cell* byte_cell(uint64_t at);
  Cell& resource_cell(uint64_t name, uint32_t kind);

  Uses uses_;

  Shared* shared_;
  Thread* threads_;
  Object* objects_;
  Word* words_;
  uint32_t* used_;  // which of words_
  WordCells* cells_;
  Resource* resources_;
  uint32_t* used_resources_;  // which of resources_
  Kept* kept_;
};

}  // namespace heddle::order
