// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/event.h"
#include "event/ids.h"
#include "event/resource.h"
#include "model/program.h"
#include "order/awaits.h"
#include "primitive/own_world.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::model {

// Where the variables are, and where in the first the second begins.
inline constexpr uint64_t kMemory = uint64_t{1} << 32;
inline constexpr uint32_t kHalf = 2;
inline constexpr uint64_t kOnces = kMemory + 4096;

// A state of a program, one step at a time.  It knows what each thread does next, and nothing of
// who should go on: ModelSubject drives it, and so may anything else that looks at states.
class Machine {
 public:
  struct Step {
    event::OpKind kind;
    primitive::Effect effect;
    Stop stop = Stop::never;  // the execution ends with it so
    int64_t clock = 0;        // of the thread, before the code after the operation
  };
  struct Used {
    event::Resource resource;
    event::Use use;
    int64_t clock;  // of the thread that uses it
  };

  // At the start of the program, which must outlive this.
  explicit Machine(const Program& program);

  void restart();

  // Becomes the same state as the other, which runs the same program.
  void copy_from(const Machine& other);

  // The announced operation of `thread` is done, and its next one announced.
  //   number: of the step, for who asks since when something is held.
  Step step(event::ThreadId thread, uint32_t alternative, uint32_t number = 1);

  [[nodiscard]] const primitive::World& world() const { return *world_; }

  // What the code after the operation of the last step has used.
  [[nodiscard]] const std::vector<Used>& uses() const { return uses_; }

  // It would go round a loop that waits, as it has done before, and change nothing.
  [[nodiscard]] bool is_idle(event::ThreadId thread) const;

  // In which state a thread waits in a loop that reads one variable and nothing else; 0: it does
  // not.
  [[nodiscard]] uint64_t awaits_in(event::ThreadId thread) const;
  // What it would read there.
  [[nodiscard]] uint64_t awaited_value(event::ThreadId thread) const {
    return read(world_->thread(thread).pending);
  }
  // Operations have the numbers of these states from now on, as far as they are known.
  void number_awaits(const order::Awaits& awaits);

  // Equal for states from which the same can happen; it leaves out clocks, on
  // which nothing here depends.
  [[nodiscard]] std::string state() const;

  // The clocks, of threads and those that travel with objects.
  [[nodiscard]] std::string clocks() const;

 private:
  // Where a thread is: before which op, and before which of its steps.
  struct Place {
    uint32_t op = 0;
    uint32_t part = 0;
    // In a loop that waits: what it has read in which part, and how often it was, in a row, what
    // it had read there before.
    bool was_there[2] = {};
    uint64_t seen[2] = {};
    uint32_t in_vain = 0;
    uint8_t noticed = 0;  // of things outside objects and memory
  };

  void add_thread(event::ThreadId creator);
  void announce(event::ThreadId thread);
  [[nodiscard]] bool left_out(event::ThreadId thread, const Op& op) const;
  [[nodiscard]] event::Operation operation_at(event::ThreadId thread) const;
  [[nodiscard]] event::ObjectId object_of(const Op& op) const;
  void advance(event::ThreadId thread, const Op& op, Step& step);
  void access(event::ThreadId thread, primitive::Effect& effect);
  [[nodiscard]] uint64_t read(const event::Operation& operation) const;
  static bool looks_again(Place& place, uint64_t value);
  [[nodiscard]] const Op* op_of(event::ThreadId thread) const;
  void go_to(event::ThreadId thread, uint32_t op);

  void use(event::ThreadId thread, const event::Resource& resource, event::Use use);
  void change(event::ThreadId thread, size_t thing);
  uint8_t look_at(event::ThreadId thread, size_t thing);
  bool run_code_after(event::ThreadId thread, const Op& op, const primitive::Effect& effect);
  bool passes_once(event::ThreadId thread, const Op& op);
  void end_thread(event::ThreadId thread);

  const Program* program_;
  primitive::OwnWorld world_;
  std::vector<Place> places_;
  std::array<uint8_t, 4> memory_ = {};  // of both variables
  std::array<uint8_t, 4> things_ = {};  // outside objects and memory
  uint8_t last_ = 0;                    // which thread was the last to end, plus one
  std::vector<Used> uses_;
};

}  // namespace heddle::model
