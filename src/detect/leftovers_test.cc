// SPDX-License-Identifier: Apache-2.0
#include "detect/leftovers.h"

#include "primitive/testing.h"

#include <set>

namespace heddle::detect {
namespace {

using event::FindingKind;
using event::Misuse;
using event::ObjectId;
using event::ObjectKind;
using event::Operation;
using event::OpKind;
using event::ThreadId;

// a is the main thread; it ends the process, which has nothing announced then.
class LeftoversTest : public primitive::testing::WorldTest {
 public:
  bool at_exit(bool strict = false) {
    finding = {};
    return Leftovers(*world, kinds_, strict).at_exit(0, finding);
  }

  // What was noted so far.
  std::set<Misuse> noted() const {
    std::set<Misuse> result;
    for (uint32_t kind = 0; kind < 32; ++kind) {
      if ((kinds_ >> kind & 1) != 0) {
        result.insert(static_cast<Misuse>(kind));
      }
    }
    return result;
  }

  void end_and_join(ThreadId thread) {
    does(thread, kEnd);
    does(a, {.kind = OpKind::thread_join, .thread = thread});
  }

  using Notes = std::set<Misuse>;
  static constexpr Operation kEnd{.kind = OpKind::thread_end};
  static constexpr Operation kYield{.kind = OpKind::yield};
  event::Finding finding;

 private:
  uint32_t kinds_ = 0;
};

TEST_F(LeftoversTest, NothingIsLeftWhenAllThreadsAreJoinedOrDetached) {
  end_and_join(b);
  does(c, kEnd);
  does(a, {.kind = OpKind::thread_detach, .thread = c});
  EXPECT_FALSE(at_exit(true));
  EXPECT_EQ(noted(), Notes{});
}

TEST_F(LeftoversTest, AThreadThatStillRunsIsNotedAndAFindingOnlyWhenStrict) {
  end_and_join(b);
  comes_to(c, kYield);
  EXPECT_FALSE(at_exit());
  EXPECT_EQ(noted(), (Notes{Misuse::thread_left_running}));
  EXPECT_TRUE(at_exit(true));
  EXPECT_EQ(finding.kind, FindingKind::misuse);
  EXPECT_EQ(finding.misuse, Misuse::thread_left_running);
  EXPECT_EQ(finding.thread, c);
}

TEST_F(LeftoversTest, AThreadThatWasNotJoinedIsNoted) {
  end_and_join(b);
  does(c, kEnd);
  EXPECT_TRUE(at_exit(true));
  EXPECT_EQ(finding.misuse, Misuse::thread_not_joined);
  EXPECT_EQ(finding.thread, c);
  EXPECT_EQ(noted(), (Notes{Misuse::thread_not_joined}));
}

TEST_F(LeftoversTest, ALockHeldByAThreadThatHasEndedIsNoted) {
  const ObjectId m = add(ObjectKind::mutex);
  does(b, {.kind = OpKind::mutex_lock, .object = m});
  end_and_join(b);
  end_and_join(c);
  EXPECT_TRUE(at_exit(true));
  EXPECT_EQ(finding.misuse, Misuse::lock_held_at_end);
  EXPECT_EQ(finding.thread, b);
  EXPECT_EQ(finding.object, m);
}

TEST_F(LeftoversTest, ALockHeldByTheThreadThatExitsIsNot) {
  const ObjectId m = add(ObjectKind::mutex);
  does(a, {.kind = OpKind::mutex_lock, .object = m});
  end_and_join(b);
  end_and_join(c);
  EXPECT_FALSE(at_exit(true));
}

TEST_F(LeftoversTest, AnObjectThatACallMadeAndNobodyDestroyedIsNoted) {
  end_and_join(b);
  end_and_join(c);
  add(ObjectKind::mutex);  // as by PTHREAD_MUTEX_INITIALIZER
  const ObjectId made = world->add_object({.kind = ObjectKind::semaphore, .made_by_call = true});
  EXPECT_TRUE(at_exit(true));
  EXPECT_EQ(finding.misuse, Misuse::object_not_destroyed);
  EXPECT_EQ(finding.object, made);
  world->destroy(made);
  EXPECT_FALSE(at_exit(true));
}

TEST_F(LeftoversTest, WhenStrictTheFirstIsTheFindingAndAllAreNoted) {
  does(b, {.kind = OpKind::mutex_lock, .object = add(ObjectKind::mutex)});
  does(b, kEnd);
  comes_to(c, kYield);
  EXPECT_TRUE(at_exit(true));
  EXPECT_EQ(finding.misuse, Misuse::thread_not_joined);
  EXPECT_EQ(noted(), (Notes{Misuse::thread_not_joined, Misuse::thread_left_running,
                            Misuse::lock_held_at_end}));
}

TEST_F(LeftoversTest, TwoThreadsLeftRunningInOneExecutionAreOneExecution) {
  comes_to(b, kYield);
  comes_to(c, kYield);
  at_exit();
  EXPECT_EQ(noted(), (Notes{Misuse::thread_left_running}));
}

}  // namespace
}  // namespace heddle::detect
