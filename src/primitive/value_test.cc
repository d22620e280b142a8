// SPDX-License-Identifier: Apache-2.0
#include "primitive/value.h"

#include "primitive/random_walk.h"
#include "primitive/testing.h"
#include "primitive/undo.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::primitive {
namespace {

using event::ObjectId;
using event::ObjectKind;
using event::Operation;
using event::OpKind;
using event::ThreadId;
using testing::packed;
using testing::RandomWalk;

std::span<const std::byte> bytes_of(const std::string& packed) {
  return std::as_bytes(std::span(packed));
}

// A state of a walk, and what its threads do next.
class Walker {
 public:
  explicit Walker(RandomWalk& walk) : walk_(walk) {
    RandomWalk::populate(*state_);
    for (uint32_t i = 0; i < RandomWalk::kThreads; ++i) {
      state_->announce(ThreadId{i}, walk.any());
    }
  }

  State& state() { return *state_; }

  // One step by one of the threads that can go on, if there is one.
  bool step() {
    if (!walk_.choose(*state_, thread, alternative)) {
      return false;
    }
    take();
    return true;
  }
  void take() {
    effect = state_->apply(thread, alternative);
    if (!state_->thread(thread).ended) {
      next = walk_.next(state_->thread(thread), effect);
      state_->announce(thread, next);
    }
  }

  ThreadId thread{};
  uint32_t alternative = 0;
  Effect effect;
  Operation next;

 private:
  RandomWalk& walk_;
  OwnState state_;
};

void expect_same(const Effect& one, const Effect& other) {
  EXPECT_EQ(one.result, other.result);
  EXPECT_EQ(one.yielded, other.yielded);
  EXPECT_EQ(one.misuse, other.misuse);
  EXPECT_EQ(one.timed_out, other.timed_out);
  EXPECT_EQ(one.other, other.other);
  EXPECT_EQ(one.value, other.value);
}

void expect_same(const Readiness& one, const Readiness& other) {
  EXPECT_EQ(one.alternatives, other.alternatives);
  EXPECT_EQ(one.by_time, other.by_time);
  EXPECT_EQ(one.truncated, other.truncated);
}

constexpr uint64_t kWalks = 400;
constexpr int kSteps = 40;

void expect_same_readiness(const State& one, const State& other) {
  for (uint32_t thread = 0; thread < RandomWalk::kThreads; ++thread) {
    expect_same(one.readiness(ThreadId{thread}), other.readiness(ThreadId{thread}));
  }
}

// What the walker has just done.
void do_the_same(State& state, const Walker& walker) {
  expect_same(state.apply(walker.thread, walker.alternative), walker.effect);
  if (!state.thread(walker.thread).ended) {
    state.announce(walker.thread, walker.next);
  }
}

// All states of some walks, and whether those that are met again, in another way, are asked and do
// a step as they did when they were met first.
class MetStates {
 public:
  bool step(Walker& walker) {
    auto& first = seen_[packed(walker.state())];
    if (first == nullptr) {
      first = std::make_unique<OwnState>();
      (*first)->assign(walker.state());
      return walker.step();
    }
    ++again;
    EXPECT_TRUE(are_equal(walker.state(), **first));
    EXPECT_EQ(hash(walker.state()), hash(**first));
    expect_same_readiness(walker.state(), **first);
    OwnState then;
    then->assign(**first);
    if (!walker.step()) {
      return false;
    }
    do_the_same(*then, walker);
    EXPECT_EQ(packed(*then), packed(walker.state()));
    return true;
  }

  size_t again = 0;

 private:
  std::map<std::string, std::unique_ptr<OwnState>> seen_;
};

TEST(ValuesOfStates, ThatAreEqualBehaveEqually) {
  size_t again = 0;
  for (uint64_t seed = 0; seed < kWalks / 4; ++seed) {
    SCOPED_TRACE(seed);
    RandomWalk walk(seed);
    MetStates met;
    for (int i = 0; i < 40; ++i) {
      Walker walker(walk);
      for (int at = 0; at < kSteps && met.step(walker); ++at) {
      }
    }
    again += met.again;
  }
  EXPECT_GT(again, 1000U);
}

TEST(ValuesOfStates, ThatDifferHaveOtherBytes) {
  for (uint64_t seed = 0; seed < kWalks; ++seed) {
    RandomWalk walk(seed);
    Walker one(walk);
    Walker other(walk);
    for (int at = 0; at < kSteps && one.step() && other.step(); ++at) {
      ASSERT_EQ(packed(one.state()) == packed(other.state()),
                are_equal(one.state(), other.state()));
    }
  }
}

TEST(ValuesOfStates, AreUnpackedAsTheyWerePacked) {
  for (uint64_t seed = 0; seed < kWalks; ++seed) {
    RandomWalk walk(seed);
    Walker walker(walk);
    OwnState other;
    RandomWalk::populate(*other);
    do {
      const std::string value = packed(walker.state());
      ASSERT_TRUE(unpack(bytes_of(value), *other));
      ASSERT_EQ(packed(*other), value);
      ASSERT_TRUE(are_equal(*other, walker.state()));
      expect_same_readiness(*other, walker.state());
    } while (walk.below(kSteps) != 0 && walker.step());
  }
}

TEST(ValuesOfStates, BytesThatAreNoStateAreRefused) {
  RandomWalk walk(1);
  Walker walker(walk);
  while (walk.below(kSteps) != 0 && walker.step()) {
  }
  const std::string value = packed(walker.state());
  OwnState other;
  for (size_t i = 0; i < value.size(); ++i) {
    EXPECT_FALSE(unpack(bytes_of(value.substr(0, i)), *other));
  }
  EXPECT_FALSE(unpack(bytes_of(value + "x"), *other));
  for (size_t i = 0; i < value.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = value;
      changed[i] = static_cast<char>(changed[i] ^ (1 << bit));
      if (unpack(bytes_of(changed), *other)) {
        EXPECT_NE(packed(*other), value);
      }
    }
  }
}

