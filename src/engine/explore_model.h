// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/program.h"
#include "supervise/watch.h"
#include "trace/trace.h"
#include "verdict/exploration.h"

namespace heddle::engine {

// Runs the model under the schedules that the settings ask for, in this process.
[[nodiscard]] verdict::Exploration explore_model(const model::Program& program,
                                                 const verdict::Search& search,
                                                 const supervise::Limits& limits);

// The execution that showed it, once more; its finding is missing if it does not show again.
[[nodiscard]] trace::Trace replay_model(const model::Program& program,
                                        const verdict::Exploration& exploration,
                                        const verdict::Found& found);

}  // namespace heddle::engine
