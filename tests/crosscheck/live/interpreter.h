// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "program.h"
#include "state.h"

// What a program means, by the manual pages of its calls and by the table of steps that heddle
// promises (docs/reference/steps.md).  It shares no code with heddle.
namespace heddle::live {

// Whether a call of the C++ library that changes something and then notifies others is one step, or
// others may go on by the change before the call returns.  The second is nearer to the library; the
// first tells in how few preemptions something can be shown.
enum class Notifying : uint8_t { at_once, after_change };

class Interpreter {
 public:
  explicit Interpreter(Program program, Notifying notifying = Notifying::at_once);

  // The entry of main, and what it runs up to its first step.
  [[nodiscard]] State start() const;

  // In how many ways the thread can make its next step now; 0: it cannot.
  [[nodiscard]] int ways(const State& state, int thread) const;

  // Whether leaving the thread that did the last step is a preemption.
  [[nodiscard]] bool keeps(const State& state) const;

  // Makes the thread's next step in one of these ways.
  void step(State& state, int thread, int way) const;

  // Ends the execution if nobody can go on.
  void settle(State& state) const;

  [[nodiscard]] int threads() const { return program_.threads(); }

 private:
  [[nodiscard]] const Op* next(const State& state, int thread) const;
  void run(State& state, int thread) const;
  bool run_without_step(State& state, int thread, const Op& op) const;
  void finish(State& state, int thread, int value) const;
  void finish_without_value(State& state, int thread) const;
  void enter(State& state, int thread, char kind, int number) const;
  void begin_exit(State& state, int thread, int status) const;
  bool go_on_exiting(State& state, int thread) const;
  void end_process(State& state, int status) const;
  void end_thread(State& state, int thread) const;
  void step_on_thread(State& state, int thread, const Op& op) const;
  [[nodiscard]] bool is_alone(const State& state, int thread) const;
  void allocate(State& state, int thread, int block, int way) const;
  void release(State& state, int thread, int block) const;
  void step_once(State& state, int thread, const Op& op) const;
  void step_wait(State& state, int thread, const Op& op) const;
  void step_change(State& state, int thread, const Op& op) const;
  void step_barrier(State& state, int thread, int8_t& arrived, int8_t& round, int size) const;
  void destroy(State& state, const Op& op) const;
  [[nodiscard]] bool is_waited_for(const State& state, int kind, int object) const;
  void wake(State& state, int condition, int which) const;
  [[nodiscard]] bool waits(const State& state, int thread, int condition) const;
  [[nodiscard]] bool is_step_on_channel(const State& state, const Op& op) const;
  [[nodiscard]] int ways_of(const State& state, int thread, const Op& op) const;
  [[nodiscard]] int waiters(const State& state, int condition) const;

  Program program_;
  Notifying notifying_;
  Channels channels_;
};

// What single objects do: whether a step can be made, and the value that it returns.  What must not
// be done is kMisuse.
inline constexpr int kMisuse = -1000;

[[nodiscard]] bool simple_ready(const State& state, const Op& op);
[[nodiscard]] int simple_step(State& state, int thread, const Op& op);

void begin_effects(Effects& effects);
[[nodiscard]] int effect(Effects& effects, const Op& op);

// Whether the operation is on an object that is destroyed.
[[nodiscard]] bool is_on_destroyed(const State& state, const ThreadState& self, const Op& op);

[[nodiscard]] bool is_of_channels(Code code);
[[nodiscard]] bool channel_ready(const Effects& effects, const Op& op);
[[nodiscard]] int channel_step(Effects& effects, const Op& op);

void begin_library(LibraryState& library);
[[nodiscard]] bool library_ready(const LibraryState& library, const Op& op);
[[nodiscard]] int library_step(LibraryState& library, const Op& op);

}  // namespace heddle::live