// As a renamed step should tell it; of a futex wake, the threads that it woke are told by number.
Effect renamed_effect(const Effect& effect, const Renaming& renaming, bool wakes) {
  Effect renamed = effect;
  renamed.other = renaming.of(effect.other);
  if (wakes) {
    renamed.value = 0;
    for (uint32_t i = 0; i < RandomWalk::kThreads; ++i) {
      renamed.value |= (effect.value >> i & 1) << event::index(renaming.of(ThreadId{i}));
    }
  }
  return renamed;
}

// The renamed step of the renamed state comes to the renamed state.
void rename_a_walk(uint64_t seed) {
  RandomWalk walk(seed);
  Walker walker(walk);
  const auto threads = walk.permutation<ThreadId>(walker.state().thread_count());
  const auto objects = walk.permutation<ObjectId>(walker.state().object_count());
  const Renaming renaming{threads, objects};
  OwnState renamed;
  OwnState again;
  rename(walker.state(), renaming, *renamed);
  for (int at = 0; at < kSteps; ++at) {
    for (uint32_t i = 0; i < RandomWalk::kThreads; ++i) {
      expect_same(walker.state().readiness(ThreadId{i}),
                  renamed->readiness(renaming.of(ThreadId{i})));
    }
    if (!walker.step()) {
      return;
    }
    const ThreadId thread = renaming.of(walker.thread);
    const bool wakes = renamed->thread(thread).pending.kind == OpKind::futex_wake;
    expect_same(renamed->apply(thread, walker.alternative),
                renamed_effect(walker.effect, renaming, wakes));
    if (!renamed->thread(thread).ended) {
      renamed->announce(thread, renaming.of(walker.next));
    }
    rename(walker.state(), renaming, *again);
    ASSERT_EQ(packed(*renamed), packed(*again));
  }
}

TEST(ValuesOfStates, RenamingCommutesWithSteps) {
  for (uint64_t seed = 0; seed < kWalks; ++seed) {
    SCOPED_TRACE(seed);
    rename_a_walk(seed);
  }
}

TEST(ValuesOfStates, StepsAreTakenBack) {
  const size_t bytes = UndoStack::bytes_needed(kSteps);
  const auto memory = std::make_unique<std::byte[]>(bytes);
  for (uint64_t seed = 0; seed < kWalks; ++seed) {
    RandomWalk walk(seed);
    Walker walker(walk);
    base::Region region(memory.get(), bytes);
    UndoStack undo(region, kSteps);
    std::vector<std::string> values;
    for (int at = 0; at < 3 * kSteps; ++at) {
      const bool back = !values.empty() && (walk.below(3) == 0 || values.size() == kSteps);
      if (back) {
        undo.take_back(walker.state());
        ASSERT_EQ(packed(walker.state()), values.back()) << "seed " << seed;
        values.pop_back();
      } else if (walk.choose(walker.state(), walker.thread, walker.alternative)) {
        values.push_back(packed(walker.state()));
        undo.keep(walker.state(), walker.thread);
        walker.take();
      }
    }
  }
}

TEST(ValuesOfStates, ThreadsAndObjectsThatAreNewAreTakenBack) {
  const size_t bytes = UndoStack::bytes_needed(2);
  const auto memory = std::make_unique<std::byte[]>(bytes);
  base::Region region(memory.get(), bytes);
  UndoStack undo(region, 2);
  OwnState state;
  const ThreadId a = state->add_thread(event::kNoThread, false);
  state->announce(a, {.kind = OpKind::thread_create});
  const std::string before = packed(*state);
  undo.keep(*state, a);
  state->apply(a, 0);
  state->announce(state->add_thread(a, false), {.kind = OpKind::yield});
  state->announce(
      a, {.kind = OpKind::sem_post, .object = state->add_object({.kind = ObjectKind::semaphore})});
  EXPECT_NE(packed(*state), before);
  undo.take_back(*state);
  EXPECT_EQ(packed(*state), before);
}

// Time goes by what was done, and nothing that is done goes by it.
TEST(ValuesOfStates, AreTheSameWithClocksAndWithout) {
  for (uint64_t seed = 0; seed < kWalks; ++seed) {
    RandomWalk walk(seed);
    Walker walker(walk);
    OwnWorld world;
    RandomWalk::populate(*world);
    for (uint32_t i = 0; i < RandomWalk::kThreads; ++i) {
      world->announce(ThreadId{i}, walker.state().thread(ThreadId{i}).pending);
    }
    for (int at = 0; at < kSteps && walker.step(); ++at) {
      expect_same(world->apply(walker.thread, walker.alternative, 1), walker.effect);
      if (!world->thread(walker.thread).ended) {
        world->announce(walker.thread, walker.next);
      }
      ASSERT_EQ(packed(*world), packed(walker.state()));
    }
  }
}

}  // namespace
}  // namespace heddle::primitive
