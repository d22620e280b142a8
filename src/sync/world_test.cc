// SPDX-License-Identifier: Apache-2.0
#include "sync/world.h"

#include "sync/testing.h"

#include <vector>

#include <gtest/gtest.h>

namespace heddle::sync {
namespace {

using event::ObjectKind;
using event::Operation;
using event::OpKind;
using event::ThreadId;

class CandidatesTest : public testing::WorldTest {
 protected:
  std::vector<event::Candidate> candidates() {
    std::vector<event::Candidate> found(world->thread_count());
    found.resize(world->candidates(found.data()));
    return found;
  }

  [[nodiscard]] Operation lock(bool timed = false) const {
    return {.kind = OpKind::mutex_lock, .timed = timed, .object = mutex};
  }

  const event::ObjectId mutex = add(ObjectKind::mutex);
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
}  // namespace heddle::sync
