// SPDX-License-Identifier: Apache-2.0
#include "report/gdb_session.h"

#include "report/accesses.h"
#include "report/json_text.h"
#include "report/message.h"
#include "report/shown.h"
#include "report/words.h"

#include <nlohmann/json.hpp>

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

Json steps_of(const trace::Trace& trace) {
  Json steps = Json::array();
  const std::vector<std::string> words = step_words(trace);
  for (size_t i = 0; i < trace.steps.size(); ++i) {
    const event::Event& step = trace.steps[i];
    steps.push_back({{"thread", event::index(step.thread)},
                     {"words", words[i]},
                     {"place", place_words(trace, step.stack)},
                     {"preemption", step.preemption},
                     {"fingerprint", step.fingerprint}});
  }
  return steps;
}

// What the finding is about, by the step in which it is done.
Json accesses_of(const trace::Trace& trace) {
  Json accesses = Json::array();
  for (const event::Access& access : trace.accesses) {
    accesses.push_back({{"thread", event::index(access.thread)},
                        {"step", access.step},
                        {"words", access_words(trace, access)},
                        {"place", place_words(trace, access.stack)}});
  }
  return accesses;
}

// "next" is what a thread was about to do at the end.
Json threads_of(const trace::Trace& trace) {
  Json threads = Json::array();
  for (uint32_t i = 0; i < trace.threads.size(); ++i) {
    const trace::Thread& thread = trace.threads[i];
    const bool waits = thread.end.state == event::ThreadState::blocked ||
                       thread.end.state == event::ThreadState::runnable;
    threads.push_back(
        {{"name", thread.name}, {"next", waits ? pending_words(trace, event::ThreadId{i}) : ""}});
  }
  return threads;
}

Json objects_of(const trace::Trace& trace) {
  Json objects = Json::array();
  for (uint32_t i = 0; i < trace.objects.size(); ++i) {
    objects.push_back(object_words(trace, event::ObjectId{i}));
  }
  return objects;
}

}  // namespace

std::string gdb_session(const trace::Trace& raw, const std::string& command) {
  const trace::Trace trace = shown(raw);
  Json session;
  session["heddle"] = command;
  session["program"] = trace.program.empty() ? "" : trace.program.front();
  session["finding"] = nullptr;
  if (trace.finding) {
    session["finding"] = {{"kind", event::to_string(trace.finding->kind)},
                          {"message", shown_message(trace)}};
  }
  session["steps"] = steps_of(trace);
  session["accesses"] = accesses_of(trace);
  session["threads"] = threads_of(trace);
  session["objects"] = objects_of(trace);
  return json_text(session, -1);
}

}  // namespace heddle::report
