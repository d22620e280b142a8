// SPDX-License-Identifier: Apache-2.0
#include "cli/command_words.h"

#include <cstdio>
#include <fstream>

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

using Words = std::vector<std::string>;

TEST(CommandWords, AreSeparatedByWhiteSpace) {
  EXPECT_EQ(words_of("  ccache gcc-12\n-m64\t"), (Words{"ccache", "gcc-12", "-m64"}));
  EXPECT_EQ(words_of(""), Words{});
  EXPECT_EQ(words_of(" \n "), Words{});
}

TEST(CommandWords, CanBeQuoted) {
  EXPECT_EQ(words_of(R"('a b' "c d" e\ f)"), (Words{"a b", "c d", "e f"}));
  EXPECT_EQ(words_of(R"(-DNAME=\"x\" '' "it's" "a\"b" 'a\'b')"),
            (Words{"-DNAME=\"x\"", "", "it's", "a\"b", "a'b"}));
  EXPECT_EQ(words_of(R"(-I"/some folder"/include)"), Words{"-I/some folder/include"});
  EXPECT_EQ(words_of("'never ended"), Words{"never ended"});
}

class ResponseFiles : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    const std::string path = testing::TempDir() + "command_words_" + name;
    std::ofstream(path) << text;
    paths_.push_back(path);
    return "@" + path;
  }

  void TearDown() override {
    for (const std::string& path : paths_) {
      std::remove(path.c_str());
    }
  }

 private:
  Words paths_;
};

TEST_F(ResponseFiles, StandForTheirWordsAndMayNameOthers) {
  const std::string inner = file("inner", "-O2 'a b.c'\n");
  const std::string outer = file("outer", "-c\n" + inner + "\n-g");
  EXPECT_EQ(with_response_files_read({"-Wall", outer, "-o", "x"}),
            (Words{"-Wall", "-c", "-O2", "a b.c", "-g", "-o", "x"}));
}

TEST_F(ResponseFiles, StandForThemselvesIfMissing) {
  EXPECT_EQ(with_response_files_read({"@", "@/no/such/file"}), (Words{"@", "@/no/such/file"}));
}

TEST_F(ResponseFiles, MayNameThemselvesWithoutHarm) {
  const std::string self = file("self", "");
  file("self", "-c " + self);
  const Words words = with_response_files_read({self});
  EXPECT_EQ(words.front(), "-c");
  EXPECT_EQ(words.back(), self);
}

}  // namespace
}  // namespace heddle::cli
