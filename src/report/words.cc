// SPDX-License-Identifier: Apache-2.0
#include "report/words.h"

#include "primitive/telling.h"
#include "report/terminal.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace heddle::report {
namespace {

using event::OpKind;
using primitive::Phrase;

// Whether the words of an operation say on what kind of object it is: "spin-lock".
bool operation_tells(event::ObjectKind kind) {
  return kind == event::ObjectKind::futex || kind == event::ObjectKind::spin ||
         kind == event::ObjectKind::once;
}

// A name that the program gave is quoted: it may be anything.
std::string name_of(const trace::Object& object) {
  const bool quoted = object.given && object.kind != event::ObjectKind::descriptor;
  return quoted ? fmt::format("\"{}\"", object.name) : object.name;
}

// A descriptor is named by its number; what else calls wait for, by what it is: "a signal".
bool is_awaited_call(const trace::Object& object) {
  return object.kind == event::ObjectKind::descriptor && !object.name.empty() &&
         std::isdigit(static_cast<unsigned char>(object.name[0])) == 0;
}

// The object in a step's words.
std::string object_label(const trace::Trace& trace, event::ObjectId object) {
  const size_t at = event::index(object);
  if (at < trace.objects.size() && !trace.objects[at].name.empty()) {
    const trace::Object& one = trace.objects[at];
    const bool is_number = one.kind == event::ObjectKind::descriptor && !is_awaited_call(one);
    return (is_number              ? "for descriptor "
            : is_awaited_call(one) ? "for "
                                   : "") +
           elided(name_of(one), kLongestName);
  }
  const bool told = at < trace.objects.size() && operation_tells(trace.objects[at].kind);
  return told ? fmt::format("#{}", at) : object_words(trace, object);
}

// What came of it, if that is not what usually comes of it.
std::string outcome_words(const event::Event& event) {
  if (event.timed_out || event.result == ETIMEDOUT) {
    return "timed out";
  }
  if (event.result <= 0 || event.kind == OpKind::futex_wake || event.kind == OpKind::choose ||
      event.kind == OpKind::reuse) {
    return {};
  }
  if (event.kind == OpKind::atomic_cas) {
    return {};  // it is said with the value
  }
  if (event.result == EBUSY) {
    return "busy";
  }
  if (event.result == EAGAIN && event.kind == OpKind::sem_trywait) {
    return "none left";
  }
  if (event.result == EAGAIN && event.kind == OpKind::futex_wait) {
    return "value has changed";
  }
  const char* name = strerrorname_np(event.result);
  return name != nullptr ? name : fmt::format("error {}", event.result);
}

// Threads that wait for a condition variable, as far as the steps tell.
class Waiters {
 public:
  // Returns what is to be said about the step beyond its own words.
  std::string after(const event::Event& step) {
    if (step.kind == OpKind::cond_signal || step.kind == OpKind::cond_broadcast) {
      return of_signal(step);
    }
    if (step.kind == OpKind::futex_wake) {  // its result is the number of threads
      return step.result == 0   ? "nobody waits"
             : step.result == 1 ? wakes(step.other)
                                : fmt::format("wakes {} threads", step.result);
    }
    if (step.kind == OpKind::cond_wait) {
      waiting_.emplace_back(step.object, step.thread);
    } else if (step.kind == OpKind::cond_wake) {
      std::erase_if(waiting_, [&](const auto& one) { return one.second == step.thread; });
    }
    return {};
  }

 private:
  std::string of_signal(const event::Event& step) {
    const auto waits = [&](const auto& one) { return one.first == step.object; };
    if (std::ranges::none_of(waiting_, waits)) {
      return "nobody waits";
    }
    if (step.kind == OpKind::cond_broadcast) {
      std::erase_if(waiting_, waits);
      return {};
    }
    std::erase(waiting_, std::pair(step.object, step.other));
    return wakes(step.other);
  }

