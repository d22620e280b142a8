// SPDX-License-Identifier: Apache-2.0
#include "cli/filtered_output.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

// What comes out of these pieces.
std::string filtered(const std::vector<std::string>& pieces) {
  int shown[2];
  EXPECT_EQ(pipe2(shown, O_CLOEXEC), 0);
  {
    const FilteredOutput output(shown[1]);
    for (const std::string& piece : pieces) {
      EXPECT_EQ(write(output.descriptor(), piece.data(), piece.size()),
                static_cast<ssize_t>(piece.size()));
    }
  }
  close(shown[1]);
  std::string all;
  char buffer[4096];
  for (ssize_t got = 0; (got = read(shown[0], buffer, sizeof buffer)) > 0;) {
    all.append(buffer, static_cast<size_t>(got));
  }
  close(shown[0]);
  return all;
}

TEST(FilteredOutputOf, ShowsControlCharactersAsEscapes) {
  EXPECT_EQ(filtered({"a\tb\n", "\x1b[2J", "\xc2\x9b", "\xff"}), "a\tb\n\\x1b[2J\\x9b\\xff");
}

TEST(FilteredOutputOf, TakesNoCharacterApart) {
  EXPECT_EQ(filtered({"\xe2", "\x82", "\xac!"}), "\u20ac!");
  EXPECT_EQ(filtered({"\xe2\x82"}), "\\xe2\\x82");
  EXPECT_EQ(filtered({"\xc2", "\x9b"}), "\\x9b");
}

TEST(UnfinishedBytes, AreTheBeginningOfACharacter) {
  EXPECT_EQ(unfinished_bytes(""), 0U);
  EXPECT_EQ(unfinished_bytes("abc"), 0U);
  EXPECT_EQ(unfinished_bytes("\u20ac"), 0U);
  EXPECT_EQ(unfinished_bytes("a\xe2\x82"), 2U);
  EXPECT_EQ(unfinished_bytes("a\xf0\x9f\x98"), 3U);
  EXPECT_EQ(unfinished_bytes("\xc3"), 1U);
  EXPECT_EQ(unfinished_bytes("\x80\x80\x80\x80\x80"), 0U);
}

}  // namespace
}  // namespace heddle::cli
