// SPDX-License-Identifier: Apache-2.0
#include "search/item_index.h"

#include "explore/testing.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

using Items = std::vector<WorkItems::ItemId>;

class ItemIndexTest : public ::testing::Test {
 public:
  void add(uint64_t last, WorkItems::ItemId item) { index_.add(last, {}, item); }

  Items items(uint64_t last) {
    Items found;
    index_.for_each(last, steps_, [&](WorkItems::ItemId item) {
      found.push_back(item);
      return false;
    });
    return found;
  }

  static explore::Settings settings() {
    explore::Settings result;
    result.step_limit = 10;
    return result;
  }

  explore::testing::TestArena arena_{settings()};
  base::Region region_ = arena_->search;
  ItemIndex index_{region_, arena_->journal};
  ItemIndex::Steps steps_;
};

constexpr uint64_t kStep = uint64_t{7} << 48 | 5;
constexpr uint64_t kOther = uint64_t{8} << 48 | 5;  // found at the same place

// More than one block of them.
TEST_F(ItemIndexTest, FindsItemsByTheirLastStep) {
  Items all;
  for (WorkItems::ItemId item = 0; item < 40; ++item) {
    add(kStep, item);
    all.push_back(item);
  }
  add(kOther, 50);
  Items found = items(kStep);
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, all);
  EXPECT_EQ(items(kOther), Items{50});
  EXPECT_EQ(items(kStep + 1), Items{});
  index_.remove(kOther, 50);
  EXPECT_EQ(items(kOther), Items{});
}

// A block that is in use again belongs to other steps than before.
TEST_F(ItemIndexTest, ForgetsWhatWasThereBeforeItWasCleared) {
  add(kStep, 1);
  add(kStep + 1, 2);
  index_.clear();
  EXPECT_EQ(items(kStep), Items{});
  add(kStep + 1, 3);
  EXPECT_EQ(items(kStep), Items{});
  EXPECT_EQ(items(kStep + 1), Items{3});
  add(kStep, 4);
  EXPECT_EQ(items(kStep), Items{4});
  EXPECT_EQ(items(kStep + 1), Items{3});
}

TEST_F(ItemIndexTest, IsRolledBack) {
  add(kStep, 1);
  arena_->journal.commit();
  add(kStep, 2);
  add(kStep + 1, 3);
  index_.remove(kStep, 1);
  arena_->journal.rollback();
  EXPECT_EQ(items(kStep), Items{1});
  EXPECT_EQ(items(kStep + 1), Items{});
}

}  // namespace
}  // namespace heddle::search
