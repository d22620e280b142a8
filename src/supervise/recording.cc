// SPDX-License-Identifier: Apache-2.0
#include "supervise/recording.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <span>

#include <cxxabi.h>

namespace heddle::supervise {
namespace {

// What of the execution in an arena is to be told.
struct Part {
  std::span<const event::Event> steps;
  std::span<const process::ThreadRecord> threads;
  std::span<const event::Access> accesses;
  std::optional<event::Finding> finding;
  std::string detail;
  uint32_t failure_stack = 0;
};

Part whole(process::Arena& arena) {
  const explore::Record& record = arena.record();
  const size_t accesses = std::min<size_t>(record.access_count, event::kMaxAccesses);
  Part part{.steps = arena.log.items(),
            .threads = arena.threads.items(),
            .accesses = {record.accesses, accesses},
            .finding = {},
            .detail = arena.details().text,
            .failure_stack = record.failure_stack};
  if (record.outcome.has_finding) {
    part.finding = record.outcome.finding;
  }
  return part;
}

Part up_to(const process::RaceRecord& race, process::Arena& arena) {
  return {.steps = arena.log.items().first(race.steps),
          .threads = arena.race_threads.items().subspan(race.first_thread, race.threads),
          .accesses = {race.accesses, race.access_count},
          .finding =
              event::Finding{
                  .kind = event::FindingKind::race, .thread = race.thread, .place = race.key},
          .detail = "",
          .failure_stack = race.failure_stack};
}

class Recording {
 public:
  Recording(process::Arena& arena, const Part& part, const Program& program, Symbols& symbols)
      : arena_(arena),
        part_(part),
        program_(program),
        symbolizer_(modules(arena, program), symbols) {}

  trace::Trace make() {
    describe_program();
    for (const process::ObjectRecord& object : arena_.objects) {
      const bool given = object.name[0] != '\0';
      trace_.objects.push_back(
          {object.kind, given ? object.name : symbolizer_.object_name(object.address), given});
    }
    for (const process::ThreadRecord& thread : part_.threads) {
      add_thread(thread);
    }
    name_ended_threads();
    for (event::Event event : part_.steps) {
      event.stack = number_of_stack(event.stack);
      if (ends_something(event.kind) && !has_user_frame(event.stack)) {
        event.stack = 0;
      }
      trace_.steps.push_back(event);
    }
    trace_.failure_stack = number_of_stack(part_.failure_stack);
    describe_accesses();
    complete_tables();
    describe_failure();
    return std::move(trace_);
  }

 private:
  static std::vector<Module> modules(process::Arena& arena, const Program& program) {
    std::vector<Module> all;
    for (const process::ModuleRecord& module : arena.modules) {
      const std::string path = module.path[0] == '\0' && all.empty() ? program.path : module.path;
      all.push_back({path, module.bias, module.begin, module.end});
    }
    return all;
  }

  // A thread or process that ends by returning does so in the system's code, where
  // there is nothing to see.
  static bool ends_something(event::OpKind kind) {
    return kind == event::OpKind::process_exit || kind == event::OpKind::quiesce ||
           kind == event::OpKind::thread_end;
  }

  [[nodiscard]] bool has_user_frame(uint32_t stack) const {
    const trace::Frame* frame = trace::user_frame(trace::stack_at(trace_, stack));
    return frame != nullptr && !frame->system;
  }

  void describe_program() {
    const explore::Settings& settings = arena_.settings();
    trace_.program = program_.arguments;
    trace_.program.front() = program_.path;
    trace_.directory = program_.directory;
    trace_.build_id = program_.build_id;
    trace_.standard_input = program_.standard_input;
    static_cast<event::Conditions&>(trace_) = settings;
    trace_.sees_pauses &= std::any_of(arena_.log.begin(), arena_.log.end(),
                                      [](const event::Event& step) { return step.came_back; });
    describe_visibility();
    trace_.scenario = arena_.control().scenario.load() != process::Stage::none;
    for (const process::TextRecord& variable : arena_.variables) {
      const char* value = getenv(variable.text);
      if (value != nullptr) {
        trace_.environment[variable.text] = value;
      }
    }
    for (const auto& [name, value] : program_.environment) {
      trace_.environment[name] = value;
    }
  }

