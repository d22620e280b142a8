// SPDX-License-Identifier: Apache-2.0
#include "search/strategy_table.h"

#include <algorithm>
#include <string_view>

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

using explore::StrategyKind;

TEST(StrategyTable, FindsEachByItsName) {
  for (const StrategyEntry& entry : all_strategies()) {
    EXPECT_EQ(find_strategy(entry.name), &entry) << entry.name;
  }
  EXPECT_EQ(find_strategy("best"), nullptr);
}

TEST(StrategyTable, HasEachKindOnce) {
  for (uint32_t kind = 0; kind < static_cast<uint32_t>(StrategyKind::replay); ++kind) {
    EXPECT_EQ(std::ranges::count(all_strategies(), StrategyKind{kind}, &StrategyEntry::kind), 1);
  }
}

TEST(StrategyTable, WhatTakesSamplesGuaranteesNothing) {
  for (const StrategyEntry& entry : all_strategies()) {
    EXPECT_EQ(takes_samples(entry.kind), entry.samples);
    EXPECT_FALSE(entry.samples && (entry.bounded || entry.shares_work || entry.reducible));
  }
  EXPECT_FALSE(takes_samples(StrategyKind::replay));
}

}  // namespace
}  // namespace heddle::search
