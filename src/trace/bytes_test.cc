// SPDX-License-Identifier: Apache-2.0
#include "trace/bytes.h"

#include <random>

#include <gtest/gtest.h>

namespace heddle::trace {
namespace {

TEST(IsUtf8, TakesEveryLengthOfCharacter) {
  for (const char* text : {"", "a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\xa7\xb5", "\x7f"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
  EXPECT_TRUE(is_utf8(std::string_view("a\0b", 3)));
}

TEST(IsUtf8, RefusesWhatIsCutShortOverlongSurrogateOrTooLarge) {
  for (const char* text : {"\x80", "\xc3", "\xe2\x82", "\xf0\x9f\xa7", "\xc0\xaf", "\xe0\x80\xaf",
                           "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff", "\xc3(", "\xe2\x82("}) {
    EXPECT_FALSE(is_utf8(text)) << testing::PrintToString(text);
  }
}

// RFC 4648, section 10.
TEST(Base64, IsThatOfTheStandard) {
  EXPECT_EQ(to_base64(""), "");
  EXPECT_EQ(to_base64("f"), "Zg==");
  EXPECT_EQ(to_base64("fo"), "Zm8=");
  EXPECT_EQ(to_base64("foobar"), "Zm9vYmFy");
}

TEST(Base64, ComesBackAsItWas) {
  std::mt19937 random(1);
  for (size_t length = 0; length < 200; ++length) {
    std::string bytes(length, '\0');
    for (char& byte : bytes) {
      byte = static_cast<char>(random());
    }
    EXPECT_EQ(from_base64(to_base64(bytes)), bytes);
  }
}

TEST(Text, LeavesReadableStringsAlone) {
  for (const char* text : {"", "a b", "grün ☃ 𝄞", R"(C:\temp\x)", R"(\n \xg0 \x0)", R"(\\)"}) {
    EXPECT_EQ(to_text(text), text);
  }
}

TEST(Text, EscapesWhatIsNotUtf8AndWhatLooksLikeAnEscape) {
  EXPECT_EQ(to_text("a\xff\xc3z"), R"(a\xff\xc3z)");
  EXPECT_EQ(to_text(R"(\x41)"), R"(\x5cx41)");
  EXPECT_EQ(to_text("\\\xff"), R"(\\xff)");               // a backslash, then the byte
  EXPECT_EQ(to_text("\xed\xa0\x80"), R"(\xed\xa0\x80)");  // a surrogate
}

TEST(Text, ComesBackAsItWas) {
  constexpr std::string_view kLetters = "\\\\x5cf0\xff\xc3\xa9";
  std::mt19937 random(1);
  for (size_t length = 0; length < 2000; ++length) {
    std::string bytes(length % 20, '\0');
    for (char& byte : bytes) {
      byte = kLetters[random() % kLetters.size()];
    }
    EXPECT_TRUE(is_utf8(to_text(bytes)));
    EXPECT_EQ(from_text(to_text(bytes)), bytes);
  }
}

TEST(Base64, RefusesOtherText) {
  for (const char* text : {"Z", "Zg", "Zg=", "Z===", "====", "Zm9v!m9v", "Zg==Zg=="}) {
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace heddle::trace