  static std::string wakes(event::ThreadId thread) {
    return thread == event::kNoThread ? std::string() : "wakes " + thread_label(thread);
  }

  std::vector<std::pair<event::ObjectId, event::ThreadId>> waiting_;
};

// A write that is no function of ours is announced before it is done, without its value.
bool has_value(const event::Event& event) {
  return event.kind != OpKind::volatile_write && event.kind != OpKind::data_write &&
         event.bytes > 0;
}

// A value of 16 bytes is known by half; of more, as memcpy() has them, nothing is said.
std::string known_value(const event::Event& event) {
  constexpr uint32_t kTwoWords = 16;
  return value_words(event.value, event.bytes) +
         (event.bytes == kTwoWords ? " in its lower half" : "");
}

std::string access_value(const event::Event& event) {
  constexpr uint32_t kMostBytes = 16;
  if (event.bytes > kMostBytes) {
    return fmt::format(" ({})", counted(event.bytes, "byte"));
  }
  if (!has_value(event)) {
    return {};
  }
  const std::string value = known_value(event);
  if (event.kind == OpKind::atomic_cas) {
    return fmt::format(": {}, read {}", event.result == 0 ? "done" : "failed", value);
  }
  const bool writes = event.kind == OpKind::atomic_store || event.kind == OpKind::atomic_rmw;
  return (writes ? " = " : " -> ") + value;
}

// Sequential consistency is what one gets without asking, so it is named of fences alone.
// What order a compare-exchange has if it fails is not recorded.
std::string order_words(const event::Event& event) {
  const bool ordered = event.kind >= OpKind::atomic_load && event.kind <= OpKind::fence;
  const bool failed = event.kind == OpKind::atomic_cas && event.result != 0;
  const bool usual = event.order == event::MemoryOrder::seq_cst && event.kind != OpKind::fence;
  return !ordered || failed || usual ? "" : fmt::format(" ({})", event::word_for(event.order));
}

// What a step says beyond its kind and object, once it is done.
std::string memory_words(const event::Event& event) {
  return access_value(event) + order_words(event);
}

// Which memory it was: fresh, or a block that was freed so many frees ago.
std::string reuse_words(const event::Event& event) {
  const auto blocks = static_cast<uint32_t>(event.alternatives - 1);
  if (event.alternatives < 2) {
    return {};
  }
  if (event.result == 0) {
    return fmt::format(": fresh memory, not one of {}", counted(blocks, "freed block"));
  }
  return event.result == 1
             ? ": the block that was freed last"
             : fmt::format(": freed block {} of {}, from the last one freed", event.result, blocks);
}

std::string words_of(const trace::Trace& trace, const event::Event& event, bool done) {
  std::string words(event::word_for(event.kind));
  switch (primitive::telling_of(event.kind).phrase) {
    case Phrase::thread:
      words += event.other == event::kNoThread ? "" : " " + thread_label(event.other);
      break;
    case Phrase::with_mutex:
      words += fmt::format(" {} ({})", object_label(trace, event.object),
                           object_label(trace, event.mutex));
      break;
    case Phrase::relock:
      // The time-out is one of the wait; that the mutex is taken again goes without saying.
      words = event.timed_out ? "wait " + object_label(trace, event.object)
                              : words + " " + object_label(trace, event.mutex);
      break;
    case Phrase::woken:
      words = (event.timed_out ? "futex wait " : "woken from ") + object_label(trace, event.object);
      break;
    case Phrase::chosen:
      words += !done || event.alternatives < 2
                   ? ""
                   : fmt::format(" {} of 0 to {}", event.result, event.alternatives - 1);
      break;
    case Phrase::block:
      words += done ? reuse_words(event) : "";
      break;
    case Phrase::object:
      words += event.object == event::kNoObject ? "" : " " + object_label(trace, event.object);
  }
  if (done && event::is_memory_access(event.kind)) {
    words += memory_words(event);
  }
  const std::string outcome = event.misuse == event::Misuse::none ? outcome_words(event) : "misuse";
  return outcome.empty() ? words : words + ": " + outcome;
}

}  // namespace

