// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::event {

// A thread of one execution: 0 is the one that runs `main`, the others follow in
// the order of their creation.
enum class ThreadId : uint32_t {};

// An object that threads share (a mutex, a semaphore, a futex word, …), in the
// order in which the execution first met it.
enum class ObjectId : uint32_t {};

inline constexpr ThreadId kMainThread{0};
inline constexpr ThreadId kNoThread{0xffffffff};
inline constexpr ObjectId kNoObject{0xffffffff};

// Most threads that one execution may create, ended ones included.
inline constexpr size_t kMaxThreads = 1024;

constexpr size_t index(ThreadId thread) { return static_cast<size_t>(thread); }
constexpr size_t index(ObjectId object) { return static_cast<size_t>(object); }

}  // namespace heddle::event
