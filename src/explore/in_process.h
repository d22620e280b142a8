// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/explorer.h"
#include "explore/runner.h"
#include "explore/subject.h"

#include <span>

namespace heddle::explore {

// Runs a Subject here, one execution after the other.
class InProcess final : public Runner {
 public:
  //   scratch: memory for the side of an execution, Execution::bytes_needed().
  InProcess(Arena& arena, Strategy& strategy, Explorer& explorer, Subject& subject,
            base::Region scratch, std::span<Monitor* const> monitors)
      : arena_(arena),
        strategy_(strategy),
        explorer_(explorer),
        subject_(subject),
        scratch_(scratch),
        monitors_(monitors) {}

  Ran run(event::Outcome& outcome) override {
    base::Region region = scratch_;
    Execution execution(region, region, arena_.settings().fair_every, strategy_, arena_.plan,
                        arena_.log, monitors_);
    outcome = subject_.run(execution);
    arena_.record().take(execution);
    return Ran::ended;
  }

  void learned(const event::Outcome& /*outcome*/) override { explorer_.commit(); }

 private:
  Arena& arena_;
  Strategy& strategy_;
  Explorer& explorer_;
  Subject& subject_;
  const base::Region scratch_;
  const std::span<Monitor* const> monitors_;
};

}  // namespace heddle::explore
