// SPDX-License-Identifier: Apache-2.0
#include "cli/divergence.h"

namespace heddle::cli {

std::optional<report::Divergence> divergence_of(const explore::Difference& difference) {
  if (!difference.found) {
    return std::nullopt;
  }
  report::Divergence divergence;
  divergence.step = difference.step + 1;
  divergence.expected_options = difference.expected.options;
  if (difference.expected_known) {
    divergence.expected = difference.expected;
  }
  if (difference.came.thread != event::kNoThread) {
    divergence.came = difference.came;
  }
  return divergence;
}

}  // namespace heddle::cli
