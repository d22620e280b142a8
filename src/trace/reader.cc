// SPDX-License-Identifier: Apache-2.0
#include "trace/reader.h"

#include "base/hash.h"
#include "trace/fields.h"
#include "trace/format.h"
#include "trace/header.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace heddle::trace {
namespace {

struct Counts {
  size_t threads;
  size_t objects;
  size_t steps;
  size_t stacks;
};

std::optional<event::ThreadState> parse_thread_state(std::string_view name) {
  return event::find_name<event::ThreadState>(kThreadStates, name);
}

std::string item(const char* list, size_t index) { return fmt::format("{}[{}]", list, index); }

std::optional<Visible> parse_visible(std::string_view name) {
  return event::find_name<Visible>(kVisible, name);
}

template <typename Item, typename Make>
std::vector<Item> items_of(const Fields& document, const char* key, Make make) {
  const Json& array = document.array(key);
  std::vector<Item> items;
  items.reserve(array.size());
  for (size_t i = 0; i < array.size(); ++i) {
    items.push_back(make(array[i], i));
  }
  return items;
}

// The same for a list that may be absent.
template <typename Item, typename Make>
std::vector<Item> optional_items_of(const Fields& document, const char* key, Make make) {
  return document.find(key) == nullptr ? std::vector<Item>() : items_of<Item>(document, key, make);
}

event::ThreadEnd end_of(const Fields& end, const Counts& counts) {
  event::ThreadEnd result;
  result.state = end.name("state", parse_thread_state);
  result.waits_for_good = end.flag("waits_for_good");
  result.kind = end.name("op", event::parse_op_kind);
  result.object = end.object("object", counts.objects);
  result.mutex = end.object("mutex", counts.objects);
  result.target = end.thread("target", counts.threads);
  result.holder = end.thread("holder", counts.threads);
  result.held_since = end.numbered("held_since", counts.steps);
  return result;
}

Thread thread_of(const Json& json, size_t index, const Counts& counts) {
  const Fields fields(json, item("threads", index));
  Thread thread;
  thread.creator = fields.thread("creator", counts.threads);
  thread.name = fields.text("name");
  thread.stack = fields.numbered("stack", counts.stacks);
  thread.end = end_of(Fields(fields.required("end"), fields.place("end")), counts);
  thread.end.thread = static_cast<event::ThreadId>(index);
  thread.end.creator = thread.creator;
  return thread;
}

Object object_of(const Json& json, size_t index) {
  const Fields fields(json, item("objects", index));
  return {.kind = fields.name("kind", event::parse_object_kind),
          .name = fields.text("name"),
          .given = fields.flag("given")};
}

event::Misuse misuse_of(const Fields& fields) {
  const bool there = fields.find("misuse") != nullptr;
  return there ? fields.name("misuse", event::parse_misuse) : event::Misuse::none;
}

// What only an access to memory or a fence has.
void read_memory_access(const Fields& fields, event::Event& step) {
  if (fields.find("order") != nullptr) {
    step.order = fields.name("order", event::parse_memory_order);
  }
  step.bytes = fields.number<uint32_t>("bytes");
  step.value = fields.number<uint64_t>("value");
}

event::Event step_of(const Json& json, size_t index, const Counts& counts) {
  const Fields fields(json, item("steps", index));
  event::Event step;
  (void)fields.required("thread");
  step.thread = fields.thread("thread", counts.threads);
  step.kind = fields.name("op", event::parse_op_kind);
  step.preemption = fields.flag("preemption");
  step.yielded = fields.flag("yielded");
  step.timed_out = fields.flag("timed_out");
  step.misuse = misuse_of(fields);
  step.options = fields.number<uint16_t>("options", 1);
  step.chosen = fields.number<uint16_t>("chosen");
  step.own = fields.number<uint16_t>("own");
  step.alternative = fields.number<uint16_t>("alternative");
  step.alternatives = fields.number<uint16_t>("alternatives", 1);
  step.object = fields.object("object", counts.objects);
  step.mutex = fields.object("mutex", counts.objects);
  step.other = fields.thread("other", counts.threads);
  step.result = fields.number<int32_t>("result");
  step.stack = fields.numbered("stack", counts.stacks);
  step.fingerprint = fields.number<uint32_t>("fingerprint");
  if (event::is_memory_access(step.kind)) {
    read_memory_access(fields, step);
  }
  if (step.chosen >= step.options) {
    throw Malformed{fmt::format("{} is {}, and there are only {} options", fields.place("chosen"),
                                step.chosen, step.options)};
  }
  return step;
}

Stack stack_of(const Json& json, size_t index) {
  if (!json.is_array()) {
    throw Malformed{item("stacks", index) + " should be a list"};
  }
  Stack stack;
  stack.reserve(json.size());
  for (const Json& frame_json : json) {
    const Fields frame(frame_json, item("stacks", index));
    stack.push_back({.function = frame.text("function"),
                     .file = frame.text("file"),
                     .line = frame.number<uint32_t>("line"),
                     .module = frame.text("module"),
                     .system = frame.flag("system")});
  }
  return stack;
}

event::Finding finding_of(const Json& json, const Counts& counts) {
  const Fields fields(json, "finding");
  event::Finding finding;
  finding.kind = fields.name("kind", event::parse_finding_kind);
  finding.misuse = misuse_of(fields);
  finding.thread = fields.thread("thread", counts.threads);
  finding.object = fields.object("object", counts.objects);
  finding.code = fields.number<int32_t>("code");
  finding.place = fields.number<uint64_t>("place");
  return finding;
}

event::Access access_of(const Json& json, size_t index, const Counts& counts) {
  const Fields fields(json, item("accesses", index));
  event::Access access;
  (void)fields.required("thread");
  access.kind = fields.name("kind", event::parse_access_kind);
  access.thread = fields.thread("thread", counts.threads);
  access.step = fields.numbered("step", counts.steps);
  access.stack = fields.numbered("stack", counts.stacks);
  access.bytes = fields.number<uint64_t>("bytes");
  access.address = fields.number<uint64_t>("address");
  access.place = fields.number<uint64_t>("place");
  return access;
}

std::vector<event::Access> accesses_of(const Fields& document, const Counts& counts) {
  std::vector<event::Access> accesses = optional_items_of<event::Access>(
      document, "accesses", [&](const Json& one, size_t i) { return access_of(one, i, counts); });
  if (accesses.size() > event::kMaxAccesses) {
    throw Malformed{fmt::format("it has {} accesses, and at most {} are possible", accesses.size(),
                                event::kMaxAccesses)};
  }
  return accesses;
}

Place place_of(const Json& json, size_t index) {
  const Fields fields(json, item("places", index));
  return {.module = fields.text("module"), .offset = fields.number<uint64_t>("offset")};
}

SharedBytes shared_of(const Json& json, size_t index) {
  const Fields fields(json, item("shared", index));
  return {.word = fields.number<uint64_t>("word"), .mask = fields.number<uint64_t>("mask")};
}

event::Hold hold_of(const Json& json, size_t index) {
  const Fields fields(json, item("holds", index));
  return {.position = fields.number<uint32_t>("position"),
          .thread = fields.number<uint16_t>("thread"),
          .held = static_cast<uint16_t>(fields.flag("held") ? 1 : 0)};
}

uint64_t known_race_of(const Json& json, size_t index) {
  return json.is_number_unsigned()
             ? json.get<uint64_t>()
             : throw Malformed{item("known_races", index) + " should be a whole number from 0"};
}

ScopeRange scope_range_of(const Json& json, size_t index, size_t modules) {
  const auto is_number = [](const Json& one) { return one.is_number_unsigned(); };
  if (!json.is_array() || json.size() != 4 || !std::all_of(json.begin(), json.end(), is_number)) {
    throw Malformed{item("scope.ranges", index) + " should be four whole numbers from 0"};
  }
  if (json[0].get<uint64_t>() >= modules || json[3].get<uint64_t>() > 3) {
    throw Malformed{item("scope.ranges", index) + " names what does not exist"};
  }
  return {.begin = json[1].get<uint64_t>(),
          .end = json[2].get<uint64_t>(),
          .module = json[0].get<uint32_t>(),
          .what = json[3].get<uint32_t>()};
}

Scope scope_of(const Json& json) {
  const Fields fields(json, "scope");
  Scope scope;
  scope.modules = items_of<std::string>(
      fields, "modules", [](const Json& one, size_t) { return text_of(one, "scope.modules"); });
  const size_t modules = scope.modules.size();
  scope.ranges = items_of<ScopeRange>(
      fields, "ranges", [&](const Json& one, size_t i) { return scope_range_of(one, i, modules); });
  return scope;
}

// Absent in version 1.
void read_visibility(const Fields& document, Trace& trace) {
  if (document.find("visible") != nullptr) {
    trace.visible = document.name("visible", parse_visible);
  }
  trace.volatile_sync = document.flag("volatile_sync");
  trace.reuse = document.flag("reuse");
  trace.holds_idle = document.flag("holds_idle");
  trace.sees_pauses = document.flag("sees_pauses");
  trace.ends_at_cycles = document.flag("ends_at_cycles");
  trace.holds = optional_items_of<event::Hold>(document, "holds", hold_of);
  trace.places = optional_items_of<Place>(document, "places", place_of);
  trace.shared = optional_items_of<SharedBytes>(document, "shared", shared_of);
  trace.known_races = optional_items_of<uint64_t>(document, "known_races", known_race_of);
  trace.wanted_race = document.find("race") != nullptr ? document.number<uint64_t>("race") : 0;
  trace.ignores_races = document.flag("ignores_races");
  if (const Json* scope = document.find("scope"); scope != nullptr) {
    trace.scoped = true;
    trace.scope_only = Fields(*scope, "scope").flag("only");
    trace.scope = scope_of(*scope);
  }
}

std::map<std::string, std::string> environment_of(const Fields& document) {
  std::map<std::string, std::string> environment;
  for (const Json& pair : document.array("environment")) {
    if (!pair.is_array() || pair.size() != 2) {
      throw Malformed{"environment should be a list of pairs"};
    }
    environment[text_of(pair[0], "environment")] = text_of(pair[1], "environment");
  }
  return environment;
}

// All but the lists that name each other.
Trace preamble_of(const Fields& document) {
  Trace trace;
  trace.heddle = document.text("heddle");
  trace.keyed_hash = document.text("keyed_hash");
  trace.program = items_of<std::string>(
      document, "program", [](const Json& json, size_t) { return text_of(json, "program"); });
  trace.directory = document.text("directory");
  trace.build_id = document.text("build_id");
  trace.environment = environment_of(document);
  trace.standard_input = document.text("standard_input");
  trace.seed = document.number<uint64_t>("seed");
  trace.start_time = document.number<int64_t>("start_time");
  trace.pool = document.number<uint32_t>("pool");
  trace.fair_every = document.number<uint32_t>("fair_every");
  trace.step_limit = document.number<uint32_t>("step_limit");
  trace.scenario = document.flag("scenario");
  trace.execution = document.number<uint64_t>("execution");
  trace.message = document.text("message");
  trace.detail = document.text("detail");
  trace.memory = document.text("memory");
  read_visibility(document, trace);
  return trace;
}

Trace trace_of(const Json& json) {
  const Fields document(json);
  const Counts counts{document.array("threads").size(), document.array("objects").size(),
                      document.array("steps").size(), document.array("stacks").size()};
  if (counts.threads > event::kMaxThreads) {
    throw Malformed{fmt::format("it has {} threads, and at most {} are possible", counts.threads,
                                event::kMaxThreads)};
  }
  Trace trace = preamble_of(document);
  trace.failure_stack = document.numbered("failure_stack", counts.stacks);
  if (const Json* finding = document.find("finding"); finding != nullptr && !finding->is_null()) {
    trace.finding = finding_of(*finding, counts);
  }
  trace.accesses = accesses_of(document, counts);
  trace.threads = items_of<Thread>(
      document, "threads", [&](const Json& one, size_t i) { return thread_of(one, i, counts); });
  trace.objects = items_of<Object>(document, "objects", object_of);
  trace.steps = items_of<event::Event>(
      document, "steps", [&](const Json& one, size_t i) { return step_of(one, i, counts); });
  trace.stacks = items_of<Stack>(document, "stacks", stack_of);
  return trace;
}

// Appends up to `most` bytes; fewer only at the end of the file.
bool append(int descriptor, std::string& bytes, size_t most) {
  char buffer[65536];
  while (most > 0) {
    const ssize_t got = read(descriptor, buffer, std::min(most, sizeof buffer));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      return got == 0;
    }
    bytes.append(buffer, static_cast<size_t>(got));
    most -= static_cast<size_t>(got);
  }
  return true;
}

}  // namespace

