// SPDX-License-Identifier: Apache-2.0
#include "trust/key.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::trust {
namespace {

namespace fs = std::filesystem;

class UsersKey : public testing::Test {
 protected:
  UsersKey() {
    char folder[] = "/tmp/heddle-key-XXXXXX";
    root_ = mkdtemp(folder);
    setenv("XDG_STATE_HOME", (root_ / "a" / "state").c_str(), 1);
  }
  ~UsersKey() override { fs::remove_all(root_); }

  [[nodiscard]] fs::path folder() const { return root_ / "a" / "state" / "heddle"; }
  [[nodiscard]] fs::path file() const { return folder() / "key"; }

  static mode_t mode_of(const fs::path& path) {
    struct stat status = {};
    stat(path.c_str(), &status);
    return status.st_mode & 07777;
  }

  static std::string hash_by(const base::Result<Key>& key) {
    return key.ok() ? key.value().hash(Message("something")) : key.error().sentence;
  }

  static void expect_refused(const char* why) {
    for (const auto& key : {find_key(), find_or_make_key()}) {
      ASSERT_FALSE(key.ok());
      EXPECT_NE(key.error().sentence.find(why), std::string::npos) << key.error().sentence;
    }
  }

  fs::path root_;
};

TEST_F(UsersKey, IsMadeOnceForThisUserAlone) {
  EXPECT_FALSE(find_key().ok());
  EXPECT_FALSE(fs::exists(folder()));
  const std::string first = hash_by(find_or_make_key());
  EXPECT_EQ(mode_of(folder()), 0700U);
  EXPECT_EQ(mode_of(file()), 0600U);
  EXPECT_EQ(fs::file_size(file()), 32U);
  EXPECT_EQ(hash_by(find_key()), first);
  EXPECT_EQ(hash_by(find_or_make_key()), first);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder()), fs::directory_iterator()), 1);
}

TEST_F(UsersKey, IsAnotherForEachUser) {
  const std::string first = hash_by(find_or_make_key());
  setenv("XDG_STATE_HOME", (root_ / "b").c_str(), 1);
  EXPECT_NE(hash_by(find_or_make_key()), first);
}

TEST_F(UsersKey, IsTheSameForAllThatMakeItAtOnce) {
  std::vector<std::string> hashes(8);
  std::vector<std::thread> threads;
  for (std::string& hash : hashes) {
    const pid_t child = fork();
    if (child == 0) {
      _exit(find_or_make_key().ok() ? 0 : 1);
    }
    threads.emplace_back([&hash, child] {
      int status = 0;
      waitpid(child, &status, 0);
      hash = status == 0 ? hash_by(find_key()) : "failed";
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(std::set<std::string>(hashes.begin(), hashes.end()).size(), 1U);
  EXPECT_NE(hashes.front(), "failed");
}

TEST_F(UsersKey, IsNotBelievedIfOthersCanReadIt) {
  ASSERT_TRUE(find_or_make_key().ok());
  chmod(file().c_str(), 0644);
  expect_refused("is open to other users");
}

TEST_F(UsersKey, IsNotBelievedIfOthersCanReplaceIt) {
  ASSERT_TRUE(find_or_make_key().ok());
  chmod(folder().c_str(), 0777);
  expect_refused("is open to other users");
}

TEST_F(UsersKey, IsNoSymbolicLink) {
  ASSERT_TRUE(find_or_make_key().ok());
  fs::rename(file(), root_ / "elsewhere");
  fs::create_symlink(root_ / "elsewhere", file());
  expect_refused("is a symbolic link");
}

TEST_F(UsersKey, IsNotInADirectoryThatIsASymbolicLink) {
  ASSERT_TRUE(find_or_make_key().ok());
  fs::rename(folder(), root_ / "elsewhere");
  fs::create_symlink(root_ / "elsewhere", folder());
  expect_refused("cannot open");
}

TEST_F(UsersKey, IsAFileOfTheRightSize) {
  ASSERT_TRUE(find_or_make_key().ok());
  for (const size_t size : {0, 31, 33, 4096}) {
    fs::resize_file(file(), size);
    expect_refused("is not a key");
  }
  fs::remove(file());
  ASSERT_EQ(mkfifo(file().c_str(), 0600), 0);
  expect_refused("is not a file");
}

TEST_F(UsersKey, IsUnderTheHomeDirectoryIfNothingElseIsSaid) {
  setenv("XDG_STATE_HOME", "relative", 1);  // which the specification says to ignore
  setenv("HOME", root_.c_str(), 1);
  ASSERT_TRUE(find_or_make_key().ok());
  EXPECT_TRUE(fs::exists(root_ / ".local/state/heddle/key"));
}

TEST_F(UsersKey, IsNotMadeInAHomeThatDoesNotExist) {
  unsetenv("XDG_STATE_HOME");
  setenv("HOME", (root_ / "nonexistent").c_str(), 1);
  expect_refused("no home directory");
  EXPECT_FALSE(fs::exists(root_ / "nonexistent"));
}

TEST_F(UsersKey, CannotBeMadeWhereNothingCanBeWritten) {
  std::ofstream(root_ / "a").put('x');
  expect_refused("cannot open");
}

TEST(KeyOf, VerifiesWhatItHasHashedAndNothingElse) {
  const Key key("secret");
  Message message("trace");
  message.add("a");
  const std::string hash = key.hash(message);
  EXPECT_TRUE(key.verifies(message, hash));
  EXPECT_FALSE(Key("another").verifies(message, hash));
  EXPECT_FALSE(key.verifies(Message("trace"), hash));
  EXPECT_FALSE(key.verifies(message, ""));
  EXPECT_FALSE(key.verifies(message, hash + "0"));
  EXPECT_FALSE(key.verifies(message, hash.substr(1)));
}

TEST(MessageOf, DiffersWhereTheTextsDo) {
  const auto bytes = [](const std::vector<std::vector<std::string>>& lists) {
    Message message("x");
    for (const auto& list : lists) {
      message.add(list);
    }
    return message.bytes();
  };
  const std::set<std::string> all = {bytes({{"ab"}}),       bytes({{"a", "b"}}),
                                     bytes({{"a"}, {"b"}}), bytes({{}, {"ab"}}),
                                     bytes({{"ab"}, {}}),   bytes({})};
  EXPECT_EQ(all.size(), 6U);
}

}  // namespace
}  // namespace heddle::trust
