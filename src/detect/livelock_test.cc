// SPDX-License-Identifier: Apache-2.0
#include "detect/livelock.h"

#include "primitive/testing.h"

#include <vector>

#include <gtest/gtest.h>

namespace heddle::detect {
namespace {

using event::Event;
using event::Finding;
using event::FindingKind;
using event::OpKind;
using event::ThreadId;

constexpr uint32_t kLimit = 10;
constexpr size_t kMost = 40;

class Livelocks : public ::testing::Test {
 protected:
  Livelocks() { main_ = world_->add_thread(event::kNoThread, false); }

  // Whether the step is one too many.
  bool step(const Event& event) {
    log_.push_back(event);
    return livelock_.after_step(event, static_cast<uint32_t>(log_.size() - 1), finding_);
  }
  bool step(OpKind kind = OpKind::mutex_lock) { return step(Event{.thread = main_, .kind = kind}); }
  bool create() {
    const ThreadId child = world_->add_thread(main_, false);
    return step(Event{.thread = main_, .kind = OpKind::thread_create, .other = child});
  }
  // How many steps of that kind there can be.
  uint32_t steps_left(const Event& event) {
    uint32_t count = 0;
    while (!step(event)) {
      ++count;
    }
    return count;
  }

  primitive::testing::TestWorld world_;
  ThreadId main_;
  std::vector<std::byte> bytes_ = std::vector<std::byte>(100 * sizeof(Event));
  base::Region region_{bytes_.data(), bytes_.size()};
  explore::Log log_{region_, 90};
  Livelock livelock_{kLimit, kMost, *world_, log_};
  Finding finding_;
};

TEST_F(Livelocks, AStepBeyondTheLimitIsALivelockOfWhoDidIt) {
  world_->add_thread(main_, false);  // before the log begins
  EXPECT_EQ(steps_left({.thread = ThreadId{1}}), kLimit);
  EXPECT_EQ(finding_.kind, FindingKind::livelock);
  EXPECT_EQ(finding_.thread, ThreadId{1});
}

TEST_F(Livelocks, AnExitBeyondTheLimitIsAnEndAllTheSame) {
  world_->add_thread(main_, false);
  for (uint32_t i = 0; i < kLimit; ++i) {
    EXPECT_FALSE(step());
  }
  EXPECT_FALSE(step(OpKind::process_exit));
}

TEST_F(Livelocks, StepsOfAThreadThatIsAloneDoNotCount) {
  for (uint32_t i = 0; i < 15; ++i) {
    EXPECT_FALSE(step());
  }
  EXPECT_FALSE(create());
  EXPECT_EQ(steps_left({.thread = main_}), kLimit);
}

TEST_F(Livelocks, NorDoThoseAfterTheOthersWereJoined) {
  EXPECT_FALSE(create());
  world_->thread(ThreadId{1}).ended = true;
  EXPECT_FALSE(step(Event{.thread = ThreadId{1}, .kind = OpKind::thread_end}));
  world_->thread(ThreadId{1}).joined = true;
  EXPECT_FALSE(step(Event{.thread = main_, .kind = OpKind::thread_join, .other = ThreadId{1}}));
  for (uint32_t i = 0; i < 15; ++i) {
    EXPECT_FALSE(step());
  }
  EXPECT_FALSE(create());
  EXPECT_EQ(steps_left({.thread = main_}), kLimit - 2);
}

TEST_F(Livelocks, ThoseAfterTheOthersHaveEndedDo) {
  EXPECT_FALSE(create());
  world_->thread(ThreadId{1}).ended = true;
  EXPECT_FALSE(step(Event{.thread = ThreadId{1}, .kind = OpKind::thread_end}));
  EXPECT_EQ(steps_left({.thread = main_}), kLimit - 1);
}

TEST_F(Livelocks, EachExecutionIsCountedAnew) {
  world_->add_thread(main_, false);
  for (int execution = 0; execution < 3; ++execution) {
    EXPECT_EQ(steps_left({.thread = main_}), kLimit);
    log_.clear();
  }
}

TEST_F(Livelocks, YieldsOfAThreadThatIsAloneDo) {
  EXPECT_EQ(steps_left({.thread = main_, .kind = OpKind::yield, .yielded = true}), kLimit);
}

TEST_F(Livelocks, ThereIsALimitForAllOfThem) { EXPECT_EQ(steps_left({.thread = main_}), kMost); }

TEST_F(Livelocks, AStandstillOrAnExitIsNone) {
  EXPECT_FALSE(livelock_.at_standstill(finding_));
  EXPECT_FALSE(livelock_.at_exit(0, finding_));
}

}  // namespace
}  // namespace heddle::detect
