// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/terminal.h"
#include "trace/trace.h"

#include <string>

namespace heddle::report {

// The steps of an execution as a table that is read from top to bottom: a column a
// thread, a row a step, and at the right where in the source it was done.  Where
// that leaves too little room, one column holds them all and each row begins with
// its thread.  Accesses to memory that the finding is about
// stand under the steps in which they were done.  After the last step comes what the failing or
// blocked threads were about to do.
[[nodiscard]] std::string render_interleaving(const trace::Trace& trace, const Style& style);

}  // namespace heddle::report
