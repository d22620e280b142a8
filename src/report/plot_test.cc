// SPDX-License-Identifier: Apache-2.0
#include "report/plot.h"

#include "report/axis.h"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

size_t count(const std::string& text, const std::string& part) {
  size_t number = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++number;
  }
  return number;
}

std::vector<std::string> labels(const Axis& axis) {
  std::vector<std::string> all;
  for (const Tick& tick : axis.ticks()) {
    if (!tick.label.empty()) {
      all.push_back(tick.label);
    }
  }
  return all;
}

Curve sample(const std::string& name) {
  return {name, {{1, 1, {}}, {2, 2, 0}, {10, 6, 1}, {40, 8, 2}}};
}

TEST(Axis, MarksRoundNumbers) {
  EXPECT_EQ(labels(Axis::linear(0, 100)),
            (std::vector<std::string>{"0", "20", "40", "60", "80", "100"}));
  EXPECT_EQ(labels(Axis::linear(0, 1234)),
            (std::vector<std::string>{"0", "200", "400", "600", "800", "1,000", "1,200", "1,400"}));
  EXPECT_EQ(labels(Axis::linear(0, 0)).front(), "0");
  EXPECT_EQ(labels(Axis::whole(0, 3)), (std::vector<std::string>{"0", "1", "2", "3"}));
}

TEST(Axis, ALogarithmicOneMarksPowersOfTen) {
  EXPECT_EQ(labels(Axis::logarithmic(1, 5000)),
            (std::vector<std::string>{"1", "10", "100", "1,000", "10,000"}));
  EXPECT_EQ(labels(Axis::logarithmic(1, 8)), (std::vector<std::string>{"1", "2", "5", "10"}));
  EXPECT_EQ(labels(Axis::logarithmic(1, 3e6)).back(), "10 M");
  EXPECT_LE(labels(Axis::logarithmic(1, 1e18)).size(), 10U);
  EXPECT_EQ(labels(Axis::logarithmic(1, 1)).size(), 4U);  // there is always some room
}

TEST(Axis, PutsItsEndsAtTheEnds) {
  EXPECT_DOUBLE_EQ(Axis::linear(0, 100).position(0), 0);
  EXPECT_DOUBLE_EQ(Axis::linear(0, 100).position(100), 1);
  EXPECT_DOUBLE_EQ(Axis::logarithmic(1, 100).position(10), 0.5);
}

TEST(Plot, HasACurveAndALineOfTheLegendForEachFile) {
  const base::Result<std::string> figure = plot({sample("icb"), sample("dfs")}, {});
  ASSERT_TRUE(figure.ok());
  EXPECT_EQ(count(figure.value(), "<polyline"), 2U);
  EXPECT_EQ(count(figure.value(), ">icb</text>"), 1U);
  EXPECT_EQ(count(figure.value(), ">dfs</text>"), 1U);
  EXPECT_EQ(count(figure.value(), "states covered (number, log scale)"), 1U);
}

// 100 % at the top, which is 24 from the edge; the bounds 0, 1 and 2 have 25, 75 and 100 %.
TEST(Plot, ByBoundShowsPartsOfAllStates) {
  const base::Result<std::string> figure = plot(
      {sample("icb")}, {.by = PlotOptions::By::bound, .log_x = false, .log_y = true, .title = ""});
  ASSERT_TRUE(figure.ok());
  EXPECT_NE(figure.value().find("points=\"90.0,294.0 370.0,114.0 650.0,24.0\""), std::string::npos)
      << figure.value();
  EXPECT_EQ(count(figure.value(), "bound (preemptions)"), 1U);
}

TEST(Plot, DrawsExecutionsWhereStatesWereNotCounted) {
  const Curve bare{"bare", {{1, {}, {}}, {5, {}, 0}}};
  const base::Result<std::string> figure = plot({bare}, {});
  ASSERT_TRUE(figure.ok());
  EXPECT_EQ(count(figure.value(), "executions covered"), 1U);
  EXPECT_FALSE(plot({bare, sample("icb")}, {}).ok());
}

TEST(Plot, NamesAreText) {
  const base::Result<std::string> figure = plot({sample("a<b>&\"c\"\n")}, {});
  ASSERT_TRUE(figure.ok());
  EXPECT_NE(figure.value().find(">a&lt;b&gt;&amp;&quot;c&quot;?</text>"), std::string::npos);
}

TEST(Plot, SaysThatNoBoundWasCompleted) {
  const base::Result<std::string> figure =
      plot({{"dfs", {{1, 1, {}}}}},
           {.by = PlotOptions::By::bound, .log_x = false, .log_y = true, .title = ""});
  ASSERT_FALSE(figure.ok());
  EXPECT_EQ(figure.error().sentence, "no bound was completed in dfs");
}

TEST(Csv, IsReadAsItWasWritten) {
  const Coverage coverage = sample("").coverage;
  EXPECT_EQ(to_csv(coverage), "executions,states,bound\n1,1,\n2,2,0\n10,6,1\n40,8,2\n");
  const base::Result<Coverage> read = read_csv(to_csv(coverage), "x.csv");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(to_csv(read.value()), to_csv(coverage));
}

TEST(Csv, SaysWhatIsWrongWithIt) {
  const auto sentence = [](const std::string& text) {
    const base::Result<Coverage> read = read_csv(text, "x.csv");
    return read.ok() ? "" : read.error().sentence;
  };
  const std::string header = "executions,states,bound\n";
  EXPECT_NE(sentence("").find("its first line should be"), std::string::npos);
  EXPECT_NE(sentence("1,2,3\n").find("its first line should be"), std::string::npos);
  EXPECT_EQ(sentence(header), "x.csv has no rows: there was no execution");
  EXPECT_EQ(sentence(header + "1,2,3\n4,5"), "line 3 of x.csv is cut short");
  for (const char* row : {"1,2\n", "1,2,3,4\n", ",1,2\n", "x,1,2\n", "1,-1,2\n", "1,2,3 \n", "\n",
                          "1,2,99999999999\n"}) {
    EXPECT_EQ(sentence(header + row), "line 2 of x.csv is not a row of three numbers") << row;
  }
  EXPECT_EQ(sentence(header + "5,,\n4,,\n"),
            "line 3 of x.csv has fewer executions than the one before");
  EXPECT_EQ(sentence("executions,states,bound\r\n1,2,3\r\n"), "");
}

}  // namespace
}  // namespace heddle::report
