// SPDX-License-Identifier: Apache-2.0
#include "interpreter.h"

#include <algorithm>
#include <utility>

namespace heddle::live {
namespace {

// Which the last of the frames is, of a thread that has one.
Frame& top(ThreadState& thread) { return thread.frames[thread.depth - 1]; }
// A malloc chooses from so many freed blocks.
constexpr int kFreedBlocks = 4;

const Frame& top(const ThreadState& thread) { return thread.frames[thread.depth - 1]; }

}  // namespace

Interpreter::Interpreter(Program program, Notifying notifying)
    : program_(std::move(program)), notifying_(notifying), channels_(program_.channels) {
  // Every once has an initialiser.
  while (program_.body('O', kOnces - 1) < 0) {
    program_.bodies.push_back({'O', {}, program_.ops()});
  }
}

State Interpreter::start() const {
  State state;
  std::memset(static_cast<void*>(&state), 0, sizeof state);
  std::fill(std::begin(state.values), std::end(state.values), kNothing);
  std::fill(std::begin(state.mutexes), std::end(state.mutexes), kNobody);
  std::fill(std::begin(state.writers), std::end(state.writers), kNobody);
  std::fill(std::begin(state.spins), std::end(state.spins), kNobody);
  std::fill(std::begin(state.winners), std::end(state.winners), kNobody);
  state.semaphores[1] = 1;
  begin_effects(state.effects);
  begin_library(state.library);
  state.threads[0].mode = Mode::runs;
  state.threads[0].acted = 1;
  enter(state, 0, 'T', 0);
  run(state, 0);
  settle(state);
  return state;
}

// The operation that the thread stands before; null: at an end of its own, or in a once.
const Op* Interpreter::next(const State& state, int thread) const {
  const ThreadState& self = state.threads[thread];
  if (self.depth == 0) {
    return nullptr;
  }
  const Body& body = program_.bodies[static_cast<size_t>(top(self).body)];
  const auto pc = static_cast<size_t>(top(self).pc);
  return pc < body.ops.size() ? &body.ops[pc] : nullptr;
}

void Interpreter::enter(State& state, int thread, char kind, int number) const {
  const int body = program_.body(kind, number);
  ThreadState& self = state.threads[thread];
  if (self.depth == kDepth) {
    state.end = End::misuse;
  } else if (body >= 0) {
    self.frames[self.depth++] = {static_cast<int8_t>(body), 0, 0};
  }
}

void Interpreter::finish_without_value(State& state, int thread) const {
  Frame& frame = top(state.threads[thread]);
  state.values[program_.bodies[static_cast<size_t>(frame.body)].first + frame.pc] = frame.last;
  ++frame.pc;
}

void Interpreter::finish(State& state, int thread, int value) const {
  if (value == kMisuse) {
    state.end = End::misuse;
    return;
  }
  top(state.threads[thread]).last = static_cast<int16_t>(value);
  finish_without_value(state, thread);
}

// Two calls of exit at once are undefined: no answer is asked for, unless the first has come to its
// end.
void Interpreter::begin_exit(State& state, int thread, int status) const {
  for (const ThreadState& other : state.threads) {
    const bool both = other.mode == Mode::exits && state.effects.handlers_done == 0;
    state.end = both ? End::misuse : state.end;
  }
  ThreadState& self = state.threads[thread];
  self.mode = Mode::exits;
  self.status = static_cast<int8_t>(status);
  std::memset(static_cast<void*>(self.frames), 0, sizeof self.frames);
  self.depth = 0;
}

// The thread runs the next exit handler; false if there is none: it is at the end of the process.
bool Interpreter::go_on_exiting(State& state, int thread) const {
  Effects& effects = state.effects;
  if (effects.handler_count > 0) {
    const int handler = effects.handlers[--effects.handler_count];
    effects.handlers[effects.handler_count] = 0;
    enter(state, thread, 'H', handler);
    return true;
  }
  if (effects.handlers_done == 0) {  // the player's own handler is the last one, and is run once
    effects.handlers_done = 1;
    state.mark = Mark::exits;
    state.marked_by |= 1 << thread;
  }
  return false;
}

// Runs the thread up to its next step.
void Interpreter::run(State& state, int thread) const {
  ThreadState& self = state.threads[thread];
  while (state.end == End::none) {
    if (self.depth == 0) {
      if (self.mode == Mode::runs) {
        if (thread == 0) {
          begin_exit(state, thread, 0);
        } else {
          self.mode = Mode::dies;
        }
      } else if (self.mode == Mode::dies && self.specific != 0) {
        int key = 0;
        while ((self.specific & 1 << key) == 0) {
          ++key;
        }
        self.specific = static_cast<int8_t>(self.specific & ~(1 << key));
        enter(state, thread, 'D', key);
      } else if (self.mode != Mode::exits || !go_on_exiting(state, thread)) {
        return;
      }
      continue;
    }
    const Op* const op = next(state, thread);
    if (op == nullptr) {
      if (program_.bodies[static_cast<size_t>(top(self).body)].kind == 'O') {
        return;
      }
      self.frames[--self.depth] = {};
    } else if (!run_without_step(state, thread, *op)) {
      return;
    }
  }
}

// While there is one thread, nobody can tell.
bool Interpreter::is_step_on_channel(const State& state, const Op& op) const {
  const bool on_channel =
      is_of_channels(op.code) || op.code == Code::pipewrite || op.code == Code::piperead;
  return channels_ == Channels::steps && state.created > 0 && on_channel;
}

// Runs an operation if it is no step.
bool Interpreter::run_without_step(State& state, int thread, const Op& op) const {
  ThreadState& self = state.threads[thread];
  Frame& frame = top(self);
  switch (op.code) {
    case Code::unless: {
      state.values[program_.bodies[static_cast<size_t>(frame.body)].first + frame.pc] = 0;
      if (frame.last != op.a) {
        // The player writes down where it has come to.
        frame.pc = static_cast<int8_t>(frame.pc + op.b);
      }
      ++frame.pc;
      return true;
    }
    case Code::assume:
    case Code::assert:
      if (frame.last == op.a) {
        state.end = op.code == Code::assume ? End::dropped : End::abort;
        state.mark = op.code == Code::assume ? Mark::dropped : Mark::aborts;
        state.marked_by |= 1 << thread;
        return true;
      }
      finish_without_value(state, thread);
      return true;
    case Code::abort:
      state.end = End::abort;
      state.mark = Mark::aborts;
      state.marked_by |= 1 << thread;
      return true;
    case Code::exit:
    case Code::leave:
      if (program_.bodies[static_cast<size_t>(frame.body)].kind != 'T') {
        state.end = End::misuse;
        return true;
      }
      if (op.code == Code::exit) {
        if (self.acted == 0) {
          return false;
        }
        begin_exit(state, thread, op.a);
        return true;
      }
      self.mode = Mode::dies;
      std::memset(static_cast<void*>(self.frames), 0, sizeof self.frames);
      self.depth = 0;
      return true;
    case Code::destroy:
      destroy(state, op);
      if (state.end == End::none) {
        finish_without_value(state, thread);
      }
      return true;
    case Code::free:
      release(state, thread, op.a);
      finish_without_value(state, thread);
      return true;
    case Code::alloc:
      if (is_alone(state, thread)) {
        allocate(state, thread, op.a, 0);
        return true;
      }
      return false;
    case Code::specific:
      self.specific = static_cast<int8_t>(self.specific | 1 << op.a);
      finish_without_value(state, thread);
      return true;
    case Code::quit:
      state.mark = Mark::exits;
      state.marked_by |= 1 << thread;
      return false;
    case Code::once:
      if (state.onces[op.a] == 2) {
        finish(state, thread, state.winners[op.a]);
        return true;
      }
      return false;
    case Code::promise:  // it has a once of its own
      if (state.library.kept[op.a] != 0 && self.half == 0) {
        finish(state, thread, 0);
        return true;
      }
      return false;
    case Code::choose:
      if (op.a <= 1) {
        finish(state, thread, 0);
        return true;
      }
      return false;
    default:
      if (class_of(op.code) == Class::effect && self.acted != 0 && !is_step_on_channel(state, op)) {
        finish(state, thread, effect(state.effects, op));
        return true;
      }
      return false;
  }
}

bool Interpreter::waits(const State& state, int thread, int condition) const {
  const Op* const op = next(state, thread);
  const ThreadState& self = state.threads[thread];
  return op != nullptr && op->code == Code::wait && op->a == condition && self.half == 1 &&
         self.signalled == 0;
}

int Interpreter::waiters(const State& state, int condition) const {
  int count = 0;
  for (int i = 0; i < threads(); ++i) {
    count += waits(state, i, condition) ? 1 : 0;
  }
  return count;
}

int Interpreter::ways_of(const State& state, int thread, const Op& op) const {
  const ThreadState& self = state.threads[thread];
  const bool second = self.half == 1;
  if (is_on_destroyed(state, self, op)) {
    return 1;
  }
  switch (op.code) {
    case Code::join: {
      const ThreadState& other = state.threads[op.a];
      return other.mode == Mode::ended || other.mode == Mode::absent || other.claimed != 0 ? 1 : 0;
    }
    case Code::wait:
      return !second || (self.signalled == 1 && state.mutexes[op.b] == kNobody) ? 1 : 0;
    case Code::barrier:
      return !second || state.rounds[op.a] != self.round ? 1 : 0;
    case Code::phase:
      return !second || state.library.rounds[op.a] != self.round ? 1 : 0;
    case Code::latcharrive:
      return !second || state.library.latches[op.a] == 0 ? 1 : 0;
    case Code::once:
      return state.onces[op.a] != 1 || state.winners[op.a] == thread ? 1 : 0;
    case Code::signal:
      return std::max(1, waiters(state, op.a));
    case Code::choose:
      return op.a;
    case Code::alloc:
      return 1 + std::min<int>(kFreedBlocks, state.freed_count);
    default:
      if (is_of_channels(op.code)) {
        return channel_ready(state.effects, op) ? 1 : 0;
      }
      return class_of(op.code) == Class::library ? library_ready(state.library, op)
                                                 : simple_ready(state, op);
  }
}

int Interpreter::ways(const State& state, int thread) const {
  const ThreadState& self = state.threads[thread];
  if (self.mode == Mode::absent || self.mode == Mode::ended || state.end != End::none) {
    return 0;
  }
  const Op* const op = next(state, thread);
  return op == nullptr ? 1 : ways_of(state, thread, *op);
}

bool Interpreter::keeps(const State& state) const {
  if (state.yielded != 0 || ways(state, state.last) == 0) {
    return false;
  }
  const Op* const op = next(state, state.last);
  const bool lets_time_pass =
      op != nullptr && (op->code == Code::sleep ||
                        (op->code == Code::polltime && state.effects.in_channel[op->a] == 0));
  return !lets_time_pass;
}

}  // namespace heddle::live
