// SPDX-License-Identifier: Apache-2.0
#include "report/diagnosis.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heddle::report {
namespace {

Diagnosis sample() {
  Diagnosis diagnosis;
  diagnosis.heddle = "1.2.3";
  diagnosis.can_run = true;
  diagnosis.verdict = "heddle can run programs here.";
  diagnosis.supports = {
      {"kernel", "kernel", Support::State::yes, "Linux 6.1", ""},
      {"userfaultfd", "userfaultfd", Support::State::partly, "no WP_ASYNC", "mprotect instead"},
      {"ptrace", "ptrace", Support::State::no, "", "no debugger"}};
  diagnosis.ways = {{"snapshot", "--reset snapshot", "mprotect", "by mprotect"}};
  return diagnosis;
}

TEST(Diagnosis, StandsInColumns) {
  EXPECT_EQ(render_diagnosis(sample(), {.columns = 80}),
            "what this machine has:\n"
            "  kernel            yes     Linux 6.1\n"
            "  userfaultfd       partly  no WP_ASYNC\n"
            "                            -> mprotect instead\n"
            "  ptrace            no      -> no debugger\n"
            "\n"
            "what heddle uses here:\n"
            "  --reset snapshot  by mprotect\n"
            "\n"
            "heddle can run programs here.\n");
}

TEST(Diagnosis, PutsSentencesBelowWhereTheTerminalIsNarrow) {
  EXPECT_EQ(render_diagnosis(sample(), {.columns = 40}),
            "what this machine has:\n"
            "  kernel            yes\n"
            "    Linux 6.1\n"
            "  userfaultfd       partly\n"
            "    no WP_ASYNC\n"
            "    -> mprotect instead\n"
            "  ptrace            no\n"
            "    -> no debugger\n"
            "\n"
            "what heddle uses here:\n"
            "  --reset snapshot\n"
            "    by mprotect\n"
            "\n"
            "heddle can run programs here.\n");
}

TEST(Diagnosis, IsPaintedOnlyWhenAsked) {
  EXPECT_EQ(render_diagnosis(sample(), {.columns = 80}).find('\x1b'), std::string::npos);
  const std::string text = render_diagnosis(sample(), {.columns = 80, .colour = true});
  EXPECT_NE(text.find("\x1b[1;31mno\x1b[0m      -> no debugger"), std::string::npos);
}

TEST(Diagnosis, AsJson) {
  const auto json = nlohmann::json::parse(to_json(sample()));
  EXPECT_EQ(json["heddle"], "1.2.3");
  EXPECT_EQ(json["can_run"], true);
  EXPECT_EQ(json["machine"].size(), 3U);
  EXPECT_EQ(json["machine"][1]["state"], "partly");
  EXPECT_EQ(json["machine"][1]["consequence"], "mprotect instead");
  EXPECT_TRUE(json["machine"][0]["consequence"].is_null());
  EXPECT_TRUE(json["machine"][2]["detail"].is_null());
  EXPECT_EQ(json["uses"]["snapshot"], "mprotect");
}

}  // namespace
}  // namespace heddle::report
