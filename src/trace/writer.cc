// SPDX-License-Identifier: Apache-2.0
#include "trace/writer.h"

#include "base/hash.h"
#include "trace/bytes.h"
#include "trace/format.h"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

// A top-level key stands at the beginning of a line, and so does each step,
// thread, object and stack: traces are read by people and compared with diff.
// What has its usual value is left out.
namespace heddle::trace {
namespace {

using Json = nlohmann::ordered_json;

Json text(const std::string& bytes) {
  return is_utf8(bytes) ? Json(bytes) : Json{{kBase64Key, to_base64(bytes)}};
}

template <typename Value>
void put(Json& object, const char* key, Value value, Value usual = {}) {
  if (value != usual) {
    object[key] = value;
  }
}

void put(Json& object, const char* key, const std::string& value) {
  if (!value.empty()) {
    object[key] = text(value);
  }
}

void put(Json& object, const char* key, event::ThreadId thread) {
  if (thread != event::kNoThread) {
    object[key] = event::index(thread);
  }
}

void put(Json& object, const char* key, event::ObjectId id) {
  if (id != event::kNoObject) {
    object[key] = event::index(id);
  }
}

Json to_json(const event::Event& step) {
  Json json{{"thread", event::index(step.thread)}, {"op", event::to_string(step.kind)}};
  put(json, "object", step.object);
  put(json, "mutex", step.mutex);
  put(json, "other", step.other);
  put(json, "preemption", step.preemption);
  put(json, "yielded", step.yielded);
  put(json, "timed_out", step.timed_out);
  if (step.misuse != event::Misuse::none) {
    json["misuse"] = event::to_string(step.misuse);
  }
  put(json, "options", step.options, uint16_t{1});
  put(json, "chosen", step.chosen);
  put(json, "own", step.own);
  put(json, "alternative", step.alternative);
  put(json, "alternatives", step.alternatives, uint16_t{1});
  put(json, "result", step.result);
  if (event::is_memory_access(step.kind)) {
    if (step.order != event::MemoryOrder::seq_cst) {
      json["order"] = event::to_string(step.order);
    }
    put(json, "bytes", step.bytes);
    put(json, "value", step.value);
  }
  put(json, "stack", step.stack);
  put(json, "fingerprint", step.fingerprint);
  return json;
}

Json to_json(const event::ThreadEnd& end) {
  Json json{{"state", event::name_of(kThreadStates, end.state)}};
  put(json, "waits_for_good", end.waits_for_good);
  json["op"] = event::to_string(end.kind);
  put(json, "object", end.object);
  put(json, "mutex", end.mutex);
  put(json, "target", end.target);
  put(json, "holder", end.holder);
  put(json, "held_since", end.held_since);
  return json;
}

Json to_json(const Thread& thread) {
  Json json = Json::object();
  put(json, "creator", thread.creator);
  put(json, "name", thread.name);
  put(json, "stack", thread.stack);
  json["end"] = to_json(thread.end);
  return json;
}

Json to_json(const Object& object) {
  Json json{{"kind", event::to_string(object.kind)}};
  put(json, "name", object.name);
  put(json, "given", object.given);
  return json;
}

Json to_json(const Stack& stack) {
  Json json = Json::array();
  for (const Frame& frame : stack) {
    Json& item = json.emplace_back(Json::object());
    put(item, "function", frame.function);
    put(item, "file", frame.file);
    put(item, "line", frame.line);
    put(item, "module", frame.module);
    put(item, "system", frame.system);
  }
  return json;
}

Json to_json(const event::Finding& finding) {
  Json json{{"kind", event::to_string(finding.kind)}};
  if (finding.misuse != event::Misuse::none) {
    json["misuse"] = event::to_string(finding.misuse);
  }
  put(json, "thread", finding.thread);
  put(json, "object", finding.object);
  put(json, "code", finding.code);
  put(json, "place", finding.place);
  return json;
}

Json to_json(const event::Access& access) {
  Json json{{"kind", event::to_string(access.kind)}, {"thread", event::index(access.thread)}};
  put(json, "step", access.step);
  put(json, "stack", access.stack);
  put(json, "bytes", access.bytes);
  put(json, "address", access.address);
  put(json, "place", access.place);
  return json;
}

Json to_json(const Place& place) {
  Json json = Json::object();
  put(json, "module", place.module);
  json["offset"] = place.offset;
  return json;
}

Json to_json(const event::Hold& hold) {
  return {{"position", hold.position}, {"thread", hold.thread}, {"held", hold.held != 0}};
}

Json to_json(const SharedBytes& bytes) { return {{"word", bytes.word}, {"mask", bytes.mask}}; }

Json to_json(const Scope& scope, bool only) {
  Json modules = Json::array();
  for (const std::string& module : scope.modules) {
    modules.push_back(text(module));
  }
  Json ranges = Json::array();
  for (const ScopeRange& range : scope.ranges) {
    ranges.push_back({range.module, range.begin, range.end, range.what});
  }
  return {{"only", only}, {"modules", modules}, {"ranges", ranges}};
}

class Body {
 public:
  void line(const char* key, const Json& value) { begin(key) += value.dump(); }

  void line(const char* key, const std::string& value) { line(key, text(value)); }

