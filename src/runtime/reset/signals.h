// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <signal.h>

namespace heddle::runtime {

// Handlers, the blocked set and the signal stack, as the kernel has them.
class Signals {
 public:
  void remember();
  [[nodiscard]] bool are_changed() const;
  void put_back() const;

  // What leaves a handler without returning from it has changed this.
  void put_back_blocked() const;

 private:
  static constexpr int kCount = 64;
  struct Action {  // the kernel's, not libc's
    uint64_t handler;
    uint64_t flags;
    uint64_t restorer;
    uint64_t mask;
  };

  static Action action_of(int signal);
  static bool same_stack(const stack_t& a, const stack_t& b);

  Action actions_[kCount + 1];
  uint64_t blocked_;
  stack_t stack_;
};

}  // namespace heddle::runtime
