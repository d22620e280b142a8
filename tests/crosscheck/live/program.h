// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Small multithreaded programs as text, which a player (player.cc) performs with the real calls
// under heddle, and an interpreter (interpreter.h) performs by its own idea of what they mean.
//
// A program is a list of bodies, separated by `/`.  The first word of a body is what runs it:
//
//   T   a thread; the first is main, the others are created by number
//   O   the initialiser of the once of that number
//   H   an exit handler of that number, registered by `atexit`
//   D   a destructor of thread-specific data of that number, set by `specific`
//
// and the rest are its operations, `name.argument,argument`:
//
//   T create.1 lock.0 unlock.0 join.1 / T lock.0 load.0 unlock.0
//
// Every operation is run at most once in an execution.  The value that it returns goes into the
// place of its number in the outcome, and is what a following `unless` or `assume` asks about.
namespace heddle::live {

// What an operation is to the interpreter: a step; not seen at all; or a call with effects outside
// memory, which is no step but as the first effect of a new thread; or built of steps that only its
// library knows.
enum class Class : uint8_t { step, none, effect, library };

// Name, number of arguments, class.  Objects 0 and 1 of mutexes, conditions and read-write locks
// are those of POSIX, 2 and 3 those of C++.
#define HEDDLE_LIVE_OPERATIONS(X)                                                                 \
  X(create, 1, step)    /* thread */                                                              \
  X(join, 1, step)      /* thread */                                                              \
  X(detach, 1, step)    /* thread */                                                              \
  X(lock, 1, step)      /* mutex */                                                               \
  X(trylock, 1, step)   /* mutex; returns whether it was had */                                   \
  X(unlock, 1, step)    /* mutex */                                                               \
  X(wait, 2, step)      /* condition, mutex of the same kind */                                   \
  X(signal, 1, step)    /* condition */                                                           \
  X(broadcast, 1, step) /* condition */                                                           \
  X(rdlock, 1, step)    /* read-write lock */                                                     \
  X(wrlock, 1, step)                                                                              \
  X(tryrdlock, 1, step)                                                                           \
  X(trywrlock, 1, step)                                                                           \
  X(rdunlock, 1, step)                                                                            \
  X(wrunlock, 1, step)                                                                            \
  X(spinlock, 1, step) /* spin lock */                                                            \
  X(spintry, 1, step)                                                                             \
  X(spinunlock, 1, step)                                                                          \
  X(semwait, 1, step) /* semaphore: 0 begins with 0, 1 with 1 */                                  \
  X(semtry, 1, step)                                                                              \
  X(sempost, 1, step)                                                                             \
  X(semvalue, 1, step)                                                                            \
  X(barrier, 1, step) /* barrier: 0 is for 2 threads, 1 for 3 */                                  \
  X(once, 1, step)    /* returns who has run the initialiser: 0, 1 pthread_once, */               \
                      /* 2, 3 std::call_once, 4, 5 a static local of a function */                \
  X(load, 2, step)    /* atomic, memory order 0 to 2 */                                           \
  X(store, 3, step)   /* atomic, value, order */                                                  \
  X(add, 3, step)     /* atomic, value, order; returns the value before */                        \
  X(swap, 2, step)    /* atomic, value */                                                         \
  X(cas, 3, step)     /* atomic, expected, desired; returns the value before */                   \
  X(fence, 1, step)   /* order */                                                                 \
  X(yield, 0, step)                                                                               \
  X(sleep, 0, step)                                                                               \
  X(choose, 1, step)  /* number of values */                                                      \
  X(destroy, 2, none) /* of mutexes, conditions, read-write locks, spin locks, semaphores, */     \
                      /* barriers (0 to 5) the one of that number */                              \
  X(unless, 2, none)  /* value, count: if the last value is another, leave out `count` */         \
  X(assume, 1, none)  /* the last value is not this one */                                        \
  X(assert, 1, none)  /* the last value is not this one */                                        \
  X(abort, 0, none)                                                                               \
  X(exit, 1, none)     /* status; a step as a new thread's first effect */                        \
  X(quit, 1, step)     /* status: _exit */                                                        \
  X(leave, 0, none)    /* pthread_exit */                                                         \
  X(specific, 1, none) /* destructor: the thread's value of that key is set */                    \
  X(alloc, 1, step) /* block: malloc; returns the block whose address it was first, or its own */ \
  X(free, 1, none)  /* block */                                                                   \
  X(atexit, 1, effect)    /* handler */                                                           \
  X(pipewrite, 2, effect) /* pipe, value; never blocks */                                         \
  X(piperead, 1, effect)  /* returns a value, or -1 */                                            \
  X(put, 2, effect)       /* channel, value: a byte into a pipe */                                \
  X(take, 1, step)        /* channel: waits for a byte, and returns it */                         \
  X(notice, 1, effect)    /* event: adds 1 to it */                                               \
  X(drain, 1, step)       /* event: waits until it is not 0, and returns it */                    \
  X(pollany, 1,                                                                                   \
    step) /* waits for channels 0 and 1 and event 0, returns which; 0: poll, 1: select */         \
  X(epollany, 0, step)    /* the same by epoll */                                                 \
  X(polltime, 1, step)    /* channel: waits for some time; returns whether there is a byte */     \
  X(filewrite, 2, effect) /* descriptor 0 to 2, value: 0 and 1 have one offset, 2 its own */      \
  X(fileread, 1, effect)  /* returns a value, or -1 */                                            \
  X(fileseek, 2, effect)  /* descriptor, offset from the start */                                 \
  X(filetell, 1, effect)                                                                          \
  X(dup, 0, effect)   /* returns how many numbers above the lowest free one of the start */       \
  X(close, 1, effect) /* such a number; returns 0 or -1 */                                        \
  X(putc, 1, effect)  /* value, to a stream */                                                    \
  X(tell, 0, effect)  /* its position */                                                          \
  X(getc, 0, effect)  /* from another stream, of 1, 2, 3, ... */                                  \
  X(srand, 1, effect) /* seed */                                                                  \
  X(rand, 0, effect)                                                                              \
  X(setenv, 2, effect)     /* variable, value */                                                  \
  X(getenv, 1, effect)     /* returns a value, or -1 */                                           \
  X(umask, 1, effect)      /* returns the mask before */                                          \
  X(handle, 1, effect)     /* a handler for a signal; returns the one before */                   \
  X(mmap, 0, effect)       /* a page; returns a number that is larger for lower addresses */      \
  X(countdown, 1, library) /* latch: of 1 or 2 */                                                 \
  X(latchtry, 1, library)                                                                         \
  X(latchwait, 1, library)                                                                        \
  X(latcharrive, 1, library) /* arrive_and_wait */                                                \
  X(phase, 1, library)       /* std::barrier 0 is for 2 threads, 1 for 3 */                       \
  X(acquire, 1, library)     /* std::counting_semaphore */                                        \
  X(tryacquire, 1, library)                                                                       \
  X(release, 1, library)                                                                          \
  X(await, 2, library)   /* atomic, value: wait until it is another */                            \
  X(notify, 3, library)  /* atomic, value: store it and notify all; 1: one */                     \
  X(stop, 0, library)    /* request_stop of a stop_source */                                      \
  X(stopped, 0, library) /* stop_requested */                                                     \
  X(promise, 1, library) /* sets its value; returns whether it was the first */                   \
  X(future, 1, library)  /* waits for it */

enum class Code : uint8_t {
#define X(name, arguments, what) name,
  HEDDLE_LIVE_OPERATIONS(X)
#undef X
};

inline constexpr int kCodes = 0
#define X(name, arguments, what) +1
    HEDDLE_LIVE_OPERATIONS(X)
#undef X
    ;

[[nodiscard]] std::string_view name_of(Code code);
[[nodiscard]] int arguments_of(Code code);
[[nodiscard]] Class class_of(Code code);

struct Op {
  Code code = Code::yield;
  int8_t a = 0;
  int8_t b = 0;
  int8_t c = 0;

