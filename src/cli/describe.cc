// SPDX-License-Identifier: Apache-2.0
#include "cli/describe.h"

namespace heddle::cli {

void describe(const RunOptions& options, const RunPlan& plan, verdict::Summary& summary) {
  summary.heddle = HEDDLE_VERSION;
  summary.strategy = options.strategy;
  summary.reduction = plan.reduction;
  summary.visible = options.visible;
  summary.reuse = options.reuse;
  summary.scope.only = options.scope;
  summary.scope.never = options.no_scope;
  summary.reset = options.reset;
  summary.requested = plan.bound;
  summary.has_bound = plan.has_bound;
  summary.delays = plan.delays;
}

}  // namespace heddle::cli