  // The conditions that are lists.
  void describe_visibility() {
    trace_.holds.assign(arena_.plan_holds.begin(), arena_.plan_holds.end());
    for (const explore::PlaceRecord& place : arena_.places) {
      trace_.places.push_back({place.module, place.offset});
    }
    for (const explore::ScopeModule& module : arena_.scope_modules) {
      trace_.scope.modules.emplace_back(module.path);
    }
    trace_.scope.ranges.assign(arena_.scope_ranges.begin(), arena_.scope_ranges.end());
    trace_.shared.assign(arena_.shared.begin(), arena_.shared.end());
    trace_.known_races.assign(arena_.known_races.begin(), arena_.known_races.end());
    trace_.ignores_races = arena_.settings().races == explore::Races::ignore;
  }

  // The memory that a finding is about, and who touched it.
  void describe_accesses() {
    uint64_t touched = 0;  // by all of them: accesses may overlap without being the same
    for (event::Access access : part_.accesses) {
      access.stack = number_of_stack(access.stack);
      access.step = std::min(access.step, static_cast<uint32_t>(part_.steps.size()));
      trace_.accesses.push_back(access);
      touched = std::max(touched, access.address);
    }
    if (!part_.accesses.empty()) {
      trace_.memory = memory_name(touched);
    }
  }

  // A variable, or whose stack it is on; empty for the heap.
  std::string memory_name(uint64_t address) {
    const std::string variable = symbolizer_.object_name(address);
    if (!variable.empty()) {
      return variable;
    }
    for (const process::ThreadRecord& thread : part_.threads) {
      if (address >= thread.stack_begin && address < thread.stack_end) {
        return "the stack of T" + std::to_string(event::index(thread.end.thread));
      }
    }
    return "";
  }

  void add_thread(const process::ThreadRecord& record) {
    trace::Thread thread;
    thread.creator = record.end.creator;
    thread.end = record.end;
    thread.end.stack = 0;
    thread.stack = number_of_stack(record.end.stack);
    if (ends_something(record.end.kind) && !has_user_frame(thread.stack)) {
      thread.stack = 0;
    }
    thread.name = record.name;
    if (thread.name.empty()) {
      thread.name = routine_name(record, thread.stack);
    }
    trace_.threads.push_back(thread);
  }

  // A thread that has ended is nowhere any more; its steps tell what it ran.
  void name_ended_threads() {
    for (const event::Event& event : part_.steps) {
      const size_t index = event::index(event.thread);
      if (index < trace_.threads.size() && trace_.threads[index].name.empty() &&
          !ends_something(event.kind)) {
        trace_.threads[index].name =
            outermost_own(trace::stack_at(trace_, number_of_stack(event.stack)));
      }
    }
  }

  static std::string outermost_own(const trace::Stack& stack) {
    for (auto frame = stack.rbegin(); frame != stack.rend(); ++frame) {
      if (!frame->system && !frame->function.empty()) {
        return frame->function;
      }
    }
    return "";
  }

  // A thread is called after the function that it runs.  If that is one of the
  // system's (as for std::thread), after the outermost of the user's own on its
  // stack.
  std::string routine_name(const process::ThreadRecord& record, uint32_t stack_number) {
    const trace::Stack routine = symbolizer_.expand(record.routine, false);
    const bool own = !routine.empty() && !routine.back().system;
    return own ? routine.back().function : outermost_own(trace::stack_at(trace_, stack_number));
  }

  // Stacks are written by their place in the arena, and numbered in the trace.
  uint32_t number_of_stack(uint32_t place) {
    if (place == 0) {
      return 0;
    }
    const auto known = numbers_.find(place);
    if (known != numbers_.end()) {
      return known->second;
    }
    const size_t begin = place - 1;
    const auto words = arena_.stack_words.items().subspan(begin + 1, arena_.stack_words[begin]);
    const std::vector<uint64_t> addresses(words.begin(), words.end());
    uint32_t& number = same_stacks_[addresses];
    if (number == 0) {
      trace_.stacks.push_back(symbolized(addresses));
      number = static_cast<uint32_t>(trace_.stacks.size());
    }
    numbers_[place] = number;
    return number;
  }

