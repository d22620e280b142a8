// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/batch_size.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::runtime {
namespace {

struct Work {
  uint32_t looks = 0;
  uint32_t runs = 0;  // of executions, those that did not count included
};

// Executions, of which every so many is the first to write to a page.
Work run(uint32_t executions, uint32_t new_page_every) {
  Work work;
  BatchSize size;
  std::vector<bool> hot(executions + 1);
  for (uint32_t done = 0; done < executions;) {
    const uint32_t batch = std::min(size.most(), executions - done);
    bool news = false;
    for (uint32_t i = done + 1; i <= done + batch; ++i) {
      news |= i % new_page_every == 0 && !hot[i];
      hot[i] = true;
    }
    ++work.looks;
    work.runs += batch;
    if (news) {
      size.found_something_else(batch);
    } else {
      size.found_nothing_else(batch);
    }
    done += news && batch > 1 ? 0 : batch;
  }
  return work;
}

// 1, 2, 4, … 128 are 255 executions; the others are in batches of 256.
TEST(BatchSize, DoublesUpToItsMost) {
  const Work work = run(255 + 10 * 256, UINT32_MAX);
  EXPECT_EQ(work.looks, 8U + 10U);
  EXPECT_EQ(work.runs, 255U + 10U * 256U);
}

// Of the 100 new pages each costs a batch that does not count, and a few smaller ones.
TEST(BatchSize, APageThatIsNewDoesNotMakeItLookAtEveryExecution) {
  const Work work = run(100'000, 1000);
  EXPECT_LT(work.looks, 100'000U / 256U + 100U * 4U);
  EXPECT_LT(work.runs, 100'000U + 100U * 257U);
}

// Batches of 16 fail, and those of 8 that follow do not.
TEST(BatchSize, WhereNewPagesAreFrequentAnExecutionIsRunTwice) {
  const Work work = run(10'000, 10);
  EXPECT_LT(work.looks, 2'500U);
  EXPECT_LT(work.runs, 21'000U);
}

TEST(BatchSize, SingleExecutionsCountWhateverTheyChange) {
  const Work work = run(1000, 1);
  EXPECT_EQ(work.looks, 1000U);
  EXPECT_EQ(work.runs, 1000U);
}

}  // namespace
}  // namespace heddle::runtime
