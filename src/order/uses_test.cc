// SPDX-License-Identifier: Apache-2.0
#include "order/uses.h"

#include "order/mark.h"
#include "order/partial_order.h"
#include "order/trace_order.h"
#include "order/trace_testing.h"

#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::order {
namespace {

using namespace testing;
using event::Resource;
using event::ResourceKind;
using event::Use;

constexpr Resource kRandom{ResourceKind::random};
constexpr Resource kOne{ResourceKind::descriptor, 1};
constexpr Resource kOther{ResourceKind::descriptor, 2};
constexpr Resource kAllOfThem{ResourceKind::descriptor};

// Steps that use something besides what they are on, and who tells.
class Ground {
 public:
  Event uses(Event step, const Resource& resource, Use use) {
    records_.push_back({resource.name, step.uses(), resource.kind, use, 0});
    count_ = records_.size();
    step.set_uses(static_cast<uint32_t>(records_.size()));
    return step;
  }

  [[nodiscard]] Uses told() const { return {nullptr, records_.data(), &count_}; }

  [[nodiscard]] bool are_dependent(const Event& a, const Event& b) const {
    const bool found = dependent(a, b, told());
    EXPECT_EQ(found, dependent(b, a, told()));
    EXPECT_EQ(found, dependent(mark_of(a), mark_of(b), told()));
    EXPECT_EQ(found, dependent(mark_of(b), mark_of(a), told()));
    EXPECT_TRUE(!found || (bits_of(mark_of(a)) & bits_of(mark_of(b))) != 0);
    return found;
  }

 private:
  std::vector<event::UseRecord> records_;
  uint64_t count_ = 0;
};

Event load(ThreadId thread, uint32_t offset) {
  return accesses(thread, OpKind::atomic_load, offset, 4);
}

Event allocates(ThreadId thread, uint64_t size, int32_t block) {
  Event step = does(thread, OpKind::reuse, kX, block);
  step.identity = size;
  return step;
}

// A malloc reads the list of freed blocks, and changes it if it takes one; a free changes it.
TEST(Uses, OfFreedBlocksMakeMallocsDependOnFreesOfTheirSize) {
  Ground ground;
  const Event frees =
      ground.uses(does(kB, OpKind::mutex_lock, kY), {ResourceKind::heap_block, 64}, Use::changes);
  const Event frees_many = ground.uses(does(kB, OpKind::mutex_lock, kY),
                                       {ResourceKind::heap_block, event::kWholeKind}, Use::changes);
  EXPECT_TRUE(ground.are_dependent(allocates(kA, 64, 0), frees));
  EXPECT_TRUE(ground.are_dependent(allocates(kA, 64, 1), frees));
  EXPECT_FALSE(ground.are_dependent(allocates(kA, 128, 0), frees));
  EXPECT_TRUE(ground.are_dependent(allocates(kA, 128, 0), frees_many));
  EXPECT_FALSE(ground.are_dependent(allocates(kA, 64, 0), allocates(kB, 64, 0)));
  EXPECT_TRUE(ground.are_dependent(allocates(kA, 64, 0), allocates(kB, 64, 1)));
  EXPECT_FALSE(ground.are_dependent(allocates(kA, 64, 1), allocates(kB, 128, 1)));
}

TEST(Uses, MakeStepsDependOnEachOtherAsTheirKindSays) {
  Ground ground;
  struct Row {
    Resource a;
    Use use_a;
    Resource b;
    Use use_b;
    bool expected;
    const char* why;
  };
  const Row rows[] = {
      {kRandom, Use::changes, kRandom, Use::changes, true, "both change it"},
      {kRandom, Use::reads, kRandom, Use::changes, true, "one changes it"},
      {kRandom, Use::reads, kRandom, Use::reads, false, "both read it"},
      {kRandom, Use::changes, kOne, Use::changes, false, "they are of different kinds"},
      {kOne, Use::changes, kOne, Use::reads, true, "it is the same one"},
      {kOne, Use::changes, kOther, Use::changes, false, "they are different ones"},
      {kOne, Use::reads, kOther, Use::changes, false, "they are different ones, one is read"},
      {kOne, Use::reads, kAllOfThem, Use::changes, true, "it is one of all"},
      {kOne, Use::changes, kAllOfThem, Use::reads, true, "it is one of all that are read"},
      {kOne, Use::reads, kAllOfThem, Use::reads, false, "all is only read"},
      {kAllOfThem, Use::changes, kAllOfThem, Use::changes, true, "all is all"},
  };
  for (const Row& row : rows) {
    const Event a = ground.uses(load(kA, 0), row.a, row.use_a);
    const Event b = ground.uses(load(kB, 8), row.b, row.use_b);
    EXPECT_EQ(ground.are_dependent(a, b), row.expected) << row.why;
    EXPECT_FALSE(ground.are_dependent(a, load(kB, 8))) << "the other uses nothing";
  }
}

TEST(Uses, SeveralOfAStepAllCount) {
  Ground ground;
  Event a = ground.uses(load(kA, 0), kOne, Use::reads);
  a = ground.uses(a, kRandom, Use::changes);
  EXPECT_TRUE(ground.are_dependent(a, ground.uses(load(kB, 8), kRandom, Use::reads)));
  EXPECT_TRUE(ground.are_dependent(a, ground.uses(load(kB, 8), kOne, Use::changes)));
  EXPECT_FALSE(ground.are_dependent(a, ground.uses(load(kB, 8), kOne, Use::reads)));
}

TEST(Uses, OfAOnceFlagDependOnTheStepThatFinishesIt) {
  Ground ground;
  const Event finish = does(kA, OpKind::once_finish);
  const Event look = ground.uses(load(kB, 8), {ResourceKind::once, identity_of(kX)}, Use::reads);
  EXPECT_TRUE(ground.are_dependent(finish, look));
  EXPECT_FALSE(ground.are_dependent(does(kA, OpKind::once_enter), look));
  EXPECT_FALSE(ground.are_dependent(does(kA, OpKind::once_finish, kY), look));
}

// When main has ended, the last of the others ends the process.
TEST(Uses, OfTheOrderInWhichThreadsEndDependOnAllEnds) {
  Ground ground;
  const Event main = ground.uses(by(kA, OpKind::thread_end), {ResourceKind::ending}, Use::changes);
  const Event late = ground.uses(by(kC, OpKind::thread_end), {ResourceKind::ending}, Use::changes);
  EXPECT_TRUE(ground.are_dependent(by(kB, OpKind::thread_end), main));
  EXPECT_TRUE(ground.are_dependent(main, late));
  EXPECT_FALSE(ground.are_dependent(by(kB, OpKind::thread_end), by(kC, OpKind::thread_end)));
}

// What a step uses that was not done there is not known, so it may be anything.
TEST(Uses, ThatAreGuessedMayMeetAllThatAreKnown) {
  Ground ground;
  const Mark guess = worst_mark_of(load(kB, 8));
  const Mark uses = mark_of(ground.uses(load(kA, 0), kOne, Use::reads));
  EXPECT_TRUE(dependent(guess, uses, ground.told()));
  EXPECT_TRUE(dependent(guess, worst_mark_of(load(kA, 0)), ground.told()));
  EXPECT_TRUE(dependent(guess, mark_of(does(kA, OpKind::once_finish)), ground.told()));
  EXPECT_FALSE(dependent(guess, mark_of(load(kA, 0)), ground.told()));
  EXPECT_FALSE(dependent(guess, worst_mark_of(load(kA, 0)), Uses()))
      << "where nothing is ever used, there is nothing to guess";
}

class States : public ::testing::Test {
 protected:
  Fingerprint state_of(const Log& log) {
    TraceOrder order({memory_.get(), TraceOrder::bytes_needed()}, ground_.told());
    order.begin();
    order.add(log);
    const Fingerprint found = order.fingerprint();
    order.follow(log);
    EXPECT_EQ(order.fingerprint(), found);
    return found;
  }

