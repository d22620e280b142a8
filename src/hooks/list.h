/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions that compilers call for -fsanitize=thread, and those that programs
 * call to explain themselves to a race detector, by their names.
 *
 * A module that heddle cc has linked (an executable, a shared library) has a table
 * with a pointer for each of them, in this order.  In a program that runs by itself
 * they are the natives of this folder.  Before anything else of the module runs, it
 * calls
 *
 *   void heddle_rt_connect(void** table, uint32_t count, uint32_t version,
 *                          const void* somewhere_in_this_module);
 *
 * of libheddle_rt.so, if that is there, which replaces them.
 *
 * Modules live longer than the heddle that linked them: the order is an interface
 * between the two.  New functions go to the end of HEDDLE_HOOKS, as a part of their
 * own; whatever else changes raises the version.  A runtime fills in the first
 * `count` entries, leaves alone what it has no function for, and refuses another
 * version than its own.
 *
 * For C, C++ and the assembler: macros only.
 */
#pragma once

#define HEDDLE_HOOKS_VERSION 1

/* HEDDLE_HOOKS(X) is X(name) for each function, one after the other. */
#define HEDDLE_HOOKS(X)  \
  HEDDLE_HOOKS_PLAIN(X)  \
  HEDDLE_HOOKS_MEMORY(X) \
  HEDDLE_HOOKS_ATOMIC(X) \
  HEDDLE_HOOKS_ANNOTATED(X)

/* Functions, plain and volatile accesses: the function is told, the code that calls it
 * does them.  gcc calls all but unaligned, read_write, vptr_read and ignore_thread; clang
 * all but ranges. */
#define HEDDLE_HOOKS_PLAIN(X)                           \
  X(__tsan_init)                                        \
  X(__tsan_func_entry)                                  \
  X(__tsan_func_exit)                                   \
  HEDDLE_HOOKS_SIZES_(X, __tsan_read)                   \
  HEDDLE_HOOKS_SIZES_(X, __tsan_write)                  \
  HEDDLE_HOOKS_SIZES_(X, __tsan_read_write)             \
  HEDDLE_HOOKS_SIZES_(X, __tsan_volatile_read)          \
  HEDDLE_HOOKS_SIZES_(X, __tsan_volatile_write)         \
  HEDDLE_HOOKS_ODD_(X, __tsan_unaligned_read)           \
  HEDDLE_HOOKS_ODD_(X, __tsan_unaligned_write)          \
  HEDDLE_HOOKS_ODD_(X, __tsan_unaligned_read_write)     \
  HEDDLE_HOOKS_ODD_(X, __tsan_unaligned_volatile_read)  \
  HEDDLE_HOOKS_ODD_(X, __tsan_unaligned_volatile_write) \
  X(__tsan_read_range)                                  \
  X(__tsan_write_range)                                 \
  X(__tsan_vptr_read)                                   \
  X(__tsan_vptr_update)                                 \
  X(__tsan_ignore_thread_begin)                         \
  X(__tsan_ignore_thread_end)

/* Calls of the C library, which clang replaces from 19 on: the function does them. */
#define HEDDLE_HOOKS_MEMORY(X) \
  X(__tsan_memcpy)             \
  X(__tsan_memmove)            \
  X(__tsan_memset)

/* Atomic operations: the function does them, not the code that calls it. */
#define HEDDLE_HOOKS_ATOMIC(X)              \
  HEDDLE_HOOKS_ATOMIC_(X, __tsan_atomic8)   \
  HEDDLE_HOOKS_ATOMIC_(X, __tsan_atomic16)  \
  HEDDLE_HOOKS_ATOMIC_(X, __tsan_atomic32)  \
  HEDDLE_HOOKS_ATOMIC_(X, __tsan_atomic64)  \
  HEDDLE_HOOKS_ATOMIC_(X, __tsan_atomic128) \
  X(__tsan_atomic_thread_fence)             \
  X(__tsan_atomic_signal_fence)

/* What programs say of themselves.  They may bring their own: these give way. */
#define HEDDLE_HOOKS_ANNOTATED(X) \
  X(__tsan_acquire)               \
  X(__tsan_release)               \
  X(__tsan_mutex_create)          \
  X(__tsan_mutex_destroy)         \
  X(__tsan_mutex_pre_lock)        \
  X(__tsan_mutex_post_lock)       \
  X(__tsan_mutex_pre_unlock)      \
  X(__tsan_mutex_post_unlock)     \
  X(__tsan_mutex_pre_signal)      \
  X(__tsan_mutex_post_signal)     \
  X(__tsan_mutex_pre_divert)      \
  X(__tsan_mutex_post_divert)     \
  X(AnnotateHappensBefore)        \
  X(AnnotateHappensAfter)         \
  X(AnnotateBenignRace)           \
  X(AnnotateBenignRaceSized)      \
  X(AnnotateIgnoreReadsBegin)     \
  X(AnnotateIgnoreReadsEnd)       \
  X(AnnotateIgnoreWritesBegin)    \
  X(AnnotateIgnoreWritesEnd)      \
  X(AnnotateIgnoreSyncBegin)      \
  X(AnnotateIgnoreSyncEnd)

#define HEDDLE_HOOKS_SIZES_(X, name) X(name##1) HEDDLE_HOOKS_ODD_(X, name)
#define HEDDLE_HOOKS_ODD_(X, name) X(name##2) X(name##4) X(name##8) X(name##16)
#define HEDDLE_HOOKS_ATOMIC_(X, name) \
  X(name##_load)                      \
  X(name##_store)                     \
  X(name##_exchange)                  \
  X(name##_fetch_add)                 \
  X(name##_fetch_sub)                 \
  X(name##_fetch_and)                 \
  X(name##_fetch_or)                  \
  X(name##_fetch_xor)                 \
  X(name##_fetch_nand)                \
  X(name##_compare_exchange_strong)   \
  X(name##_compare_exchange_weak)     \
  X(name##_compare_exchange_val)
