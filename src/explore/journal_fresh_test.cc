// SPDX-License-Identifier: Apache-2.0
#include "base/check.h"
#include "explore/journal.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>

namespace heddle::explore {
namespace {

// A search side that is a journal and so many words, and what says which of them are saved.
class FreshValues : public testing::Test {
 protected:
  static constexpr size_t kWords = size_t{1} << 23;

  FreshValues() : journal(attach()), words(words_behind_the_journal()) {}
  ~FreshValues() override { munmap(memory_, kBytes + kMarks); }

  // As another process sees it.
  Journal attach() {
    base::Region search(memory_, kBytes);
    base::Region marks(memory_ + kBytes, kMarks);
    return {search, memory_, {memory_, kBytes}, marks};
  }

  // All words after the first ones are zero, and count for nothing.
  [[nodiscard]] bool is_whole(size_t first_ones = 1000) const {
    const size_t begin = Journal::bytes_needed();
    return journal.is_plausible() &&
           journal.is_committed_with(journal.sum_of(begin, begin + first_ones * sizeof(uint64_t)));
  }

 private:
  static inline const size_t kBytes = Journal::bytes_needed() + kWords * sizeof(uint64_t);
  static inline const size_t kMarks = Journal::bytes_of_marks(kBytes) + 64;

  static std::byte* mapped() {
    void* memory = mmap(nullptr, kBytes + kMarks, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    HEDDLE_CHECK(memory != MAP_FAILED, "a test should have address space");
    return static_cast<std::byte*>(memory);
  }
  [[nodiscard]] uint64_t* words_behind_the_journal() const {
    return reinterpret_cast<uint64_t*>(memory_ + Journal::bytes_needed());
  }

  std::byte* const memory_ = mapped();

 public:
  Journal journal;
  uint64_t* const words;
};

// A search that learns from one execution adds millions of values before it can commit.
TEST_F(FreshValues, HasRoomForAnyNumberOfFreshValues) {
  for (uint64_t i = 0; i < kWords; ++i) {
    journal.save_fresh(words[i]);
    words[i] = i + 1;
  }
  EXPECT_FALSE(journal.nearly_full());
  journal.commit();
  EXPECT_TRUE(is_whole(kWords));
}

TEST_F(FreshValues, TakesFreshValuesBackWithAllOthers) {
  journal.save(words[7]);
  words[7] = 70;
  journal.commit();
  journal.save(words[7]);
  words[7] = 71;
  for (uint64_t i = 100; i < 200; ++i) {
    journal.save_fresh(words[i]);
    words[i] = i;
    journal.save_fresh(words[4 * i]);
    words[4 * i] = i;
  }
  journal.save(words[150]);  // which changes nothing: it was saved
  words[150] = 1;
  EXPECT_TRUE(is_whole());
  attach().rollback();
  EXPECT_TRUE(is_whole());
  EXPECT_EQ(words[7], 70U);
  for (uint64_t i = 100; i < 800; ++i) {
    ASSERT_EQ(words[i], 0U) << i;
  }
}

// What is not zero is saved with what it was.
TEST_F(FreshValues, KnowsWhatWasNotFreshAfterAll) {
  for (uint64_t i = 0; i < 10; ++i) {
    journal.save_fresh(words[i]);
    words[i] = i % 3;
  }
  journal.commit();
  for (uint64_t i = 0; i < 20; ++i) {
    journal.save_fresh(words[i]);
    words[i] = 9;
  }
  journal.rollback();
  EXPECT_TRUE(is_whole());
  for (uint64_t i = 0; i < 20; ++i) {
    ASSERT_EQ(words[i], i < 10 ? i % 3 : 0) << i;
  }
}

// An entry that has grown is not taken for one of the next commit.
TEST_F(FreshValues, IsExactHoweverItIsUsed) {
  constexpr size_t kFew = 300;
  std::mt19937 engine(1);
  std::vector<uint64_t> committed(kFew);
  for (int round = 0; round < 2000; ++round) {
    uint64_t next = engine() % kFew;
    for (uint64_t i = engine() % 20; i > 0; --i) {
      const uint64_t count = 1 + engine() % 5;
      const uint64_t at = engine() % 3 == 0 ? engine() % kFew : next;
      next = at + count;
      if (next > kFew) {
        break;
      }
      if (engine() % 2 == 0) {
        journal.save(words + at, count * sizeof(uint64_t));
      } else {
        journal.save_fresh(words + at, count * sizeof(uint64_t));
      }
      for (uint64_t word = at; word < next; ++word) {
        words[word] = engine() % 3;
      }
    }
    ASSERT_TRUE(is_whole()) << round;
    if (engine() % 2 == 0) {
      journal.commit();
      committed.assign(words, words + kFew);
    } else if (engine() % 2 == 0) {
      journal.rollback();
    } else {
      attach().rollback();
    }
    ASSERT_TRUE(is_whole()) << round;
    ASSERT_EQ(committed, std::vector<uint64_t>(words, words + kFew)) << round;
  }
}

}  // namespace
}  // namespace heddle::explore
