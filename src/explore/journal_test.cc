// SPDX-License-Identifier: Apache-2.0
#include "explore/journal.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

namespace heddle::explore {
namespace {

// A search side of a few words and its journal, which outlive the process that works on them; the
// marks do not.
class Kept {
 public:
  static constexpr size_t kWords = 64;

  Kept()
      : bytes_(Journal::bytes_needed() + kWords * sizeof(uint64_t) + 4096),
        memory_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  ~Kept() {
    munmap(memory_, bytes_);
    munmap(marks_, Journal::bytes_of_marks(bytes_));
  }
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;

  // The journal as another process finds it.
  Journal attach() {
    if (marks_ != nullptr) {
      munmap(marks_, Journal::bytes_of_marks(bytes_));
    }
    marks_ = mmap(nullptr, Journal::bytes_of_marks(bytes_), PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    base::Region region(memory_, bytes_);
    base::Region marks(marks_, Journal::bytes_of_marks(bytes_));
    Journal journal(region, memory_, {static_cast<std::byte*>(memory_), bytes_}, marks);
    words_ = region.take<uint64_t>(kWords).data();
    return journal;
  }

  uint64_t* words() { return words_; }
  [[nodiscard]] bool is_as_it_was_left(const Journal& journal) const {
    return journal.is_plausible() && journal.is_committed_with(journal.sum_of(0, bytes_));
  }

 private:
  const size_t bytes_;
  void* memory_;
  void* marks_ = nullptr;
  uint64_t* words_ = nullptr;
};

TEST(Journal, TellsWhatWasNotSaved) {
  Kept kept;
  Journal journal = kept.attach();
  journal.save(kept.words()[3]);
  kept.words()[3] = 7;
  EXPECT_TRUE(kept.is_as_it_was_left(journal));
  journal.commit();
  EXPECT_TRUE(kept.is_as_it_was_left(journal));
  kept.words()[4] = 1;
  EXPECT_FALSE(kept.is_as_it_was_left(journal));
}

// Killed after it was saved and before it was written; whoever comes next does both.
TEST(Journal, AWordThatWasSavedByOneWhoWasKilledCountsOnce) {
  Kept kept;
  {
    Journal journal = kept.attach();
    journal.save(kept.words()[3]);
  }
  Journal journal = kept.attach();
  journal.mark_entries();
  journal.save(kept.words()[3]);
  kept.words()[3] = 7;
  EXPECT_TRUE(kept.is_as_it_was_left(journal));
  journal.commit();
  EXPECT_TRUE(kept.is_as_it_was_left(journal));
  EXPECT_EQ(kept.words()[3], 7U);
}

TEST(Journal, GoesBackToTheLastCommitWhoeverSaved) {
  Kept kept;
  {
    Journal journal = kept.attach();
    journal.save(kept.words()[3]);
    kept.words()[3] = 5;
    journal.commit();
    journal.save(kept.words()[3]);
    kept.words()[3] = 6;
  }
  Journal journal = kept.attach();
  journal.mark_entries();
  journal.save(kept.words()[3]);
  journal.save(kept.words()[4]);
  kept.words()[3] = 7;
  kept.words()[4] = 8;
  journal.rollback();
  EXPECT_EQ(kept.words()[3], 5U);
  EXPECT_EQ(kept.words()[4], 0U);
  EXPECT_TRUE(kept.is_as_it_was_left(journal));
}

}  // namespace
}  // namespace heddle::explore
