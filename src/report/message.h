// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trace/trace.h"

#include <string>

namespace heddle::report {

// What went wrong, as one line without a full stop: "T1 waits for mutex b held by
// T2, T2 waits for mutex a held by T1".  Empty if the trace has no finding.  Names are as the
// program has them.
[[nodiscard]] std::string message_of(const trace::Trace& trace);

// The same for people; as it was recorded, if it was.
[[nodiscard]] std::string shown_message(const trace::Trace& trace);

// The stack of the thread that failed; of a deadlock, of the first thread in it.
[[nodiscard]] const trace::Stack& failure_stack(const trace::Trace& trace);

// The place of the user's own code in it; null if nothing is known.
[[nodiscard]] const trace::Frame* failure_frame(const trace::Trace& trace);

// What the program said of its failure, cut down to what is not said elsewhere:
// of "bank: bank.c:14: main: Assertion `x' failed.", "Assertion `x' failed".
[[nodiscard]] std::string detail_words(const trace::Trace& trace);

}  // namespace heddle::report
