// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "words.h"

#include <initializer_list>

// Which operations the generated programs put together.
namespace heddle::crosscheck {

// What goes together: first what takes or waits, then what may follow it, which
// ends it or lets another go on.
struct Theme {
  std::initializer_list<Act> begins;
  std::initializer_list<Act> ends;
};

inline const Theme kThemes[] = {
    {{Act::lock, Act::lock, Act::try_lock, Act::timed_lock}, {Act::unlock}},
    {{Act::wait, Act::wait, Act::timed_wait}, {Act::signal, Act::broadcast}},
    {{Act::read_lock, Act::write_lock, Act::try_read_lock, Act::try_write_lock,
      Act::timed_read_lock, Act::timed_write_lock},
     {Act::rw_unlock}},
    {{Act::spin_lock, Act::try_spin_lock}, {Act::spin_unlock}},
    {{Act::acquire, Act::try_acquire, Act::timed_acquire}, {Act::post}},
    {{Act::pass_barrier}, {Act::pass_barrier, Act::post}},
    {{Act::call_once}, {Act::call_once, Act::lock}},
    {{Act::futex_wait, Act::timed_futex_wait}, {Act::futex_wake}},
    {{Act::yield, Act::sleep}, {Act::yield, Act::post}},
    {{Act::load, Act::exchange_zero, Act::store, Act::increment}, {Act::store, Act::load}},
    {{Act::choose, Act::load}, {Act::increment, Act::store}},
    {{Act::join, Act::timed_join}, {Act::try_join, Act::detach}},
};

inline const Theme kWaits{{Act::take, Act::take, Act::store, Act::spin_while_both},
                          {Act::give, Act::give, Act::increment}};

inline const Theme kAwaits{{Act::take, Act::await_zero, Act::store, Act::load, Act::exchange_zero},
                           {Act::give, Act::give, Act::increment}};

// Without time-outs, which count as yields.
inline const Theme kLocks{{Act::lock, Act::try_lock, Act::acquire, Act::try_acquire},
                          {Act::unlock, Act::post}};

inline const Theme kVariables{{Act::load, Act::load, Act::exchange_zero, Act::store},
                              {Act::store, Act::store, Act::load, Act::increment}};

inline const Theme kYields{{Act::yield, Act::yield, Act::sleep}, {Act::yield}};

}  // namespace heddle::crosscheck
