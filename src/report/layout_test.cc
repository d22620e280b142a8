// SPDX-License-Identifier: Apache-2.0
#include "report/layout.h"

#include <numeric>

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using Columns = std::vector<size_t>;

Measures threads(size_t count, size_t operation) {
  return {.mark = 4,
          .labels = Columns(count, 8),
          .operations = Columns(count, operation),
          .file = 9,
          .place = 21};
}

// Blanks after the mark and after each column.
size_t total_of(const Layout& layout) {
  const size_t gaps = layout.single ? 3 * kGap : (layout.columns.size() + 1) * kGap;
  return layout.mark + layout.label + gaps + layout.place +
         std::accumulate(layout.columns.begin(), layout.columns.end(), size_t{0});
}

TEST(LayOut, GivesEverythingItsWidthWhereThereIsRoom) {
  const Layout layout = lay_out(threads(3, 16), 200);
  EXPECT_FALSE(layout.single);
  EXPECT_EQ(layout.columns, (Columns{16, 16, 16}));
  EXPECT_EQ(layout.place, 21U);
}

// 4 + 2 for the mark and three columns of 16 + 2 leave 20 of 80: no room for all of
// the place, but the columns can do with less.
TEST(LayOut, LeavesOutTheFunctionBeforeColumnsGetUncomfortable) {
  EXPECT_EQ(lay_out(threads(3, 16), 81).place, 21U);
  EXPECT_EQ(lay_out(threads(3, 16), 80).columns, (Columns{16, 16, 16}));
  EXPECT_LT(lay_out(threads(3, 16), 80).place, 21U);
}

// With columns of 14 + 2, 4 + 2 and a file of 9: 4 threads take 79 columns, 5 take 95.
TEST(LayOut, UsesOneColumnWhereThreadsWouldGetTooNarrow) {
  EXPECT_FALSE(lay_out(threads(4, 20), 80).single);
  const Layout layout = lay_out(threads(5, 20), 80);
  EXPECT_TRUE(layout.single);
  EXPECT_EQ(layout.label, 8U);
  EXPECT_EQ(layout.columns, (Columns{20}));
  EXPECT_EQ(layout.place, 21U);
}

TEST(LayOut, KeepsToTheWidth) {
  for (size_t count = 1; count <= 12; ++count) {
    for (size_t operation = 3; operation < 60; operation += 7) {
      for (size_t total = 50; total < 210; total += 3) {
        EXPECT_LE(total_of(lay_out(threads(count, operation), total)), total)
            << count << " threads, operations of " << operation;
      }
    }
  }
}

TEST(LayOut, TakesATableWithoutThreads) {
  EXPECT_FALSE(lay_out({.mark = 4, .labels = {}, .operations = {}}, 80).single);
}

}  // namespace
}  // namespace heddle::report
