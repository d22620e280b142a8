// SPDX-License-Identifier: Apache-2.0
#include "trace/trace.h"

#include <algorithm>

namespace heddle::trace {

const Stack& stack_at(const Trace& trace, uint32_t number) {
  static const Stack none;
  return number == 0 || number > trace.stacks.size() ? none : trace.stacks[number - 1];
}

const Frame* user_frame(const Stack& stack) {
  if (stack.empty()) {
    return nullptr;
  }
  const auto own = std::ranges::find(stack, false, &Frame::system);
  return own != stack.end() ? &*own : &stack.front();
}

uint32_t preemptions(const Trace& trace) {
  return static_cast<uint32_t>(std::ranges::count(trace.steps, true, &event::Event::preemption));
}

uint32_t context_switches(const Trace& trace) {
  uint32_t switches = 0;
  for (size_t i = 1; i < trace.steps.size(); ++i) {
    switches += trace.steps[i].thread != trace.steps[i - 1].thread ? 1 : 0;
  }
  return switches;
}

}  // namespace heddle::trace
