// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "program.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

// All that the interpreter knows in the middle of an execution: plain bytes, so that states are
// copied, compared and hashed as they are.
namespace heddle::live {

// How the player marks an execution: as in record.h.
enum class Mark : int8_t { runs = 0, exits = 1, aborts = 2, dropped = 3 };

// How an execution has ended.
// A program that uses a call as it must not be used is of no interest: misuse.  Unless it destroys
// what is in use, or uses what is destroyed.
enum class End : int8_t { none, exit, abort, deadlock, dropped, destroyed, misuse };

inline constexpr int16_t kNothing = -32768;
inline constexpr int8_t kNobody = -1;
inline constexpr int kDepth = 3;
inline constexpr int kQueue = 8;

struct Frame {
  int8_t body;
  int8_t pc;
  int16_t last;  // the last value that the body has got
};

enum class Mode : int8_t { absent, runs, dies, exits, ended };

struct ThreadState {
  Frame frames[kDepth];
  int8_t depth;      // frames in use
  Mode mode;         // runs: its body; dies: its destructors; exits: the exit handlers
  int8_t half;       // 1: the first of the two steps of its operation is done
  int8_t signalled;  // it waits for a condition, and was woken
  int8_t round;      // of the barrier at which it waits
  int8_t specific;   // keys that have a value, as bits
  int8_t acted;      // it has made a step, or a call with effects
  int8_t claimed;    // it was joined or detached
  int8_t joined;
  int8_t status;  // with which it ends the process
  int8_t number;  // of its creation, by which heddle calls it
};

struct Effects {
  int8_t handlers[kQueue];
  int8_t handler_count;
  int8_t handlers_done;  // exit has run them all, and takes no more
  int8_t pipes[2][kQueue];
  int8_t in_pipe[2];
  int8_t channels[2][kQueue];
  int8_t in_channel[2];
  int8_t events[2];
  int8_t file[2 * kQueue];
  int8_t size;
  int8_t offsets[2];
  int32_t descriptors;  // in use above the lowest, as bits
  int8_t put;
  int8_t got;
  int8_t seed;
  int8_t drawn;
  int8_t variables[2];
  int8_t mask;
  int8_t signal_handler;
  int8_t pages;
};

struct LibraryState {
  int8_t latches[2];
  int8_t arrived[2];
  int8_t rounds[2];
  int8_t semaphores[2];
  int8_t words[2];
  int8_t stopped;
  int8_t kept[2];
};

struct State {
  int16_t values[kMostOps];
  ThreadState threads[kMostThreads];
  int8_t mutexes[kObjects];  // owners, or kNobody
  int8_t writers[kObjects];
  int8_t spins[2];
  int32_t readers[kObjects];  // threads, as bits
  int32_t marked_by;          // threads that were at an end, as bits
  int8_t semaphores[2];
  int8_t arrived[2];
  int8_t rounds[2];
  int8_t destroyed[kDestroyable];  // objects, as bits
  int8_t onces[kOnces];            // 0: new, 1: somebody is inside, 2: done
  int8_t winners[kOnces];
  int8_t atomics[kObjects];
  int8_t blocks[kBlocks];  // 1 + the block whose address it was first; 0: none
  int8_t freed[kBlocks];   // such numbers, the last one first
  int8_t freed_count;
  Effects effects;
  LibraryState library;
  int8_t created;  // threads so far, without main
  int8_t last;     // the thread that did the last step
  int8_t yielded;  // and it has yielded by it
  End end;
  int8_t status;
  int8_t left_blocked;  // somebody could not go on when the process ended
  Mark mark;
};

static_assert(std::is_trivially_copyable_v<State>);

inline bool operator==(const State& a, const State& b) {
  return std::memcmp(&a, &b, sizeof(State)) == 0;
}

struct HashState {
  size_t operator()(const State& state) const {
    return std::hash<std::string_view>()(
        std::string_view(reinterpret_cast<const char*>(&state), sizeof state));
  }
};

}  // namespace heddle::live
