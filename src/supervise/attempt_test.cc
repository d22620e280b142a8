// SPDX-License-Identifier: Apache-2.0
#include "supervise/attempt.h"

#include <cerrno>
#include <csignal>

#include <gtest/gtest.h>
#include <unistd.h>

namespace heddle::supervise {
namespace {

using std::chrono::milliseconds;

TEST(Attempt, BringsBackWhatTheTrialSays) {
  const Attempt good = attempt([] { return Attempt::success("all is well"); }, milliseconds(9000));
  EXPECT_TRUE(good.works());
  EXPECT_EQ(good.detail, "all is well");
  const Attempt half = attempt([] { return Attempt::half("so so"); }, milliseconds(9000));
  EXPECT_EQ(half.state, Attempt::State::partly);
  const auto refused = [] {
    errno = EPERM;
    return Attempt::failed_call("userfaultfd");
  };
  const Attempt bad = attempt(refused, milliseconds(9000));
  EXPECT_EQ(bad.state, Attempt::State::no);
  EXPECT_EQ(bad.detail, "userfaultfd: Operation not permitted");
}

TEST(Attempt, SurvivesATrialThatIsKilled) {
  const auto killed = [] {
    signal(SIGSYS, SIG_DFL);
    raise(SIGSYS);
    return Attempt::success();
  };
  const Attempt answer = attempt(killed, milliseconds(9000));
  EXPECT_EQ(answer.state, Attempt::State::no);
  EXPECT_EQ(answer.detail, "the process that tried was killed: Bad system call");
}

TEST(Attempt, EndsATrialThatHangs) {
  const auto hangs = [] {
    pause();
    return Attempt::success();
  };
  const Attempt answer = attempt(hangs, milliseconds(50));
  EXPECT_EQ(answer.state, Attempt::State::no);
  EXPECT_EQ(answer.detail, "no answer in time");
}

TEST(Attempt, ChangesNothingHere) {
  static int value = 1;
  const auto changes = [] {
    value = 2;
    return Attempt::success();
  };
  EXPECT_TRUE(attempt(changes, milliseconds(9000)).works());
  EXPECT_EQ(value, 1);
}

TEST(Attempt, CutsALongDetail) {
  const Attempt answer =
      attempt([] { return Attempt::failure(std::string(1000, 'x')); }, milliseconds(9000));
  EXPECT_EQ(answer.detail, std::string(199, 'x'));
}

}  // namespace
}  // namespace heddle::supervise
