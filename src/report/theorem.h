// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verdict/summary.h"

#include <string>

namespace heddle::report {

// Theorem 1 of Musuvathi and Qadeer (PLDI 2007): of a program with n threads, each of which does at
// most k steps, b of them potentially blocking, at most (nk choose c)(nb + c)! executions have c
// preemptions.  A floating-point number, since it soon has hundreds of digits; infinite beyond
// that.
[[nodiscard]] double theorem_bound(const verdict::ProgramSizes& sizes, uint32_t preemptions);

// The numbers of executions with exactly so many preemptions, each with its bound.
[[nodiscard]] std::string render_explanation(const verdict::Summary& summary);

}  // namespace heddle::report
