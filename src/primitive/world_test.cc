// SPDX-License-Identifier: Apache-2.0
#include "primitive/world.h"

#include "primitive/testing.h"

#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::primitive {
namespace {

using event::ObjectKind;
using event::Operation;
using event::OpKind;
using event::ThreadId;

class CandidatesTest : public testing::WorldTest {
 protected:
  std::vector<event::Candidate> candidates() {
    const std::span<event::Candidate> found = world->candidates(room_);
    return {found.begin(), found.end()};
  }

  // What they are if all threads are looked at now.
  [[nodiscard]] std::vector<ThreadId> ready_threads() const {
    std::vector<ThreadId> ready;
    for (size_t i = 0; i < world->thread_count(); ++i) {
      if (world->readiness(static_cast<ThreadId>(i)).alternatives > 0) {
        ready.push_back(static_cast<ThreadId>(i));
      }
    }
    return ready;
  }

  [[nodiscard]] Operation lock(bool timed = false) const {
    return {.kind = OpKind::mutex_lock, .timed = timed, .object = mutex};
  }

  [[nodiscard]] Operation store() const {
    return {.kind = OpKind::atomic_store, .bytes = 4, .object = memory};
  }

  const event::ObjectId mutex = add(ObjectKind::mutex);
  const event::ObjectId memory = add(ObjectKind::memory);

 private:
  event::Candidate room_[16];
};

TEST_F(CandidatesTest, AreThoseThatAreReadyInTheOrderOfThreads) {
  does(a, lock());
  world->announce(c, {.kind = OpKind::yield});
  world->announce(b, lock(true));
  world->announce(a, lock());
  const std::vector<event::Candidate> found = candidates();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].thread, b);
  EXPECT_TRUE(found[0].by_time);
  EXPECT_EQ(found[0].operation, &world->thread(b).pending);
  EXPECT_EQ(found[1].thread, c);
  EXPECT_FALSE(found[1].by_time);
}

TEST_F(CandidatesTest, AreNotThreadsThatHaveAnnouncedNothingOrHaveEnded) {
  does(a, {.kind = OpKind::thread_end});
  world->announce(c, {.kind = OpKind::yield});
  ASSERT_EQ(candidates().size(), 1U);
  EXPECT_EQ(candidates()[0].thread, c);
}

TEST_F(CandidatesTest, ComeWithAllWaysToGoOn) {
  const event::ObjectId word = add(ObjectKind::futex);
  for (const ThreadId thread : {b, c}) {
    world->announce(thread, {.kind = OpKind::futex_woken, .object = word});
  }
  world->announce(a, {.kind = OpKind::futex_wake, .object = word, .argument = 1});
  ASSERT_EQ(candidates().size(), 1U);
  EXPECT_EQ(candidates()[0].alternatives, 2);
  goes_on(a, 1);
  ASSERT_EQ(candidates().size(), 1U);
  EXPECT_EQ(candidates()[0].thread, c);
}

TEST_F(CandidatesTest, StayTheSameWhileOneThreadAccessesMemory) {
  world->announce(a, store());
  world->announce(b, lock());
  world->announce(c, store());
  EXPECT_EQ(candidates().size(), 3U);
  EXPECT_TRUE(world->has_same_candidates());
  for (const ThreadId thread : {a, a, c, a}) {
    world->apply_access(thread);
    world->announce(thread, store());
    EXPECT_TRUE(world->has_same_candidates());
    EXPECT_EQ(candidates().size(), ready_threads().size());
    EXPECT_EQ(candidates()[0].operation, &world->thread(a).pending);
  }
}

TEST_F(CandidatesTest, MayBeOthersAfterAnythingElse) {
  const auto begin = [this] {
    world->announce(a, store());
    world->announce(b, lock());
    candidates();
    EXPECT_TRUE(world->has_same_candidates());
    world->apply_access(a);
  };
  begin();
  world->announce(a, lock());  // what it would do is no access
  EXPECT_FALSE(world->has_same_candidates());
  begin();
  world->announce(a, store());
  goes_on(b);
  EXPECT_FALSE(world->has_same_candidates());
  world->announce(b, {.kind = OpKind::mutex_unlock, .object = mutex});
  goes_on(b);
  begin();
  world->announce(c, store());  // nobody has looked at it
  EXPECT_FALSE(world->has_same_candidates());
  begin();
  world->add_thread(a, false);
  EXPECT_FALSE(world->has_same_candidates());
  begin();
  EXPECT_EQ(world->destroy(add(ObjectKind::semaphore)), event::Misuse::none);
  EXPECT_FALSE(world->has_same_candidates());
}

// What was seen when all were looked at says nothing after another step.
TEST_F(CandidatesTest, OneThatIsNoLongerReadyIsNotLetThrough) {
  world->announce(a, lock());
  world->announce(b, lock());
  EXPECT_EQ(candidates().size(), 2U);
  goes_on(a);
  EXPECT_EXIT(goes_on(b), ::testing::ExitedWithCode(base::kInternalErrorStatus),
              "only what is ready should be done");
}

TEST_F(CandidatesTest, OneThatIsNotReadyIsNotLetThrough) {
  does(a, lock());
  world->announce(b, lock());
  EXPECT_TRUE(candidates().empty());
  EXPECT_EXIT(goes_on(b), ::testing::ExitedWithCode(base::kInternalErrorStatus),
              "only what is ready should be done");
}

}  // namespace
}  // namespace heddle::primitive
