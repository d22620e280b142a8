// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace heddle::runtime {

// Code that tells where it is going to and goes on there, with all registers as they are.
class ForeignCalls {
 public:
  // Such code for a call of `function`; null if none can be made.
  void* to(void* function);

  // All have been made.
  void close();

 private:
  static constexpr size_t kMost = 4096;
  static constexpr size_t kCodeBytes = 16;

  // Known to effects_entry.S.
  struct Way {
    void* function;
    void* next;
  };

  bool reserve();

  Way* ways_ = nullptr;
  std::byte* code_ = nullptr;
  size_t count_ = 0;
  bool refused_ = false;  // this process may not make code
};

}  // namespace heddle::runtime
