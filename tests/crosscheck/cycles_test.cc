// SPDX-License-Identifier: Apache-2.0
// A search that ends with what it finds takes threads that wait for each other for a deadlock at
// once, whatever others could still do.  It must find one if there is one among all executions,
// each run to its end, and with as few preemptions; whatever the reduction.
#include "generate.h"
#include "naive.h"
#include "seeds.h"
#include "tool.h"

#include <algorithm>
#include <optional>

#include <gtest/gtest.h>

namespace heddle::crosscheck {
namespace {

constexpr uint32_t kAll = 0xffffffff;

// The fewest preemptions with which a program deadlocks; or nothing, and neither is it of interest
// if it fails in another way, which may come first.
struct Deadlocks {
  bool only = true;
  std::optional<uint32_t> fewest;
};

Deadlocks deadlocks_in(const Runs& runs) {
  Deadlocks found;
  for (const Run& run : runs) {
    found.only = found.only && (run.end == End::done || run.end == End::deadlock);
    if (run.end == End::deadlock) {
      found.fewest = std::min(found.fewest.value_or(run.preemptions), run.preemptions);
    }
  }
  return found;
}

std::string disagreement(const Program& program, const Limits& limits) {
  const Enumerated naive = enumerate(program, limits);
  const Deadlocks expected = deadlocks_in(naive.runs);
  if (!naive.complete || !expected.only) {
    return "";
  }
  std::string text;
  for (const explore::Reduction reduction :
       {explore::Reduction::none, explore::Reduction::cache, explore::Reduction::dpor,
        explore::Reduction::inspect, explore::Reduction::sleep}) {
    for (const uint32_t bound : {0U, 1U, 2U, kAll}) {
      const bool unbounded_only =
          reduction == explore::Reduction::inspect || reduction == explore::Reduction::sleep;
      if (unbounded_only && bound != kAll) {
        continue;
      }
      Request request;
      request.bound = bound;
      request.steps = limits.steps;
      request.reduction = reduction;
      request.findings = 1;
      request.ends_at_cycles = true;
      const Explored explored = explore_program(program, request);
      std::optional<uint32_t> wanted;
      if (expected.fewest.has_value() && *expected.fewest <= bound) {
        wanted = expected.fewest;
      }
      std::optional<uint32_t> got;
      if (!explored.found.empty()) {
        got = explored.found[0].record.preemptions;
      }
      if (got != wanted) {
        text += "reduction " + std::to_string(static_cast<int>(reduction)) + " within " +
                std::to_string(bound) + ": a deadlock " +
                (got ? "with " + std::to_string(*got) : "was not found") + ", expected " +
                (wanted ? "with " + std::to_string(*wanted) : "none") + "\n";
      }
    }
  }
  return text;
}

void check_programs(uint64_t first, uint64_t count, const Limits& limits) {
  check_seeds(
      first, count, [&](uint64_t seed) { return fitted(random_program(seed), limits); },
      [&](const Program& program) { return disagreement(program, limits); });
}

class Cycles : public ::testing::TestWithParam<uint64_t> {};

TEST_P(Cycles, AreFoundAtOnceByEveryReduction) {
  check_programs(GetParam() * 40, 40, {.steps = 60, .executions = 2000});
}

INSTANTIATE_TEST_SUITE_P(Seeds, Cycles, ::testing::Range(uint64_t{0}, uint64_t{4}));

TEST(Soak, CyclesOfManyPrograms) {
  check_programs(fresh_seed(), 5000, {.steps = 60, .executions = 3000});
}

// The third thread has two steps to do and its end when the other two are stuck, and not all of
// that is run.
TEST(Cycle, IsTheEndAlthoughAThreadCouldGoOn) {
  const auto lock = [](uint8_t object) { return Op{.act = Act::lock, .object = object}; };
  Program program;
  program.threads = {
      {lock(0), lock(1)}, {lock(1), lock(0)}, {{.act = Act::yield}, {.act = Act::yield}}};
  Request request;
  request.findings = 1;
  request.bound = 1;
  request.ends_at_cycles = true;
  const Explored explored = explore_program(program, request);
  ASSERT_EQ(explored.found.size(), 1U);
  EXPECT_EQ(explored.found[0].record.finding.kind, event::FindingKind::deadlock);
  EXPECT_LT(explored.found[0].record.steps, 5U);
}

}  // namespace
}  // namespace heddle::crosscheck
