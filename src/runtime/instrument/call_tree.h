// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

// Where threads are, by the calls that instrumented functions tell of.
//
// A stack is a node of a tree: the call, below the stack that made it.  So the stack of
// every access can be kept, as one number, for when a later access races with it.
// Kept only in an execution that is recorded.
namespace heddle::runtime {

struct Fiber;

class CallTree {
 public:
  using Node = uint32_t;  // 0 is the empty stack

  CallTree() = default;

  // Takes its memory, once.
  void prepare();

  // Nobody is anywhere.
  void begin_execution();

  // The current thread enters a function that was called from `site`, or leaves one, to where it
  // was called from, if that is known; its stack pointer is `sp` in there.
  void enter(Fiber& self, const void* site, uint64_t sp);
  const void* leave(Fiber& self, uint64_t sp);

  // The current thread, at that place of its innermost function.
  Node here(const Fiber& self, const void* site, uint64_t sp);

  [[nodiscard]] const void* site_of(Node node) const;

  // Writes a stack down, as stacks.h does; its number.
  uint32_t record(Node node) const;

 private:
  struct Call {
    const void* site;
    Node caller;
  };
  struct Level {
    uint64_t sp;
    Node node;
  };

  static constexpr size_t kMostNodes = size_t{1} << 22;
  static constexpr size_t kTableSlots = 2 * kMostNodes;
  static constexpr size_t kDeepest = size_t{1}
                                     << 14;  // calls of a thread; deeper ones are left out

  // How many levels are written down, if a thread is that deep.
  static uint32_t known(uint32_t depth) {
    return depth < kDeepest ? depth : static_cast<uint32_t>(kDeepest);
  }
  [[nodiscard]] uint32_t live(const Fiber& self, uint64_t sp) const;
  Node child(Node caller, const void* site);
  Level* levels_of(const Fiber& self) const;

  Call* calls_ = nullptr;
  Node* table_ = nullptr;
  Level* levels_ = nullptr;
  uint32_t* depths_ = nullptr;
  size_t count_ = 1;
};

// What the race detector is told of a place while stacks are kept, in 48 bits: the stack,
// and the step of the execution.
struct RecordedPlace {
  static constexpr uint32_t kNodeBits = 22;
  static constexpr uint64_t kNode = (uint64_t{1} << kNodeBits) - 1;
  static constexpr uint64_t kMostSteps = uint64_t{1} << (48 - kNodeBits);

  RecordedPlace(CallTree::Node at, uint32_t position) : node(at), step(position) {}
  explicit RecordedPlace(uint64_t packed)
      : node(packed & kNode), step(static_cast<uint32_t>(packed >> kNodeBits)) {}

  [[nodiscard]] uint64_t packed() const {
    return (uint64_t{step % kMostSteps} << kNodeBits) | node;
  }

  CallTree::Node node;
  uint32_t step;
};

}  // namespace heddle::runtime
