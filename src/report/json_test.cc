// SPDX-License-Identifier: Apache-2.0
#include "report/json.h"

#include "trace/bytes.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heddle::report {
namespace {

using Json = nlohmann::json;

Json parsed(const verdict::Summary& summary) { return Json::parse(to_json(summary)); }

TEST(ToJson, HasAllKeysOfTheContract) {
  const Json json = parsed({});
  for (const char* key : {"heddle",
                          "program",
                          "verdict",
                          "strategy",
                          "reduction",
                          "visible",
                          "reset",
                          "memory_model",
                          "bound",
                          "executions",
                          "pruned",
                          "steps",
                          "states",
                          "threads",
                          "max_steps",
                          "max_preemptions",
                          "by_bound",
                          "wall_s",
                          "executions_per_s",
                          "findings",
                          "races",
                          "suspects",
                          "rounds",
                          "guarantee"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_EQ(json["memory_model"], "sc");
  for (const char* key : {"statement", "assumptions", "uncontrolled"}) {
    EXPECT_TRUE(json["guarantee"].contains(key)) << key;
  }
}

TEST(ToJson, HasNullForWhatWasNotMeasured) {
  verdict::Summary summary;
  summary.by_bound = {{0, 2}};
  const Json json = parsed(summary);
  EXPECT_TRUE(json["states"].is_null());
  EXPECT_TRUE(json["by_bound"][0]["states"].is_null());
  EXPECT_TRUE(json["executions_per_s"].is_null());
  EXPECT_TRUE(json["bound"]["completed"].is_null());
}

TEST(ToJson, HasTheStatesThatWereCounted) {
  verdict::Summary summary;
  summary.states = 7;
  summary.by_bound = {{0, 2, 1}, {1, 9, 7}};
  const Json json = parsed(summary);
  EXPECT_EQ(json["states"], 7);
  EXPECT_EQ(json["by_bound"][0]["states"], 1);
  EXPECT_EQ(json["by_bound"][1]["states"], 7);
}

TEST(ToJson, GivesBoundsAsNumbersOrAll) {
  verdict::Summary summary;
  summary.requested.all = true;
  summary.completed = verdict::Bound{false, 3};
  EXPECT_EQ(parsed(summary)["bound"]["requested"], "all");
  EXPECT_EQ(parsed(summary)["bound"]["completed"], 3);
  summary.completed->all = true;
  EXPECT_EQ(parsed(summary)["bound"]["completed"], "all");
}

TEST(ToJson, ListsWhatWasDoneWhileFairnessClimbed) {
  verdict::Summary summary;
  EXPECT_EQ(parsed(summary)["bound"]["fairness"], Json::array());
  summary.fairness = {
      {.every = 1, .completed = verdict::Bound{false, 2}, .completed_delays = {}, .executions = 7},
      {.every = 2, .completed = {}, .completed_delays = {}, .executions = 3}};
  const Json list = parsed(summary)["bound"]["fairness"];
  EXPECT_EQ(list[0], (Json{{"every", 1}, {"completed", 2}, {"executions", 7}}));
  EXPECT_EQ(list[1], (Json{{"every", 2}, {"completed", nullptr}, {"executions", 3}}));
}

TEST(ToJson, GivesTheRateToTwoDigitsIfItIsSmall) {
  verdict::Summary summary;
  summary.executions = 10;
  summary.wall_seconds = 3;
  EXPECT_EQ(parsed(summary)["executions_per_s"], 3.33);
  summary.wall_seconds = 0.003;
  EXPECT_EQ(parsed(summary)["executions_per_s"], 3333);
}

TEST(ToJson, TellsAFindingByItsTrace) {
  verdict::Summary summary;
  summary.verdict = verdict::Verdict::finding;
  verdict::ReportedFinding& finding = summary.findings.emplace_back();
  finding.id = 1;
  finding.trace_path = "heddle-out/finding-1.heddle";
  finding.reproduced = true;
  finding.executions = 12;
  finding.trace.finding = event::Finding{};
  finding.trace.finding->kind = event::FindingKind::exit;
  finding.trace.finding->code = 3;
  finding.trace.execution = 37;
  finding.trace.stacks = {{{"pop", "q.cpp", 42, "", false}}};
  finding.trace.failure_stack = 1;

  const Json json = parsed(summary);
  EXPECT_EQ(json["verdict"], "finding");
  EXPECT_EQ(json["findings"][0],
            Json::parse(R"({"id": 1, "kind": "exit", "message": "the program exits with status 3",
                            "preemptions": 0, "context_switches": 0, "execution": 37,
                            "executions": 12,
                            "location": {"file": "q.cpp", "line": 42, "function": "pop"},
                            "memory": null, "accesses": [], "cycles": [],
                            "trace": "heddle-out/finding-1.heddle", "reproduced": true})"));
}

TEST(ToJson, TellsRacesThatAreNoFindingsApart) {
  verdict::Summary summary;
  summary.races.emplace_back().trace.finding = event::Finding{.kind = event::FindingKind::race};
  summary.races.back().trace.message = "one";
  summary.suspects.emplace_back().trace.finding = event::Finding{.kind = event::FindingKind::race};
  summary.suspects.back().trace.message = "another";
  summary.suspects.back().orders = {"libqueue.so"};
  const Json json = parsed(summary);
  EXPECT_EQ(json["verdict"], "clean");
  EXPECT_TRUE(json["findings"].empty());
  ASSERT_EQ(json["races"].size(), 1U);
  EXPECT_EQ(json["races"][0]["message"], "one");
  EXPECT_FALSE(json["races"][0].contains("orders"));
  ASSERT_EQ(json["suspects"].size(), 1U);
  EXPECT_EQ(json["suspects"][0]["message"], "another");
  EXPECT_EQ(json["suspects"][0]["orders"], Json({"libqueue.so"}));
}

TEST(ToJson, TellsTheAccessesOfAFindingWithTheLocksHeld) {
  verdict::Summary summary;
  trace::Trace& trace = summary.findings.emplace_back().trace;
  trace.finding = event::Finding{.kind = event::FindingKind::race};
  trace.threads.resize(2);
  trace.objects = {{event::ObjectKind::rwlock, "books"}};
  trace.stacks = {{{"get", "a.cc", 15, "", false}, {"main", "a.cc", 20, "", false}}};
  trace.steps.push_back({.kind = event::OpKind::rwlock_rdlock});
  trace.steps.back().thread = event::ThreadId{1};
  trace.steps.back().object = event::ObjectId{0};
  trace.memory = "counter";
  trace.accesses = {{.kind = event::AccessKind::write, .thread = event::ThreadId{0}, .bytes = 4},
                    {.kind = event::AccessKind::read,
                     .thread = event::ThreadId{1},
                     .step = 1,
                     .stack = 1,
                     .bytes = 4}};
  const Json finding = parsed(summary)["findings"][0];
  EXPECT_EQ(finding["memory"], "counter");
  EXPECT_EQ(finding["location"], Json::parse(R"({"file": "a.cc", "line": 15, "function": "get"})"));
  EXPECT_EQ(finding["accesses"], Json::parse(R"([
      {"kind": "write", "order": null, "thread": 0, "step": 0, "bytes": 4,
       "location": {"file": null, "line": null, "function": null}, "stack": [], "locks": []},
      {"kind": "read", "order": null, "thread": 1, "step": 1, "bytes": 4,
       "location": {"file": "a.cc", "line": 15, "function": "get"},
       "stack": [{"file": "a.cc", "line": 15, "function": "get"},
                 {"file": "a.cc", "line": 20, "function": "main"}],
       "locks": [{"kind": "rwlock", "name": "books", "shared": true, "since": 1}]}])"));
}

TEST(ToJson, HasALocationOfNullsIfNothingIsKnown) {
  verdict::Summary summary;
  summary.findings.emplace_back().trace.finding = event::Finding{};
  EXPECT_EQ(parsed(summary)["findings"][0]["location"],
            Json::parse(R"({"file": null, "line": null, "function": null})"));
}

// What is read back from the text is what the program said; see trace/bytes.h.
TEST(ToJson, EscapesTheWordsOfAFindingOnce) {
  const std::string said = "Assertion `c != '\\x1b' && d != \x1b && e != \xff' failed";
  verdict::Summary summary;
  trace::Trace& trace = summary.findings.emplace_back().trace;
  trace.finding = event::Finding{.kind = event::FindingKind::assertion};
  trace.detail = said + ".";
  const std::string message = parsed(summary)["findings"][0]["message"];
  EXPECT_EQ(message, "Assertion `c != '\\x5cx1b' && d != \x1b && e != \\xff' failed");
  EXPECT_EQ(trace::from_text(message), said);
}

TEST(ToJson, TakesAnyBytes) {
  verdict::Summary summary;
  summary.program = {"./\xff", std::string("\0\x1b", 2)};
  EXPECT_EQ(parsed(summary)["program"][0], R"(./\xff)");
  EXPECT_EQ(parsed(summary)["program"][1], std::string("\0\x1b", 2));
}

}  // namespace
}  // namespace heddle::report
