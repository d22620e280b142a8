// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/summary.h"

// Runs as reports meet them.
namespace heddle::golden {

report::Summary clean();
report::Summary one_finding();
report::Summary racing();
report::Summary races_listed();
report::Summary several_findings();
report::Summary livelocks();
report::Summary out_of_time();
report::Summary sampled();
report::Summary some_delays();
report::Summary within_depth();
report::Summary not_deterministic();
report::Summary failed_to_start();

}  // namespace heddle::golden
