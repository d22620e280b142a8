// SPDX-License-Identifier: Apache-2.0
#include "report/memory_message.h"

#include "report/accesses.h"
#include "report/words.h"

#include <fmt/format.h>

namespace heddle::report {
namespace {

using event::Access;
using event::FindingKind;

std::string at_place(const trace::Trace& trace, const Access& access) {
  return at_words(trace::user_frame(trace::stack_at(trace, access.stack)));
}

std::string clause(const trace::Trace& trace, const Access& access) {
  return thread_label(access.thread) + " " + access_words(trace, access) + at_place(trace, access);
}

// " on counter", or what is known of it
std::string on_what(const trace::Trace& trace, const Roles& roles) {
  if (!trace.memory.empty()) {
    return " on " + trace.memory;
  }
  if (roles.allocation != nullptr) {
    return fmt::format(" {} allocated{}", block_words(*roles.second, *roles.allocation),
                       at_place(trace, *roles.allocation));
  }
  const bool known = event::index(trace.finding->object) < trace.objects.size();
  return known ? " on " + object_words(trace, trace.finding->object) : "";
}

std::string race_message(const trace::Trace& trace, const Roles& roles) {
  return fmt::format("data race{}: {}, {}, unordered", on_what(trace, roles),
                     clause(trace, *roles.first), clause(trace, *roles.second));
}

// " that T1 freed at q.cc:22 in drop"
std::string freed_words(const trace::Trace& trace, const Roles& roles) {
  const bool itself = roles.deallocation->thread == roles.second->thread;
  return fmt::format(" that {} freed{}", itself ? "it" : thread_label(roles.deallocation->thread),
                     at_place(trace, *roles.deallocation));
}

}  // namespace

std::string memory_message(const trace::Trace& trace) {
  const Roles roles = roles_of(trace);
  if (roles.second == nullptr) {
    return {};
  }
  switch (trace.finding->kind) {
    case FindingKind::race:
      return race_message(trace, roles);
    case FindingKind::use_after_free:
      return fmt::format("{}, {}{}", clause(trace, *roles.second),
                         block_words(*roles.second, *roles.deallocation),
                         freed_words(trace, roles));
    default:
      return fmt::format("{} frees{} a block of {}{}", thread_label(roles.second->thread),
                         at_place(trace, *roles.second), counted(roles.deallocation->bytes, "byte"),
                         freed_words(trace, roles));
  }
}

}  // namespace heddle::report
