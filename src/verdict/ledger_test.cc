// SPDX-License-Identifier: Apache-2.0
#include "verdict/ledger.h"

#include "trace/writer.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <unistd.h>

namespace heddle::verdict {
namespace {

// One that ended wrongly, after so many preemptions.
ReportedFinding finding(const std::string& message, uint32_t preemptions, uint64_t executions = 1) {
  ReportedFinding finding;
  finding.trace.heddle = "0.1";
  finding.trace.finding = event::Finding{.kind = event::FindingKind::exit};
  finding.trace.message = message;
  finding.trace.steps.resize(preemptions);
  for (event::Event& step : finding.trace.steps) {
    step.preemption = true;
  }
  finding.executions = executions;
  return finding;
}

uint64_t executions_of(Ledger& ledger) { return ledger.take({}).at(0).executions; }

TEST(Ledger, CountsOnAtTheNextRung) {
  Ledger ledger;
  ledger.begin_round(false);
  ledger.add(finding("exit 1", 0, 3));
  ledger.begin_round(true);
  ledger.count_again(0, 4);
  EXPECT_EQ(executions_of(ledger), 7U);
}

TEST(Ledger, CountsAnewInAnotherRound) {
  Ledger ledger;
  ledger.begin_round(false);
  ledger.add(finding("exit 1", 0, 3));
  ledger.begin_round(false);
  ledger.begin_round(true);
  ledger.count_again(0, 4);
  ledger.begin_round(true);
  ledger.count_again(0, 5);
  EXPECT_EQ(executions_of(ledger), 9U);
}

TEST(Ledger, TellsTheOneWithTheFewestPreemptions) {
  Ledger ledger;
  ledger.add(finding("exit 2", 1));
  ledger.add(finding("exit 1", 2, 3));
  EXPECT_FALSE(ledger.would_improve(1, finding("exit 1", 2).trace));
  ASSERT_TRUE(ledger.would_improve(1, finding("exit 1", 1).trace));
  ledger.replace(1, finding("exit 1", 1));
  const std::vector<ReportedFinding> told = ledger.take({});
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(trace::preemptions(told[1].trace), 1U);
  EXPECT_EQ(told[1].id, 2U);
  EXPECT_EQ(told[1].executions, 3U);
}

// What goes on counts on as well: what was met on a rung below, and not what was met before a race.
TEST(Ledger, IsTakenUpAsItWas) {
  const std::string path =
      std::filesystem::temp_directory_path() / ("ledger_test-" + std::to_string(getpid()));
  Ledger ledger;
  ledger.begin_round(false);
  for (const char* message : {"exit 1", "exit 2"}) {
    ReportedFinding& added = ledger.add(finding(message, 0, 3));
    added.trace_path = path;
    ASSERT_TRUE(trace::write_file(path, added.trace).ok());
  }
  ledger.begin_round(false);
  ledger.count_again(1, 4);
  ledger.begin_round(true);
  const std::vector<KnownFinding> saved = ledger.so_far();
  Ledger again;
  ASSERT_TRUE(again.take_up(saved).ok());
  again.begin_round(true);
  again.count_again(0, 5);
  again.count_again(1, 5);
  const std::vector<ReportedFinding> told = again.take({});
  EXPECT_EQ(told.at(0).executions, 5U);
  EXPECT_EQ(told.at(1).executions, 9U);
  std::filesystem::remove(path);
}

TEST(Ledger, OfARoundThatBeginsAnewNothingCounts) {
  Ledger ledger;
  ledger.begin_round(false);
  ledger.add(finding("exit 1", 0, 3));
  ledger.begin_round(false);
  EXPECT_FALSE(ledger.so_far().at(0).counts_on);
  EXPECT_EQ(ledger.so_far().at(0).executions, 3U);
}

}  // namespace
}  // namespace heddle::verdict
