// SPDX-License-Identifier: Apache-2.0

// Reports and trace files, compared byte by byte with approved ones.  With
// HEDDLE_APPROVE=1 the approved ones are written anew; look at the difference.
#include "report/json.h"
#include "report/text.h"
#include "summaries.h"
#include "trace/reader.h"
#include "trace/writer.h"
#include "traces.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace heddle::golden {
namespace {

constexpr report::Style kNarrow{.columns = 80, .colour = false, .all = false};
constexpr report::Style kWide{.columns = 200, .colour = false, .all = false};
constexpr report::Style kColoured{.columns = 80, .colour = true, .all = false};
constexpr report::Style kAll{.columns = 80, .colour = false, .all = true};

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void expect_approved(const std::string& name, const std::string& found) {
  const auto path = std::filesystem::path(HEDDLE_GOLDEN_DIRECTORY) / name;
  if (std::getenv("HEDDLE_APPROVE") != nullptr) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << found;
    return;
  }
  EXPECT_EQ(found, content_of(path)) << "HEDDLE_APPROVE=1 accepts this as " << path;
}

// No line is wider than asked for, unless a path is in it.
void expect_width(const std::string& text, const report::Style& style) {
  size_t begin = 0;
  for (size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string line = text.substr(begin, end - begin);
    EXPECT_TRUE(report::width(line) <= static_cast<size_t>(style.columns) ||
                line.find('/') != std::string::npos || line.find(".cc:") != std::string::npos)
        << line;
  }
}

void expect_trace(const std::string& name, const trace::Trace& trace) {
  expect_approved("traces/" + name + ".heddle", trace::serialize(trace));
  for (const report::Style& style : {kNarrow, kWide}) {
    const std::string text = report::render_trace(trace, style);
    expect_width(text, style);
    expect_approved(fmt::format("text/{}.{}.txt", name, style.columns), text);
  }
  // What a report says needs nothing but the file.
  const base::Result<trace::Trace> read = trace::parse(trace::serialize(trace));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(report::render_trace(read.value(), kAll), report::render_trace(trace, kAll));
}

void expect_run(const std::string& name, const verdict::Summary& summary) {
  for (const report::Style& style : {kNarrow, kWide}) {
    const std::string text = report::render_run(summary, style);
    expect_width(text, style);
    expect_approved(fmt::format("text/run-{}.{}.txt", name, style.columns), text);
  }
  expect_approved(fmt::format("json/run-{}.json", name), report::to_json(summary) + "\n");
}

TEST(Golden, Bank) { expect_trace("bank", bank()); }
TEST(Golden, Buffer) { expect_trace("buffer", buffer()); }
TEST(Golden, Handshake) { expect_trace("handshake", handshake()); }
TEST(Golden, Boot) { expect_trace("boot", boot()); }
TEST(Golden, Pool) { expect_trace("pool", pool()); }
TEST(Golden, Ledger) { expect_trace("ledger", ledger()); }
TEST(Golden, Names) { expect_trace("names", names()); }
TEST(Golden, Unlocker) { expect_trace("unlocker", unlocker()); }
TEST(Golden, Counter) { expect_trace("counter", counter()); }
TEST(Golden, Mailbox) { expect_trace("mailbox", mailbox()); }
TEST(Golden, Queue) { expect_trace("queue", queue()); }
TEST(Golden, Cache) { expect_trace("cache", cache()); }

// Files of every version are still read: this one knows of no accesses to memory.
TEST(Golden, OldVersions) {
  const std::string bytes =
      content_of(std::filesystem::path(HEDDLE_GOLDEN_DIRECTORY) / "old/bank.1.heddle");
  ASSERT_TRUE(bytes.starts_with("heddle-trace 1 "));
  const base::Result<trace::Trace> read = trace::parse(bytes);
  ASSERT_TRUE(read.ok()) << read.error().sentence;
  EXPECT_EQ(trace::serialize(read.value()), trace::serialize(bank()));
  EXPECT_EQ(report::render_trace(read.value(), kNarrow), report::render_trace(bank(), kNarrow));
}

TEST(Golden, RunClean) { expect_run("clean", clean()); }
TEST(Golden, RunOneFinding) { expect_run("one-finding", one_finding()); }
TEST(Golden, RunRace) { expect_run("race", racing()); }
TEST(Golden, RunRacesListed) { expect_run("races-listed", races_listed()); }
TEST(Golden, RunSeveralFindings) { expect_run("several-findings", several_findings()); }
TEST(Golden, RunLivelocks) { expect_run("livelocks", livelocks()); }
TEST(Golden, RunOutOfTime) { expect_run("out-of-time", out_of_time()); }
TEST(Golden, RunSampled) { expect_run("sampled", sampled()); }
TEST(Golden, RunSomeDelays) { expect_run("some-delays", some_delays()); }
TEST(Golden, RunWithinDepth) { expect_run("within-depth", within_depth()); }
TEST(Golden, RunNotDeterministic) { expect_run("not-deterministic", not_deterministic()); }
TEST(Golden, RunFailedToStart) { expect_run("failed-to-start", failed_to_start()); }

TEST(Golden, InColour) {
  expect_approved("text/bank.colour.txt", report::render_trace(bank(), kColoured));
  expect_approved("text/run-one-finding.colour.txt", report::render_run(one_finding(), kColoured));
  expect_approved("text/run-clean.colour.txt", report::render_run(clean(), kColoured));
}

// Whatever the colours, the words are the same.
TEST(Golden, ColourSaysNothingThatTheWordsDoNotSay) {
  std::string text = report::render_run(several_findings(), kColoured);
  for (size_t at = 0; (at = text.find('\x1b', at)) != std::string::npos;) {
    text.erase(at, text.find('m', at) - at + 1);
  }
  EXPECT_EQ(text, report::render_run(several_findings(), kNarrow));
}

}  // namespace
}  // namespace heddle::golden
