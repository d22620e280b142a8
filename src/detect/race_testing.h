// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "detect/race.h"

#include <string>

#include <gtest/gtest.h>
#include <sys/mman.h>

// What tests of races and of freed memory share.
namespace heddle::detect::testing {

using event::AccessKind;
using event::ObjectId;
using event::Operation;
using event::OpKind;
using event::ThreadId;

inline constexpr ThreadId kA{1};
inline constexpr ThreadId kB{2};
inline constexpr ThreadId kC{3};
inline constexpr uint64_t kHere = 0x7ffff7a01000;

// Three threads, and the words of a test: what each does to memory.
class RaceTest : public ::testing::Test {
 public:
  RaceTest() { begin(); }
  ~RaceTest() override { munmap(memory_, bytes_); }

  void begin() {
    order_.begin_execution();
    races_.begin_execution();
    order_.add_thread(event::kMainThread, event::kNoThread);
    for (const ThreadId thread : {kA, kB, kC}) {
      order_.add_thread(thread, event::kMainThread);
    }
  }

  Races::Now now(ThreadId thread) { return races_.now(order_, thread); }
  void step(ThreadId thread, const Operation& operation = {}) {
    order_.arrive(thread, operation, {});
    order_.depart(thread, operation, {});
  }
  // What `from` did so far is before what `to` does from now on.
  void hands_over(ThreadId from, ThreadId to) {
    const Operation unlock{.kind = OpKind::mutex_unlock, .object = ObjectId{0}};
    const Operation lock{.kind = OpKind::mutex_lock, .object = ObjectId{0}};
    step(from, unlock);
    step(to, lock);
  }

  // What there is to say of an access: for each that races with it, "thread place @offset+bytes".
  std::string access(ThreadId thread, AccessKind kind, uint64_t offset, uint64_t bytes,
                     uint64_t place = 9, bool visible = false) {
    return said(races_.access(now(thread), kHere + offset, bytes, kind, place, visible));
  }
  void tell_places_by(uint64_t bits) { races_.tell_places_by(bits); }
  std::string reads(ThreadId thread, uint64_t offset, uint64_t bytes, uint64_t place = 9) {
    return access(thread, AccessKind::read, offset, bytes, place);
  }
  std::string writes(ThreadId thread, uint64_t offset, uint64_t bytes, uint64_t place = 9) {
    return access(thread, AccessKind::write, offset, bytes, place);
  }
  std::string visibly(ThreadId thread, AccessKind kind, uint64_t offset, uint64_t bytes,
                      uint64_t place) {
    return access(thread, kind, offset, bytes, place, true);
  }
  std::string by_place(ThreadId thread, AccessKind kind, uint64_t offset, uint64_t bytes,
                       uint64_t place) {
    return said(races_.access_by_place(now(thread), kHere + offset, bytes, kind, place));
  }
  std::string frees(ThreadId thread, uint64_t offset, uint64_t bytes, uint64_t place = 9) {
    return said(races_.deallocate(now(thread), kHere + offset, bytes, place));
  }
  void allocate(uint64_t offset, uint64_t bytes) { races_.allocate(kHere + offset, bytes); }
  bool is_freed(uint64_t offset, uint64_t bytes) { return races_.is_freed(kHere + offset, bytes); }

  Races& races() { return races_; }

 private:
  std::string said(bool nothing) {
    std::string text;
    if (nothing) {
      return text;
    }
    for (const Races::Found& found : races_.found()) {
      text += std::string(text.empty() ? "" : ", ") + (found.use_after_free ? "freed by " : "") +
              "?abc"[event::index(found.first.thread)] + ' ' + std::to_string(found.first.place) +
              " @" + std::to_string(found.address - kHere) + '+' + std::to_string(found.bytes);
    }
    return text;
  }

  const size_t bytes_ = order::HappensBefore::bytes_needed() + Races::bytes_needed();
  void* const memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  base::Region region_{memory_, bytes_};
  order::HappensBefore order_{region_};
  Races races_{region_};
};

}  // namespace heddle::detect::testing
