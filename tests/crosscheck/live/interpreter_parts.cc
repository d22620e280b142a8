// SPDX-License-Identifier: Apache-2.0
// The interpreter's single objects: locks, atomics, what is outside memory, the C++ library's.
#include "interpreter.h"

#include <cstdlib>

namespace heddle::live {
namespace {

// Takes a lock if that is possible; whether it was.
int take(int8_t& owner, bool can, int thread) {
  if (can) {
    owner = static_cast<int8_t>(thread);
  }
  return can ? 1 : 0;
}

int take(int8_t& owner, int thread) {
  owner = static_cast<int8_t>(thread);
  return 0;
}

int give(int8_t& owner, int thread) {
  if (owner != thread) {
    return kMisuse;
  }
  owner = kNobody;
  return 0;
}

int read_lock(int32_t& readers, int thread, int value) {
  if ((readers & 1 << thread) != 0) {
    return kMisuse;
  }
  readers |= 1 << thread;
  return value;
}

int read_unlock(int32_t& readers, int thread) {
  if ((readers & 1 << thread) == 0) {
    return kMisuse;
  }
  readers &= ~(1 << thread);
  return 0;
}

bool is_free_for_writing(const State& state, int lock) {
  return state.writers[lock] == kNobody && state.readers[lock] == 0;
}

// The numbers of rand() after srand(seed), by the reentrant form of the same generator.
int random_number(int seed, int drawn) {
  char memory[128] = {};
  random_data data = {};
  initstate_r(static_cast<unsigned>(seed), memory, sizeof memory, &data);
  int32_t number = 0;
  for (int i = 0; i <= drawn; ++i) {
    random_r(&data, &number);
  }
  return number % 1000;
}

int lowest_free(int32_t& descriptors) {
  int number = 0;
  while ((descriptors & 1 << number) != 0) {
    ++number;
  }
  descriptors |= 1 << number;
  return number;
}

int close(int32_t& descriptors, int number) {
  if ((descriptors & 1 << number) == 0) {
    return -1;
  }
  descriptors &= ~(1 << number);
  return 0;
}

int exchange(int8_t& place, int value) {
  const int before = place;
  place = static_cast<int8_t>(value);
  return before;
}

int read_pipe(Effects& effects, int pipe) {
  if (effects.in_pipe[pipe] == 0) {
    return -1;
  }
  int8_t* const queue = effects.pipes[pipe];
  const int value = queue[0];
  --effects.in_pipe[pipe];
  for (int i = 0; i < effects.in_pipe[pipe]; ++i) {
    queue[i] = queue[i + 1];
  }
  queue[effects.in_pipe[pipe]] = 0;
  return value;
}

int write_file(Effects& effects, int8_t& offset, int value) {
  if (offset >= 2 * kQueue) {
    return kMisuse;
  }
  effects.file[offset++] = static_cast<int8_t>(value);
  effects.size = offset > effects.size ? offset : effects.size;
  return 1;
}

}  // namespace

bool simple_ready(const State& state, const Op& op) {
  switch (op.code) {
    case Code::lock:
      return state.mutexes[op.a] == kNobody;
    case Code::rdlock:
      return state.writers[op.a] == kNobody;
    case Code::wrlock:
      return is_free_for_writing(state, op.a);
    case Code::spinlock:
      return state.spins[op.a] == kNobody;
    case Code::semwait:
      return state.semaphores[op.a] > 0;
    default:
      return true;
  }
}

int simple_step(State& state, int thread, const Op& op) {
  switch (op.code) {
    case Code::lock:
      return take(state.mutexes[op.a], thread);
    case Code::trylock:
      return take(state.mutexes[op.a], state.mutexes[op.a] == kNobody, thread);
    case Code::unlock:
      return give(state.mutexes[op.a], thread);
    case Code::rdlock:
      return read_lock(state.readers[op.a], thread, 0);
    case Code::tryrdlock:
      return state.writers[op.a] != kNobody ? 0 : read_lock(state.readers[op.a], thread, 1);
    case Code::wrlock:
      return take(state.writers[op.a], thread);
    case Code::trywrlock:
      return take(state.writers[op.a], is_free_for_writing(state, op.a), thread);
    case Code::rdunlock:
      return read_unlock(state.readers[op.a], thread);
    case Code::wrunlock:
      return give(state.writers[op.a], thread);
    case Code::spinlock:
      return take(state.spins[op.a], thread);
    case Code::spintry:
      return take(state.spins[op.a], state.spins[op.a] == kNobody, thread);
    case Code::spinunlock:
      return give(state.spins[op.a], thread);
    case Code::semwait:
      --state.semaphores[op.a];
      return 0;
    case Code::semtry:
      return state.semaphores[op.a] > 0 ? (--state.semaphores[op.a], 1) : 0;
    case Code::sempost:
      ++state.semaphores[op.a];
      return 0;
    case Code::semvalue:
      return state.semaphores[op.a];
    case Code::load:
      return state.atomics[op.a];
    case Code::store:
      state.atomics[op.a] = op.b;
      return 0;
    case Code::add:
      return exchange(state.atomics[op.a], state.atomics[op.a] + op.b);
    case Code::swap:
      return exchange(state.atomics[op.a], op.b);
    case Code::cas:
      return exchange(state.atomics[op.a],
                      state.atomics[op.a] == op.b ? op.c : state.atomics[op.a]);
    default:  // fence, yield, sleep
      return 0;
  }
}

void begin_effects(Effects& effects) {
  effects.seed = 1;
  effects.variables[0] = -1;
  effects.variables[1] = -1;
}

int effect(Effects& effects, const Op& op) {
  if (is_of_channels(op.code)) {
    return channel_step(effects, op);
  }
  int8_t& offset = effects.offsets[op.a == 2 ? 1 : 0];
  switch (op.code) {
    case Code::atexit:
      if (effects.handlers_done != 0) {
        return -1;
      }
      if (effects.handler_count == kQueue) {
        return kMisuse;
      }
      effects.handlers[effects.handler_count++] = op.a;
      return 0;
    case Code::pipewrite:
      if (effects.in_pipe[op.a] == kQueue) {
        return kMisuse;
      }
      effects.pipes[op.a][effects.in_pipe[op.a]++] = op.b;
      return 1;
    case Code::piperead:
      return read_pipe(effects, op.a);
    case Code::filewrite:
      return write_file(effects, offset, op.b);
    case Code::fileread:
      return offset < effects.size ? effects.file[offset++] : -1;
    case Code::fileseek:
      offset = op.b;
      return op.b;
    case Code::filetell:
      return offset;
    case Code::dup:
      return lowest_free(effects.descriptors);
    case Code::close:
      return close(effects.descriptors, op.a);
    case Code::putc:
      ++effects.put;
      return op.a;
    case Code::tell:
      return effects.put;
    case Code::getc:
      return effects.got < 12 ? ++effects.got : -1;
    case Code::srand:
      effects.seed = op.a;
      effects.drawn = 0;
      return 0;
    case Code::rand:
      return random_number(effects.seed, effects.drawn++);
    case Code::setenv:
      effects.variables[op.a] = op.b;
      return 0;
    case Code::getenv:
      return effects.variables[op.a];
    case Code::umask:
      return exchange(effects.mask, op.a);
    case Code::handle:
      return exchange(effects.signal_handler, op.a);
    default:
      return ++effects.pages;
  }
}

void begin_library(LibraryState& library) {
  library.latches[0] = 1;
  library.latches[1] = 2;
  library.semaphores[1] = 1;
}

bool library_ready(const LibraryState& library, const Op& op) {
  switch (op.code) {
    case Code::latchwait:
      return library.latches[op.a] == 0;
    case Code::acquire:
      return library.semaphores[op.a] > 0;
    case Code::await:
      return library.words[op.a] != op.b;
    case Code::future:
      return library.kept[op.a] != 0;
    default:
      return true;
  }
}

int library_step(LibraryState& library, const Op& op) {
  switch (op.code) {
    case Code::countdown:
      return --library.latches[op.a] < 0 ? kMisuse : 0;
    case Code::latchtry:
      return library.latches[op.a] == 0;
    case Code::acquire:
      --library.semaphores[op.a];
      return 0;
    case Code::tryacquire:
      return library.semaphores[op.a] > 0 ? (--library.semaphores[op.a], 1) : 0;
    case Code::release:
      ++library.semaphores[op.a];
      return 0;
    case Code::notify:
      library.words[op.a] = op.b;
      return 0;
    case Code::stop:
      return exchange(library.stopped, 1) == 0;
    case Code::stopped:
      return library.stopped;
    case Code::promise:
      return exchange(library.kept[op.a], 1) == 0;
    case Code::future:
      return 1;
    default:  // those that have waited
      return 0;
  }
}

}  // namespace heddle::live
