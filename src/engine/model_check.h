// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/check.h"
#include "model/program.h"
#include "supervise/watch.h"
#include "verdict/ledger.h"

#include <functional>
#include <string>

namespace heddle::engine {

// A model that is checked.
class ModelCheck final : public Checked {
 public:
  // How a finding is told from others, and in reports.
  using Message = std::function<std::string(const trace::Trace&)>;

  ModelCheck(model::Program program, verdict::RunFacts facts, supervise::Limits limits,
             Message message)
      : program_(std::move(program)),
        facts_(std::move(facts)),
        limits_(limits),
        message_(std::move(message)) {}

  base::Result<verdict::Exploration> explore(const verdict::Search& search,
                                             const verdict::Rounds& so_far) override;
  verdict::Judgement judge(const verdict::Exploration& exploration,
                           const verdict::Found& found) override;
  [[nodiscard]] bool wants_more() const override;
  [[nodiscard]] verdict::Stopped limit_reached() const override { return limits_.reached(); }
  [[nodiscard]] verdict::RunFacts facts() const override { return facts_; }
  void report(const verdict::Rounds& rounds, verdict::Summary& summary) override;
  [[nodiscard]] const verdict::Replays& replays() const override { return replays_; }

 private:
  const model::Program program_;
  const verdict::RunFacts facts_;
  const supervise::Limits limits_;
  const Message message_;
  verdict::Ledger reported_;
  verdict::Replays replays_;
};

}  // namespace heddle::engine
