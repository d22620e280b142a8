// SPDX-License-Identifier: Apache-2.0
#include "report/calls.h"

#include <vector>

#include <fmt/format.h>

namespace heddle::report {
namespace {

constexpr size_t kMostFrames = 8;

}  // namespace

std::string render_calls(const trace::Stack& stack, const Style& style) {
  std::vector<const trace::Frame*> shown;
  for (const trace::Frame& frame : stack) {
    if (style.all || (!frame.system && shown.size() < kMostFrames)) {
      shown.push_back(&frame);
    }
  }
  std::string text;
  for (const trace::Frame* frame : shown) {
    const std::string line = frame->line == 0 ? "" : fmt::format(":{}", frame->line);
    const std::string file = frame->file.empty() ? frame->module : frame->file;
    text += fmt::format("    {}{}{}\n", escape(file), line,
                        frame->function.empty() ? "" : " in " + escape(frame->function));
  }
  return text;
}

}  // namespace heddle::report