  template <typename Items>
  void list(const char* key, const Items& items) {
    begin(key) += '[';
    const char* separator = "\n";
    for (const auto& item : items) {
      text_ += separator + to_json(item).dump();
      separator = ",\n";
    }
    text_ += ']';
  }

  template <typename Items>
  void list_unless_empty(const char* key, const Items& items) {
    if (!items.empty()) {
      list(key, items);
    }
  }

  std::string finish() { return std::move(text_) + "\n}\n"; }

 private:
  std::string& begin(const char* key) {
    text_ += text_.empty() ? "{\n\"" : ",\n\"";
    text_ += key;
    text_ += "\": ";
    return text_;
  }

  std::string text_;
};

Json program(const Trace& trace) {
  Json json = Json::array();
  for (const std::string& argument : trace.program) {
    json.push_back(text(argument));
  }
  return json;
}

// Pairs, as a key of a JSON object cannot be a string in base64.
Json environment(const Trace& trace) {
  Json json = Json::array();
  for (const auto& [name, value] : trace.environment) {
    json.push_back(Json::array({text(name), text(value)}));
  }
  return json;
}

std::string body_of(const Trace& trace) {
  Body body;
  body.line("heddle", trace.heddle);
  if (!trace.keyed_hash.empty()) {
    body.line("keyed_hash", trace.keyed_hash);
  }
  body.line("program", program(trace));
  body.line("directory", trace.directory);
  body.line("build_id", trace.build_id);
  body.line("environment", environment(trace));
  body.line("standard_input", trace.standard_input);
  body.line("seed", trace.seed);
  body.line("start_time", trace.start_time);
  body.line("pool", trace.pool);
  body.line("fair_every", trace.fair_every);
  body.line("step_limit", trace.step_limit);
  if (trace.scenario) {
    body.line("scenario", true);
  }
  body.line("visible", event::name_of(kVisible, trace.visible));
  if (trace.volatile_sync) {
    body.line("volatile_sync", true);
  }
  if (trace.reuse) {
    body.line("reuse", true);
  }
  if (trace.holds_idle) {
    body.line("holds_idle", true);
  }
  if (trace.sees_pauses) {
    body.line("sees_pauses", true);
  }
  if (trace.ends_at_cycles) {
    body.line("ends_at_cycles", true);
  }
  body.list_unless_empty("holds", trace.holds);
  body.list_unless_empty("places", trace.places);
  body.list_unless_empty("shared", trace.shared);
  if (!trace.known_races.empty()) {
    body.line("known_races", Json(trace.known_races));
  }
  if (trace.wanted_race != 0) {
    body.line("race", trace.wanted_race);
  }
  if (trace.ignores_races) {
    body.line("ignores_races", true);
  }
  if (trace.scoped) {
    body.line("scope", to_json(trace.scope, trace.scope_only));
  }
  body.line("execution", trace.execution);
  if (trace.finding) {
    body.line("finding", to_json(*trace.finding));
  }
  body.line("message", trace.message);
  body.line("detail", trace.detail);
  body.line("failure_stack", trace.failure_stack);
  body.list_unless_empty("accesses", trace.accesses);
  if (!trace.memory.empty()) {
    body.line("memory", trace.memory);
  }
  body.list("threads", trace.threads);
  body.list("objects", trace.objects);
  body.list("steps", trace.steps);
  body.list("stacks", trace.stacks);
  return body.finish();
}

base::Error cannot_write(const std::filesystem::path& path, const std::string& reason) {
  return {fmt::format("cannot write {}: {}", path.string(), reason)};
}

// 0, or errno; then there is no file.  One that is there under that name is not followed if it is a
// link.
int write_new_file(const std::filesystem::path& path, const std::string& bytes) {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
  unlink(path.c_str());
  const int file = open(path.c_str(), kFlags, 0666);
  if (file < 0) {
    return errno;
  }
  int error = 0;
  for (size_t done = 0; done < bytes.size() && error == 0;) {
    const ssize_t written = write(file, bytes.data() + done, bytes.size() - done);
    if (written > 0) {
      done += static_cast<size_t>(written);
    } else if (written == 0 || errno != EINTR) {
      error = written == 0 ? ENOSPC : errno;
    }
  }
  if (close(file) != 0 && error == 0) {
    error = errno;
  }
  if (error != 0) {
    unlink(path.c_str());
  }
  return error;
}

}  // namespace

std::string serialize(const Trace& trace) {
  const std::string body = body_of(trace);
  const uint32_t version = trace.holds.empty() ? kVersionWithoutHolds : kTraceVersion;
  return fmt::format("{}{} {} {:016x}\n{}", kMagic, version, body.size(), base::hash_bytes(body),
                     body);
}

base::Result<size_t> write_file(const std::filesystem::path& path, const Trace& trace) {
  std::error_code error;
  if (path.has_parent_path()) {
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) {
      return cannot_write(path, error.message());
    }
  }
  const std::string bytes = serialize(trace);
  const std::filesystem::path part = path.string() + fmt::format(".part-{}", getpid());
  if (const int failed = write_new_file(part, bytes); failed != 0) {
    return cannot_write(path, std::strerror(failed));
  }
  std::filesystem::rename(part, path, error);
  if (error) {
    std::error_code ignored;
    std::filesystem::remove(part, ignored);
    return cannot_write(path, error.message());
  }
  return bytes.size();
}

}  // namespace heddle::trace