std::string thread_label(event::ThreadId thread) {
  return thread == event::kNoThread ? "T?" : fmt::format("T{}", event::index(thread));
}

std::string thread_label(const trace::Trace& trace, event::ThreadId thread) {
  const size_t at = event::index(thread);
  const bool named = at < trace.threads.size() && !trace.threads[at].name.empty();
  return thread_label(thread) + (named ? " " + trace.threads[at].name : "");
}

std::string object_words(const trace::Trace& trace, event::ObjectId object) {
  const size_t at = event::index(object);
  if (at >= trace.objects.size()) {
    return "an unknown object";
  }
  const trace::Object& one = trace.objects[at];
  if (is_awaited_call(one)) {
    return name_of(one);
  }
  return fmt::format("{} {}", event::word_for(one.kind),
                     one.name.empty() ? fmt::format("#{}", at) : name_of(one));
}

std::string operation_words(const trace::Trace& trace, const event::Event& event) {
  return words_of(trace, event, true);
}

std::vector<std::string> step_words(const trace::Trace& trace) {
  Waiters waiters;
  std::vector<std::string> all;
  all.reserve(trace.steps.size());
  for (const event::Event& step : trace.steps) {
    const std::string more = waiters.after(step);
    all.push_back(operation_words(trace, step) + (more.empty() ? "" : ": " + more));
  }
  return all;
}

std::string pending_words(const trace::Trace& trace, event::ThreadId thread) {
  const event::ThreadEnd& end = trace.threads[event::index(thread)].end;
  event::Event next;
  // Of a thread that waits to be woken, its wait is what it has called.
  const bool unsignalled = end.kind == OpKind::cond_wake && end.holder == event::kNoThread;
  next.kind = unsignalled                       ? OpKind::cond_wait
              : end.kind == OpKind::futex_woken ? OpKind::futex_wait
                                                : end.kind;
  next.object = end.object;
  next.mutex = end.mutex;
  next.other = end.target;
  return words_of(trace, next, false);
}

std::string file_and_line(const trace::Frame& frame) {
  const std::string name = frame.file.substr(frame.file.rfind('/') + 1);
  return name.empty() || frame.line == 0 ? name : fmt::format("{}:{}", name, frame.line);
}

std::string place_words(const trace::Frame& frame) {
  std::string place = file_and_line(frame);
  if (frame.function.empty()) {
    return place;
  }
  return fmt::format("{}{}in {}", place, place.empty() ? "" : " ", frame.function);
}

std::string place_words(const trace::Trace& trace, uint32_t stack) {
  const trace::Frame* frame = trace::user_frame(trace::stack_at(trace, stack));
  return frame == nullptr ? std::string() : place_words(*frame);
}

std::string at_words(const trace::Frame* frame) {
  const std::string place = frame == nullptr ? std::string() : place_words(*frame);
  return place.empty() ? place : (frame->file.empty() ? " " : " at ") + place;
}

std::string value_words(uint64_t value, uint32_t bytes) {
  constexpr uint64_t kHighest32 = 0xffffffff;
  constexpr uint64_t kJustBelowZero = 0x10000;
  const uint64_t highest = bytes == sizeof(uint32_t) ? kHighest32 : UINT64_MAX;
  if (bytes >= sizeof(uint32_t) && value <= highest && highest - value < kJustBelowZero) {
    return fmt::format("-{}", highest - value + 1);
  }
  return value > kHighest32 ? fmt::format("{:#x}", value) : std::to_string(value);
}

std::string counted(uint64_t number, std::string_view thing) {
  const char* plural = thing.ends_with("switch") ? "es" : "s";
  return fmt::format("{} {}{}", grouped(number), thing, number == 1 ? "" : plural);
}

std::string grouped(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

}  // namespace heddle::report