  friend bool operator==(const Op&, const Op&) = default;
};

struct Body {
  char kind = 'T';
  std::vector<Op> ops;
  int first = 0;  // number of its first operation in the program

  friend bool operator==(const Body&, const Body&) = default;
};

// Whether calls on pipes and events are steps: with `--visible all`.
enum class Channels : uint8_t { uses, steps };

struct Program {
  std::vector<Body> bodies;
  Channels channels = Channels::uses;

  [[nodiscard]] int threads() const;
  [[nodiscard]] int ops() const;
  // The index of the nth body of a kind; -1 if there is none.
  [[nodiscard]] int body(char kind, int n) const;
  [[nodiscard]] bool has(Class what) const;
  [[nodiscard]] bool has(Code code) const;
  // Gives the operations their numbers; to be called after a change.
  void number();
};

// At most so many operations in a program, threads, and objects of a kind.
inline constexpr int kMostOps = 80;
inline constexpr int kMostThreads = 17;
inline constexpr int kObjects = 4;
inline constexpr int kOnces = 6;
inline constexpr int kDestroyable = 6;
inline constexpr int kBlocks = 8;

[[nodiscard]] std::string to_text(const Program& program);
// What cannot be read is left out.
[[nodiscard]] Program from_text(std::string_view text);

}  // namespace heddle::live
