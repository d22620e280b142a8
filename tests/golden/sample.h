// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trace/trace.h"

#include <cstdint>
#include <string>

// Traces made by hand, for tests of what is made of them.
namespace heddle::golden {

// Writes a trace step by step.  Threads, objects and places are named by what the
// methods return.
class Sample {
 public:
  Sample(std::string program, std::string directory);

  uint32_t thread(const std::string& name, uint32_t creator = 0);
  uint32_t object(event::ObjectKind kind, const std::string& name);
  // A stack: this place, called from `caller` (a stack too) unless that is 0.
  uint32_t place(const std::string& file, uint32_t line, const std::string& function,
                 uint32_t caller = 0);

  // A step; what is special about it is set in the event that is returned.
  event::Event& step(uint32_t thread, event::OpKind kind, uint32_t place);
  event::Event& step(uint32_t thread, event::OpKind kind, uint32_t object, uint32_t place);
  // A step that accesses a variable of 4 bytes.
  event::Event& access_step(uint32_t thread, event::OpKind kind, uint32_t object, uint32_t place,
                            uint64_t value);
  // The next step is a preemption.
  Sample& preempt();

  // Where a thread was at the end.
  event::ThreadEnd& blocked(uint32_t thread, event::OpKind kind, uint32_t place);
  event::ThreadEnd& runnable(uint32_t thread, event::OpKind kind, uint32_t place);

  // What the finding is about, done in or after the last step so far.
  event::Access& access(event::AccessKind kind, uint32_t thread, uint32_t place, uint64_t bytes,
                        uint64_t address);

  event::Finding& finding(event::FindingKind kind, uint32_t thread = 0xffffffff);

  trace::Trace trace;

 private:
  event::ThreadEnd& end(uint32_t thread, event::ThreadState state, event::OpKind kind,
                        uint32_t place);

  bool preempt_ = false;
};

}  // namespace heddle::golden
