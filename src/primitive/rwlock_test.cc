// SPDX-License-Identifier: Apache-2.0
#include "primitive/testing.h"

#include <cerrno>

namespace heddle::primitive {
namespace {

using event::Misuse;
using event::ObjectId;
using event::ObjectKind;
using event::Operation;
using event::OpKind;

class RwlockTest : public testing::WorldTest {
 public:
  static Operation read(ObjectId lock) { return {.kind = OpKind::rwlock_rdlock, .object = lock}; }
  static Operation write(ObjectId lock) { return {.kind = OpKind::rwlock_wrlock, .object = lock}; }
  static Operation try_read(ObjectId lock) {
    return {.kind = OpKind::rwlock_tryrdlock, .object = lock};
  }
  static Operation try_write(ObjectId lock) {
    return {.kind = OpKind::rwlock_trywrlock, .object = lock};
  }
  static Operation unlock(ObjectId lock) { return {.kind = OpKind::rwlock_unlock, .object = lock}; }
  static Operation until(int64_t deadline, Operation operation) {
    operation.timed = true;
    operation.deadline = deadline;
    return operation;
  }

  const ObjectId lock = add(ObjectKind::rwlock);
  const ObjectId writers_first =
      world->add_object({.kind = ObjectKind::rwlock, .prefers_writers = true});
};

TEST_F(RwlockTest, ReadersShareAndKeepWritersOut) {
  does(a, read(lock));
  EXPECT_EQ(comes_to(b, read(lock)), "yes");
  goes_on(b);
  EXPECT_EQ(comes_to(c, write(lock)), "no");
  does(a, unlock(lock));
  EXPECT_EQ(can_go_on(c), "no");
  does(b, unlock(lock));
  EXPECT_EQ(can_go_on(c), "yes");
}

TEST_F(RwlockTest, AWriterIsAlone) {
  does(a, write(lock));
  EXPECT_EQ(comes_to(b, read(lock)), "no");
  EXPECT_EQ(comes_to(c, write(lock)), "no");
  EXPECT_EQ(does(a, unlock(lock)).result, 0);
  EXPECT_EQ(can_go_on(b), "yes");
  EXPECT_EQ(can_go_on(c), "yes");
}

TEST_F(RwlockTest, AReaderMayReadAgainAndUnlocksAsOften) {
  does(a, read(lock));
  does(a, read(lock));
  comes_to(b, write(lock));
  does(a, unlock(lock));
  EXPECT_EQ(can_go_on(b), "no");
  does(a, unlock(lock));
  EXPECT_EQ(can_go_on(b), "yes");
}

TEST_F(RwlockTest, AReaderThatAsksToWriteBlocks) {
  does(a, read(lock));
  EXPECT_EQ(comes_to(a, write(lock)), "no");
  EXPECT_EQ(does(b, read(lock)).result, 0);
}

TEST_F(RwlockTest, AWriterThatAsksAgainIsToldSo) {
  does(a, write(lock));
  EXPECT_EQ(comes_to(a, write(lock)), "yes");
  EXPECT_EQ(goes_on(a).result, EDEADLK);
  EXPECT_EQ(comes_to(a, read(lock)), "yes");
  EXPECT_EQ(goes_on(a).result, EDEADLK);
  EXPECT_EQ(does(a, unlock(lock)).result, 0);
  EXPECT_EQ(world->object(lock).owner, event::kNoThread);
}

TEST_F(RwlockTest, TriesNeverBlockAndFailWhereALockWould) {
  EXPECT_EQ(does(a, try_read(lock)).result, 0);
  EXPECT_EQ(does(b, try_read(lock)).result, 0);
  EXPECT_EQ(comes_to(c, try_write(lock)), "yes");
  EXPECT_EQ(goes_on(c).result, EBUSY);
  does(a, unlock(lock));
  does(b, unlock(lock));
  EXPECT_EQ(does(c, try_write(lock)).result, 0);
  EXPECT_EQ(comes_to(a, try_read(lock)), "yes");
  EXPECT_EQ(goes_on(a).result, EBUSY);
  EXPECT_EQ(does(c, try_read(lock)).result, EBUSY);
}

TEST_F(RwlockTest, TimedLocksGoOnByTime) {
  does(a, write(lock));
  EXPECT_EQ(comes_to(b, until(40, read(lock))), "by time");
  EXPECT_EQ(goes_on(b).result, ETIMEDOUT);
  EXPECT_EQ(clock_of(b), 40);
  EXPECT_EQ(comes_to(c, until(50, write(lock))), "by time");
  EXPECT_TRUE(goes_on(c).yielded);
  EXPECT_EQ(clock_of(c), 50);
  does(a, unlock(lock));
  EXPECT_EQ(comes_to(b, until(60, write(lock))), "yes");
}

TEST_F(RwlockTest, AWaitingWriterDoesNotKeepReadersOut) {
  does(a, read(lock));
  comes_to(b, write(lock));
  EXPECT_EQ(comes_to(c, read(lock)), "yes");
}

TEST_F(RwlockTest, WherePreferredAWaitingWriterKeepsNewReadersOut) {
  does(a, read(writers_first));
  comes_to(b, write(writers_first));
  EXPECT_EQ(comes_to(c, read(writers_first)), "no");
  EXPECT_EQ(does(c, try_read(writers_first)).result, EBUSY);
  does(a, unlock(writers_first));
  goes_on(b);
  does(b, unlock(writers_first));
  EXPECT_EQ(comes_to(c, read(writers_first)), "yes");
}

TEST_F(RwlockTest, WherePreferredAWaitingWriterBlocksEvenAReaderThatReadsAgain) {
  does(a, read(writers_first));
  comes_to(b, write(writers_first));
  EXPECT_EQ(comes_to(a, read(writers_first)), "no");
}

// glibc prefers a writer that waits, not one that merely comes: a lock that is
// free goes to whoever is first.
TEST_F(RwlockTest, AFreeLockGoesToReadersToo) {
  comes_to(b, write(writers_first));
  EXPECT_EQ(comes_to(c, read(writers_first)), "yes");
}

TEST_F(RwlockTest, UnlockingWhatOneDoesNotHoldIsMisuse) {
  EXPECT_EQ(does(a, unlock(lock)).misuse, Misuse::rwlock_unlock_not_held);
  does(a, write(lock));
  EXPECT_EQ(does(b, unlock(lock)).misuse, Misuse::rwlock_unlock_not_held);
  does(a, unlock(lock));
  does(a, read(lock));
  EXPECT_EQ(does(b, unlock(lock)).misuse, Misuse::rwlock_unlock_not_held);
}

TEST_F(RwlockTest, DestroyingAHeldLockIsMisuse) {
  does(a, read(lock));
  EXPECT_EQ(world->destroy(lock), Misuse::destroy_locked);
  does(a, unlock(lock));
  does(a, write(lock));
  EXPECT_EQ(world->destroy(lock), Misuse::destroy_locked);
  does(a, unlock(lock));
  EXPECT_EQ(world->destroy(lock), Misuse::none);
  EXPECT_EQ(does(b, read(lock)).misuse, Misuse::use_destroyed);
}

TEST_F(RwlockTest, AWriterIsNotEarlierThanAnyReaderBefore) {
  for (const auto& [thread, time] : {std::pair{a, 30}, std::pair{b, 20}}) {
    does(thread, read(lock));
    set_clock(thread, time);
  }
  does(a, unlock(lock));
  does(b, unlock(lock));
  does(c, write(lock));
  EXPECT_EQ(clock_of(c), 30);
}

}  // namespace
}  // namespace heddle::primitive