  trace::Stack symbolized(const std::vector<uint64_t>& addresses) {
    trace::Stack stack;
    for (const uint64_t address : addresses) {
      const trace::Stack frames = symbolizer_.expand(address, true);
      stack.insert(stack.end(), frames.begin(), frames.end());
    }
    return stack;
  }

  void describe_failure() {
    trace_.detail = part_.detail;
    if (!part_.finding.has_value()) {
      return;
    }
    if (part_.finding->kind == event::FindingKind::uncaught) {
      trace_.detail = demangled(trace_.detail);
    }
    drop_signal_frames();
    if (!has_user_frame(trace_.failure_stack) && ends_something(last_kind())) {
      trace_.failure_stack = 0;
    }
    if (part_.finding->kind == event::FindingKind::stuck) {
      trace_.detail = outermost_call(trace::stack_at(trace_, trace_.failure_stack));
    }
  }

  [[nodiscard]] event::OpKind last_kind() const {
    return trace_.steps.empty() ? event::OpKind::yield : trace_.steps.back().kind;
  }

  // The frame through which a signal handler was entered has no name.
  void drop_signal_frames() {
    if (trace_.failure_stack == 0) {
      return;
    }
    trace::Stack& stack = trace_.stacks[trace_.failure_stack - 1];
    while (!stack.empty() && stack.front().function.empty()) {
      stack.erase(stack.begin());
    }
  }

  // What the user's own code has called: the system's function next to it.
  static std::string outermost_call(const trace::Stack& stack) {
    std::string name;
    for (const trace::Frame& frame : stack) {
      if (!frame.system) {
        break;
      }
      name = frame.function;
    }
    for (const std::string prefix : {"__libc_", "__GI_", "__"}) {
      if (name.compare(0, prefix.size(), prefix) == 0) {
        name.erase(0, prefix.size());
      }
    }
    return name;
  }

  // A type's name as its type_info has it.
  static std::string demangled(const std::string& name) {
    int status = 0;
    char* text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
    std::string result = status == 0 ? text : name;
    free(text);
    return result;
  }

  // A process that died without a word has not said who its threads were.
  void complete_tables() {
    need_thread(event::ThreadId{0});  // it may have died before its first step
    for (const event::Event& event : trace_.steps) {
      need_thread(event.thread);
      need_thread(event.other);
      need_object(event.object);
      need_object(event.mutex);
    }
    for (const event::Access& access : trace_.accesses) {
      need_thread(access.thread);
    }
  }

  void need_thread(event::ThreadId thread) {
    while (thread != event::kNoThread && trace_.threads.size() <= event::index(thread)) {
      trace::Thread unknown;
      unknown.end.state = event::ThreadState::unknown;
      unknown.end.thread = static_cast<event::ThreadId>(trace_.threads.size());
      trace_.threads.push_back(unknown);
    }
  }

  void need_object(event::ObjectId object) {
    while (object != event::kNoObject && trace_.objects.size() <= event::index(object)) {
      trace_.objects.emplace_back();
    }
  }

  process::Arena& arena_;
  const Part& part_;
  const Program& program_;
  Symbolizer symbolizer_;
  trace::Trace trace_;
  std::map<uint32_t, uint32_t> numbers_;                   // by place in the arena
  std::map<std::vector<uint64_t>, uint32_t> same_stacks_;  // by addresses
};

}  // namespace

trace::Trace recording_of(process::Arena& arena, const Program& program, Symbols& symbols) {
  const Part part = whole(arena);
  return Recording(arena, part, program, symbols).make();
}

trace::Trace recording_of(process::Arena& arena, const process::RaceRecord& race,
                          const Program& program, Symbols& symbols) {
  const Part part = up_to(race, arena);
  trace::Trace trace = Recording(arena, part, program, symbols).make();
  trace.finding = part.finding;
  trace.wanted_race = race.key;
  return trace;
}

}  // namespace heddle::supervise
