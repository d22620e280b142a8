// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verdict/summary.h"

// Runs as reports meet them.
namespace heddle::golden {

verdict::Summary clean();
verdict::Summary one_finding();
verdict::Summary racing();
verdict::Summary races_listed();
verdict::Summary several_findings();
verdict::Summary livelocks();
verdict::Summary out_of_time();
verdict::Summary sampled();
verdict::Summary some_delays();
verdict::Summary within_depth();
verdict::Summary not_deterministic();
verdict::Summary failed_to_start();

}  // namespace heddle::golden
