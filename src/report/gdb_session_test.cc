// SPDX-License-Identifier: Apache-2.0
#include "report/gdb_session.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heddle::report {
namespace {

using Json = nlohmann::json;
using event::ObjectId;
using event::OpKind;
using event::ThreadId;

event::Event step(uint32_t thread, OpKind kind, uint32_t object, bool preemption = false) {
  event::Event event;
  event.thread = ThreadId{thread};
  event.kind = kind;
  event.object = ObjectId{object};
  event.preemption = preemption;
  return event;
}

// T0 holds a and waits for b, T1 the other way round.
trace::Trace opposite_order() {
  trace::Trace trace;
  trace.program = {"/opt/bank", "1"};
  trace.objects = {{event::ObjectKind::mutex, "a"}, {event::ObjectKind::mutex, ""}};
  trace.stacks = {{{"give", "src/bank.c", 7, "/opt/bank", false}}};
  trace.steps = {step(0, OpKind::mutex_lock, 0), step(1, OpKind::mutex_lock, 1, true)};
  trace.steps[0].stack = 1;
  trace.steps[0].fingerprint = 77;
  trace.threads.resize(2);
  for (uint32_t i = 0; i < 2; ++i) {
    event::ThreadEnd& end = trace.threads[i].end;
    end.state = event::ThreadState::blocked;
    end.thread = ThreadId{i};
    end.kind = OpKind::mutex_lock;
    end.object = ObjectId{1 - i};
    end.holder = ThreadId{1 - i};
  }
  trace.threads[0].name = "main";
  trace.finding = event::Finding{.kind = event::FindingKind::deadlock};
  return trace;
}

TEST(GdbSession, TellsStepsThreadsAndObjectsInWords) {
  const Json json = Json::parse(gdb_session(opposite_order(), "/usr/bin/heddle"));
  EXPECT_EQ(json["heddle"], "/usr/bin/heddle");
  EXPECT_EQ(json["program"], "/opt/bank");
  EXPECT_EQ(json["finding"]["kind"], "deadlock");
  EXPECT_EQ(json["objects"], Json({"mutex a", "mutex #1"}));
  EXPECT_EQ(json["threads"][0], Json({{"name", "main"}, {"next", "lock mutex #1"}}));
  EXPECT_EQ(json["threads"][1], Json({{"name", ""}, {"next", "lock a"}}));
  const Json first = {{"thread", 0},
                      {"words", "lock a"},
                      {"place", "bank.c:7 in give"},
                      {"preemption", false},
                      {"fingerprint", 77}};
  EXPECT_EQ(json["steps"][0], first);
  EXPECT_EQ(json["steps"][1]["preemption"], true);
  EXPECT_EQ(json["steps"][1]["place"], "");
}

TEST(GdbSession, TellsAccessesByTheirSteps) {
  trace::Trace trace = opposite_order();
  trace.accesses = {
      {.kind = event::AccessKind::write, .thread = ThreadId{1}, .step = 2, .stack = 1, .bytes = 4}};
  const Json json = Json::parse(gdb_session(trace, "heddle"));
  EXPECT_EQ(json["accesses"], Json::parse(R"([{"thread": 1, "step": 2, "words": "writes 4 bytes",
                                               "place": "bank.c:7 in give"}])"));
}

TEST(GdbSession, HasNoFindingWhereThereIsNone) {
  trace::Trace trace = opposite_order();
  trace.finding.reset();
  trace.threads[1].end.state = event::ThreadState::ended;
  const Json json = Json::parse(gdb_session(trace, "heddle"));
  EXPECT_TRUE(json["finding"].is_null());
  EXPECT_EQ(json["threads"][1]["next"], "");
}

// A name may hold any bytes, and JSON may not.
TEST(GdbSession, IsJsonWhateverTheNamesAre) {
  trace::Trace trace = opposite_order();
  trace.program = {"/opt/\xff"};
  trace.objects[0].name = "\"\xc3\n";
  EXPECT_TRUE(Json::accept(gdb_session(trace, "heddle")));
}

}  // namespace
}  // namespace heddle::report
