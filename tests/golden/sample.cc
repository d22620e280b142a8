// SPDX-License-Identifier: Apache-2.0
#include "sample.h"

#include <utility>

namespace heddle::golden {

Sample::Sample(std::string program, std::string directory) {
  trace.heddle = "0.1.0";
  trace.program = {std::move(program)};
  trace.directory = std::move(directory);
  trace.build_id = "0123456789abcdef0123456789abcdef01234567";
  trace.start_time = 1'700'000'000'000'000'000;
  trace.pool = 16;
  trace.fair_every = 8;
  trace.step_limit = 10000;
  trace.execution = 37;
}

uint32_t Sample::thread(const std::string& name, uint32_t creator) {
  const auto number = static_cast<uint32_t>(trace.threads.size());
  trace::Thread& one = trace.threads.emplace_back();
  one.name = name;
  one.creator = number == 0 ? event::kNoThread : event::ThreadId{creator};
  one.end.thread = event::ThreadId{number};
  one.end.creator = one.creator;
  one.end.state = event::ThreadState::ended;
  one.end.kind = event::OpKind::thread_end;
  return number;
}

uint32_t Sample::object(event::ObjectKind kind, const std::string& name) {
  trace.objects.push_back({kind, name});
  return static_cast<uint32_t>(trace.objects.size() - 1);
}

uint32_t Sample::place(const std::string& file, uint32_t line, const std::string& function,
                       uint32_t caller) {
  trace::Stack stack{{function, trace.directory + "/" + file, line, trace.program.front(), false}};
  const trace::Stack& outer = trace::stack_at(trace, caller);
  stack.insert(stack.end(), outer.begin(), outer.end());
  trace.stacks.push_back(stack);
  return static_cast<uint32_t>(trace.stacks.size());
}

event::Event& Sample::step(uint32_t thread, event::OpKind kind, uint32_t place) {
  event::Event& event = trace.steps.emplace_back();
  event.thread = event::ThreadId{thread};
  event.kind = kind;
  event.stack = place;
  event.preemption = std::exchange(preempt_, false);
  event.options = event.preemption ? 2 : 1;
  event.chosen = event.preemption ? 1 : 0;
  event.own = event.preemption ? 1 : 0;
  return event;
}

event::Event& Sample::step(uint32_t thread, event::OpKind kind, uint32_t object, uint32_t place) {
  event::Event& event = step(thread, kind, place);
  event.object = event::ObjectId{object};
  return event;
}

event::Event& Sample::access_step(uint32_t thread, event::OpKind kind, uint32_t object,
                                  uint32_t place, uint64_t value) {
  event::Event& event = step(thread, kind, object, place);
  event.bytes = 4;
  event.value = value;
  return event;
}

Sample& Sample::preempt() {
  preempt_ = true;
  return *this;
}

event::ThreadEnd& Sample::blocked(uint32_t thread, event::OpKind kind, uint32_t place) {
  return end(thread, event::ThreadState::blocked, kind, place);
}

event::ThreadEnd& Sample::runnable(uint32_t thread, event::OpKind kind, uint32_t place) {
  return end(thread, event::ThreadState::runnable, kind, place);
}

event::ThreadEnd& Sample::end(uint32_t thread, event::ThreadState state, event::OpKind kind,
                              uint32_t place) {
  trace.threads[thread].stack = place;
  event::ThreadEnd& one = trace.threads[thread].end;
  one.state = state;
  one.kind = kind;
  return one;
}

event::Access& Sample::access(event::AccessKind kind, uint32_t thread, uint32_t place,
                              uint64_t bytes, uint64_t address) {
  trace.accesses.push_back({.kind = kind,
                            .thread = event::ThreadId{thread},
                            .step = static_cast<uint32_t>(trace.steps.size()),
                            .stack = place,
                            .bytes = bytes,
                            .address = address,
                            .place = 0x401000 + place});
  return trace.accesses.back();
}

event::Finding& Sample::finding(event::FindingKind kind, uint32_t thread) {
  trace.finding.emplace();
  trace.finding->kind = kind;
  trace.finding->thread = event::ThreadId{thread};
  return *trace.finding;
}

}  // namespace heddle::golden