  Ground ground_;

 private:
  std::unique_ptr<std::byte[]> memory_{new std::byte[TraceOrder::bytes_needed()]()};
};

TEST_F(States, TellTheOrderOfUsesThatDependOnEachOther) {
  const Event a = ground_.uses(load(kA, 0), kRandom, Use::changes);
  const Event b = ground_.uses(load(kB, 8), kRandom, Use::changes);
  const Event c = ground_.uses(load(kC, 16), kOne, Use::changes);
  EXPECT_NE(state_of({a, b, c}), state_of({b, a, c}));
  EXPECT_EQ(state_of({a, b, c}), state_of({c, a, b}));
  EXPECT_NE(state_of({a, b}), state_of({load(kA, 0), load(kB, 8)}));
}

TEST_F(States, TellTheWholeOfAKindFromOneOfIt) {
  const Event one = ground_.uses(load(kA, 0), kOne, Use::changes);
  const Event other = ground_.uses(load(kB, 8), kOther, Use::changes);
  const Event all = ground_.uses(load(kC, 16), kAllOfThem, Use::reads);
  EXPECT_EQ(state_of({one, other, all}), state_of({other, one, all}));
  EXPECT_NE(state_of({one, all, other}), state_of({one, other, all}));
  EXPECT_NE(state_of({all, one, other}), state_of({one, all, other}));
}

TEST(Races, AreFoundBetweenUses) {
  Ground ground;
  const Log log = {ground.uses(load(kA, 0), kRandom, Use::changes), load(kA, 0),
                   ground.uses(load(kB, 8), kRandom, Use::changes)};
  std::vector<std::byte> memory(PartialOrder::bytes_needed(8));
  base::Region region(memory.data(), memory.size());
  PartialOrder order(region, 8, ground.told());
  ASSERT_TRUE(order.follow(log, 0, false));
  EXPECT_TRUE(order.before(0, 2));
  EXPECT_FALSE(order.before(1, 2));
  std::vector<uint32_t> races;
  order.for_each_race(2, [&](uint32_t a, const Mark& turned) {
    races.push_back(a);
    EXPECT_TRUE(turned.guessed);
  });
  EXPECT_EQ(races, std::vector<uint32_t>{0});
}

}  // namespace
}  // namespace heddle::order
