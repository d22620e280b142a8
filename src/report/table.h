// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/terminal.h"
#include "trace/trace.h"

#include <string>
#include <vector>

// A table with a column a thread, laid out for a given width.
namespace heddle::report {

struct TableRow {
  std::string mark;        // at the left: the number of a step
  event::ThreadId thread;  // kNoThread: the words go across all columns
  std::string words;
  const trace::Frame* frame = nullptr;
  Ink ink = Ink::plain;
};

[[nodiscard]] std::string render_table(const trace::Trace& trace, const std::vector<TableRow>& rows,
                                       const Style& style);

}  // namespace heddle::report
