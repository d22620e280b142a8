// SPDX-License-Identifier: Apache-2.0
// The interpreter's steps, by what is done to threads and to what threads wait at.
#include "interpreter.h"

#include <algorithm>

namespace heddle::live {
namespace {

int barrier_size(int number) { return number + 2; }

// A wait that times out is one, too.
bool yields(const Effects& effects, const Op& op) {
  return op.code == Code::yield || op.code == Code::sleep ||
         (op.code == Code::polltime && effects.in_channel[op.a] == 0);
}

bool notifies(Code code) {
  return code == Code::countdown || code == Code::release || code == Code::notify ||
         code == Code::stop || code == Code::promise;
}

}  // namespace

// Wakes the waiter of that number, or all if it is negative.
void Interpreter::wake(State& state, int condition, int which) const {
  int number = 0;
  for (int i = 0; i < threads(); ++i) {
    if (waits(state, i, condition) && (which < 0 || number++ == which)) {
      state.threads[i].signalled = 1;
    }
  }
}

void Interpreter::step_wait(State& state, int thread, const Op& op) const {
  ThreadState& self = state.threads[thread];
  if (self.half == 0) {
    if (state.mutexes[op.b] != thread) {
      state.end = End::misuse;
      return;
    }
    state.mutexes[op.b] = kNobody;
    self.half = 1;
    return;
  }
  state.mutexes[op.b] = static_cast<int8_t>(thread);
  self.half = 0;
  self.signalled = 0;
  finish(state, thread, 0);
}

// A change that others see before the call returns: the thread may be left before it notifies them.
void Interpreter::step_change(State& state, int thread, const Op& op) const {
  ThreadState& self = state.threads[thread];
  if (self.half == 0) {
    const int value = library_step(state.library, op);
    if (value == kMisuse) {
      state.end = End::misuse;
      return;
    }
    self.half = 1;
    self.round = static_cast<int8_t>(value);
    return;
  }
  const int value = self.round;
  self.half = 0;
  self.round = 0;
  finish(state, thread, value);
}

void Interpreter::step_barrier(State& state, int thread, int8_t& arrived, int8_t& round,
                               int size) const {
  ThreadState& self = state.threads[thread];
  if (self.half == 0) {
    self.half = 1;
    self.round = round;
    if (++arrived == size) {
      arrived = 0;
      ++round;
    }
    return;
  }
  self.half = 0;
  self.round = 0;
  finish(state, thread, 0);
}

void Interpreter::step_once(State& state, int thread, const Op& op) const {
  if (state.onces[op.a] == 2) {
    finish(state, thread, state.winners[op.a]);
    return;
  }
  if (state.onces[op.a] == 1) {  // inside its own initialiser
    state.end = End::misuse;
    return;
  }
  state.onces[op.a] = 1;
  state.winners[op.a] = static_cast<int8_t>(thread);
  enter(state, thread, 'O', op.a);
}

void Interpreter::end_thread(State& state, int thread) const {
  state.threads[thread].mode = Mode::ended;
  const bool others = std::any_of(state.threads, state.threads + threads(), [](const auto& each) {
    return each.mode != Mode::absent && each.mode != Mode::ended;
  });
  if (!others) {
    begin_exit(state, thread, 0);
  }
}

// Whether all other threads have been joined, so that no block is given out again.
bool Interpreter::is_alone(const State& state, int thread) const {
  for (int i = 0; i < threads(); ++i) {
    const ThreadState& other = state.threads[i];
    if (i != thread && other.mode != Mode::absent && other.joined == 0) {
      return false;
    }
  }
  return true;
}

void Interpreter::allocate(State& state, int thread, int block, int way) const {
  if (state.blocks[block] != 0) {
    state.end = End::misuse;
    return;
  }
  state.blocks[block] = static_cast<int8_t>(block + 1);
  if (way > 0) {
    state.blocks[block] = state.freed[way - 1];
    std::copy(state.freed + way, state.freed + state.freed_count, state.freed + way - 1);
    state.freed[--state.freed_count] = 0;
  }
  finish(state, thread, state.blocks[block] - 1);
}

void Interpreter::release(State& state, int thread, int block) const {
  if (state.blocks[block] == 0) {
    state.end = End::misuse;
  } else if (!is_alone(state, thread)) {
    std::copy_backward(state.freed, state.freed + state.freed_count,
                       state.freed + state.freed_count + 1);
    state.freed[0] = state.blocks[block];
    ++state.freed_count;
  }
}

void Interpreter::end_process(State& state, int status) const {
  for (int i = 0; i < threads(); ++i) {
    const Mode mode = state.threads[i].mode;
    if (mode != Mode::absent && mode != Mode::ended && ways(state, i) == 0) {
      state.left_blocked = 1;
    }
  }
  state.end = End::exit;
  state.status = static_cast<int8_t>(status);
}

// Creates another thread, which runs up to its first step; or joins or detaches one.
void Interpreter::step_on_thread(State& state, int thread, const Op& op) const {
  ThreadState& other = state.threads[op.a];
  const bool creates = op.code == Code::create;
  if (op.a <= 0 || op.a >= threads() || (other.mode == Mode::absent) != creates ||
      other.claimed != 0) {
    state.end = End::misuse;
    return;
  }
  if (creates) {
    other.mode = Mode::runs;
    other.number = ++state.created;
    enter(state, op.a, 'T', op.a);
    run(state, op.a);
  } else {
    other.claimed = 1;
    other.joined = op.code == Code::join ? 1 : 0;
  }
  if (state.end == End::none) {
    finish_without_value(state, thread);
  }
}

void Interpreter::settle(State& state) const {
  if (state.end != End::none) {
    return;
  }
  for (int i = 0; i < threads(); ++i) {
    if (ways(state, i) > 0) {
      return;
    }
  }
  state.end = End::deadlock;
}

void Interpreter::step(State& state, int thread, int way) const {
  ThreadState& self = state.threads[thread];
  state.last = static_cast<int8_t>(thread);
  state.yielded = 0;
  self.acted = 1;
  const Op* const op = next(state, thread);
  if (op != nullptr && is_on_destroyed(state, self, *op)) {
    state.end = End::destroyed;
    return;
  }
  if (op == nullptr) {
    if (self.depth > 0) {  // the end of a once
      self.frames[--self.depth] = {};
      const int number = next(state, thread)->a;
      state.onces[number] = 2;
      finish(state, thread, state.winners[number]);
    } else if (self.mode == Mode::exits) {
      end_process(state, self.status);
      return;
    } else {
      end_thread(state, thread);
    }
  } else if (op->code == Code::create || op->code == Code::join || op->code == Code::detach) {
    step_on_thread(state, thread, *op);
  } else if (op->code == Code::alloc) {
    allocate(state, thread, op->a, way);
  } else if (op->code == Code::wait) {
    step_wait(state, thread, *op);
  } else if (op->code == Code::barrier) {
    step_barrier(state, thread, state.arrived[op->a], state.rounds[op->a], barrier_size(op->a));
  } else if (op->code == Code::phase) {
    step_barrier(state, thread, state.library.arrived[op->a], state.library.rounds[op->a],
                 barrier_size(op->a));
  } else if (op->code == Code::latcharrive && self.half == 0) {
    self.half = 1;
    if (--state.library.latches[op->a] < 0) {
      state.end = End::misuse;
    }
  } else if (notifying_ == Notifying::after_change && notifies(op->code)) {
    step_change(state, thread, *op);
  } else if (op->code == Code::once) {
    step_once(state, thread, *op);
  } else if (op->code == Code::signal || op->code == Code::broadcast) {
    wake(state, op->a, op->code == Code::signal ? way : -1);
    finish(state, thread, 0);
  } else if (op->code == Code::exit) {
    begin_exit(state, thread, op->a);
  } else if (op->code == Code::quit) {
    end_process(state, op->a);
    return;
  } else {
    state.yielded = yields(state.effects, *op) ? 1 : 0;
    self.half = 0;
    finish(state, thread,
           op->code == Code::choose               ? way
           : is_of_channels(op->code)             ? channel_step(state.effects, *op)
           : class_of(op->code) == Class::library ? library_step(state.library, *op)
           : class_of(op->code) == Class::effect  ? effect(state.effects, *op)
                                                  : simple_step(state, thread, *op));
  }
  run(state, thread);
  settle(state);
}

}  // namespace heddle::live
