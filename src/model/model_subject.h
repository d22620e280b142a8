// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/arena.h"
#include "explore/execution.h"
#include "explore/subject.h"
#include "model/machine.h"

#include <map>
#include <vector>

namespace heddle::model {

// A model, driven by an Execution as a live program is.
class ModelSubject final : public explore::Subject {
 public:
  // Both outlive it.
  ModelSubject(const Program& program, explore::Arena& arena)
      : arena_(arena), start_(program), machine_(program) {}

  event::Outcome run(explore::Execution& execution) override;

  // Where the last execution is, or has ended.
  [[nodiscard]] const Machine& machine() const { return machine_; }
  [[nodiscard]] const event::Outcome& outcome() const { return outcome_; }

 private:
  using Candidates = std::vector<explore::Candidate>;

  [[nodiscard]] bool ask(explore::Execution& execution, event::Choice& choice);
  [[nodiscard]] bool step(explore::Execution& execution, const event::Choice& choice);
  [[nodiscard]] Candidates candidates() const;

  // Loops that wait, as the runtime treats them: see runtime/instrument/await.cc.
  [[nodiscard]] bool looks_at_waits() const;
  [[nodiscard]] bool comes_back(event::ThreadId thread) const;
  void mark_held(Candidates& candidates, const explore::Execution& execution);

  void tell_waiting();

  explore::Arena& arena_;
  const Machine start_;
  Machine machine_;
  std::map<event::ThreadId, bool> held_;
  event::Outcome outcome_;
};

}  // namespace heddle::model
