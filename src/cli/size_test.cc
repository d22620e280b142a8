// SPDX-License-Identifier: Apache-2.0
#include "cli/size.h"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

TEST(Size, HasAUnit) {
  EXPECT_EQ(parse_size("8192"), 8192U);
  EXPECT_EQ(parse_size("500K"), 500U * 1024);
  EXPECT_EQ(parse_size("64M"), uint64_t{64} << 20);
  EXPECT_EQ(parse_size("2G"), uint64_t{2} << 30);
}

TEST(Size, IsNothingElse) {
  for (const char* text : {"", "M", "-1", "1.5G", "64m", "64MB", "99999999999G", "4095", "0"}) {
    EXPECT_EQ(parse_size(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace heddle::cli
