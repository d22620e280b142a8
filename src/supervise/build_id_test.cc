// SPDX-License-Identifier: Apache-2.0
#include "supervise/build_id.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace heddle::supervise {
namespace {

class WithFile : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  std::string id_of(const std::string& content) {
    std::ofstream(path_) << content;
    return build_id(path_).value();
  }

  const std::string path_ = testing::TempDir() + "/heddle-" + std::to_string(getpid());
};

TEST_F(WithFile, WithoutABuildIdIsToldByItsContent) {
  const std::string id = id_of("#!/bin/sh\n");
  EXPECT_EQ(id.find("content-"), 0U);
  EXPECT_EQ(id.size(), 24U);
  EXPECT_EQ(id_of("#!/bin/sh\n"), id);
  EXPECT_NE(id_of("#!/bin/dash\n"), id);
  EXPECT_EQ(id_of("").find("content-"), 0U);
}

TEST(BuildId, IsInHexAndTheSameEveryTime) {
  const std::string id = build_id("/proc/self/exe").value();
  EXPECT_EQ(build_id("/proc/self/exe").value(), id);
  EXPECT_FALSE(id.empty());
  if (id.find("content-") != 0) {
    EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_EQ(id.size(), 40U);
  }
}

TEST(BuildId, SaysWhichFileIsMissing) {
  EXPECT_EQ(build_id("/no/such").error().sentence,
            "cannot open /no/such: No such file or directory");
  EXPECT_EQ(build_id("/").error().sentence, "/ is not a file");
}

}  // namespace
}  // namespace heddle::supervise
