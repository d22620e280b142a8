// SPDX-License-Identifier: Apache-2.0
#include "report/shown.h"

#include "report/terminal.h"

namespace heddle::report {

trace::Trace shown(const trace::Trace& trace) {
  trace::Trace copy = trace;
  for (trace::Thread& thread : copy.threads) {
    thread.name = escape(thread.name);
  }
  for (trace::Object& object : copy.objects) {
    object.name = escape(object.name);
  }
  for (trace::Stack& stack : copy.stacks) {
    for (trace::Frame& frame : stack) {
      frame.function = escape(frame.function);
      frame.file = escape(frame.file);
      frame.module = escape(frame.module);
    }
  }
  copy.memory = escape(copy.memory);
  return copy;
}

}  // namespace heddle::report