base::Result<Trace> parse(std::string_view bytes, std::string_view name) {
  std::string_view body = bytes;
  const base::Result<Header> header = take_header(body, name);
  if (!header.ok()) {
    return header.error();
  }
  const uint64_t length = header.value().length;
  if (body.size() < length) {
    return bad_input(name,
                     fmt::format("is cut short: {} of {} bytes are there", body.size(), length));
  }
  if (body.size() > length) {
    return bad_input(name,
                     fmt::format("is damaged: {} bytes follow its end", body.size() - length));
  }
  if (base::hash_bytes(body) != header.value().checksum) {
    return bad_input(name, "is damaged: its checksum does not match");
  }
  base::Result<Trace> trace = parse_body(body, name);
  const bool holds = header.value().version > kVersionWithoutHolds;
  if (trace.ok() && holds == trace.value().holds.empty()) {
    return bad_input(name, "is not a heddle trace: its first line is damaged");
  }
  return trace;
}

base::Result<Trace> parse_body(std::string_view body, std::string_view name) {
  try {
    return trace_of(Json::parse(body));
  } catch (const Malformed& malformed) {
    return bad_input(name, fmt::format("is not a valid trace: {}", malformed.what));
  } catch (const Json::parse_error& wrong) {
    return bad_input(name,
                     fmt::format("is not a valid trace: its JSON is wrong at byte {}", wrong.byte));
  } catch (const Json::exception& wrong) {
    return bad_input(name, fmt::format("is not a valid trace: {}", wrong.what()));
  }
}

base::Result<Trace> read_file(const std::filesystem::path& path) {
  const std::string name = path.string();
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return base::Error{fmt::format("cannot open {}: {}", name, std::strerror(errno))};
  }
  // The magic comes first, so that a wrong file (or a device without end) is
  // told by its first bytes.
  std::string bytes;
  const bool readable = append(descriptor, bytes, kMagic.size()) &&
                        (!bytes.starts_with(kMagic) || append(descriptor, bytes, SIZE_MAX));
  const int reason = errno;
  close(descriptor);
  if (!readable) {
    return base::Error{fmt::format("cannot read {}: {}", name, std::strerror(reason))};
  }
  return parse(bytes, name);
}

}  // namespace heddle::trace
