// SPDX-License-Identifier: Apache-2.0
#include "report/access_text.h"

#include "report/accesses.h"
#include "report/calls.h"
#include "report/locks.h"
#include "report/unordered.h"
#include "report/words.h"

#include <vector>

#include <fmt/format.h>

namespace heddle::report {
namespace {

using event::Access;

// "in step 3" of an access that is the step, "after step 3" of one in the code behind it.
std::string when_words(const trace::Trace& trace, const Access& access) {
  if (access.step == 0) {
    return "before the first step";
  }
  return fmt::format("{} step {}", own_step(trace, access) != nullptr ? "in" : "after",
                     access.step);
}

// "holding mutex a (since step 2)"
std::string holding_words(const trace::Trace& trace, const Access& access) {
  std::string words;
  for (const Held& held : locks_of(trace, access.thread, access.step)) {
    words += fmt::format("{}{} ({}since step {})", words.empty() ? "holding " : ", ",
                         object_words(trace, held.object), held.shared ? "for reading, " : "",
                         held.since);
  }
  return words.empty() ? "holding no lock" : words;
}

std::string circumstances(const trace::Trace& trace, const Access& access) {
  return fmt::format("{}, {}:", when_words(trace, access), holding_words(trace, access));
}

std::string section(const trace::Trace& trace, const Access& access, const std::string& title,
                    const Style& style) {
  return paint(paragraph(title, style, 2), Ink::heading, style) + "\n" +
         render_calls(trace::stack_at(trace, access.stack), style);
}

std::string who(const trace::Trace& trace, const Access& access) {
  return thread_label(trace, access.thread);
}

std::string access_section(const trace::Trace& trace, const Access& access,
                           const std::string& where, const Style& style) {
  return section(trace, access,
                 fmt::format("{} {}{} {}", who(trace, access), access_words(trace, access), where,
                             circumstances(trace, access)),
                 style);
}

std::string deallocation_section(const trace::Trace& trace, const Access& access,
                                 const Style& style) {
  return section(trace, access,
                 fmt::format("{} freed it {}", who(trace, access), circumstances(trace, access)),
                 style);
}

// Which locks were held when nobody else knew of the block is of no interest.
std::string allocation_section(const trace::Trace& trace, const Access& access,
                               const Style& style) {
  return section(trace, access,
                 fmt::format("{} allocated it {}:", who(trace, access), when_words(trace, access)),
                 style);
}

}  // namespace

std::string render_accesses(const trace::Trace& trace, const Style& style) {
  const Roles roles = roles_of(trace);
  if (roles.second == nullptr) {
    return {};
  }
  const Access* block = roles.deallocation != nullptr ? roles.deallocation : roles.allocation;
  const bool frees = roles.second->kind == event::AccessKind::deallocate;
  const std::string where =
      block == nullptr || frees ? "" : ", " + block_words(*roles.second, *block) + ",";
  std::string text;
  if (roles.first != nullptr) {
    text += access_section(trace, *roles.first, "", style) + "\n";
  }
  text += access_section(trace, *roles.second, where, style);
  if (roles.deallocation != nullptr) {
    text += "\n" + deallocation_section(trace, *roles.deallocation, style);
  }
  if (roles.allocation != nullptr) {
    text += "\n" + allocation_section(trace, *roles.allocation, style);
  }
  if (roles.first != nullptr) {
    text += "\n" + paragraph(why_unordered(trace, *roles.first, *roles.second), style) + "\n";
  }
  return text;
}

}  // namespace heddle::report
