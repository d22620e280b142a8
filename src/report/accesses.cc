// SPDX-License-Identifier: Apache-2.0
#include "report/accesses.h"

#include "report/terminal.h"
#include "report/words.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::report {
namespace {

using event::Access;
using event::AccessKind;
using event::FindingKind;
using event::OpKind;

struct Verb {
  const char* does;  // "T1 writes"
  const char* to;    // "to write"
};

Verb verb_for(AccessKind kind) {
  switch (kind) {
    case AccessKind::allocate:
      return {"allocates", "allocate"};
    case AccessKind::deallocate:
      return {"frees", "free"};
    default:
      return event::is_write(kind) ? Verb{"writes", "write"} : Verb{"reads", "read"};
  }
}

bool is_volatile(AccessKind kind) {
  return kind == AccessKind::volatile_read || kind == AccessKind::volatile_write;
}

bool is_of_block(AccessKind kind) {
  return kind == AccessKind::allocate || kind == AccessKind::deallocate;
}

// The last before `end` of one of these kinds; null if there is none.
const Access* last_of(const trace::Trace& trace, size_t end, AccessKind kind) {
  for (size_t i = end; i-- > 0;) {
    if (trace.accesses[i].kind == kind) {
      return &trace.accesses[i];
    }
  }
  return nullptr;
}

Roles roles_of_race(const trace::Trace& trace) {
  Roles roles;
  for (const Access& access : trace.accesses) {
    if (access.kind == AccessKind::allocate) {
      roles.allocation = &access;
    } else {
      roles.first = roles.second;
      roles.second = &access;
    }
  }
  return roles.first != nullptr ? roles : Roles{};
}

Roles roles_of_freed(const trace::Trace& trace) {
  if (trace.accesses.empty()) {
    return {};
  }
  const size_t last = trace.accesses.size() - 1;
  Roles roles;
  roles.second = &trace.accesses[last];
  roles.deallocation = last_of(trace, last, AccessKind::deallocate);
  roles.allocation = last_of(trace, last, AccessKind::allocate);
  return roles.deallocation != nullptr ? roles : Roles{};
}

std::string kind_words(const trace::Trace& trace, const Access& access) {
  if (is_volatile(access.kind)) {
    return " (volatile)";
  }
  if (!event::is_atomic(access.kind)) {
    return {};
  }
  const event::Event* step = own_step(trace, access);
  const bool plain = step == nullptr || step->order == event::MemoryOrder::seq_cst;
  return plain ? " (atomic)" : fmt::format(" (atomic, {})", event::word_for(step->order));
}

}  // namespace

Roles roles_of(const trace::Trace& trace) {
  switch (trace.finding ? trace.finding->kind : FindingKind::crash) {
    case FindingKind::race:
      return roles_of_race(trace);
    case FindingKind::use_after_free:
    case FindingKind::double_free:
      return roles_of_freed(trace);
    default:
      return {};
  }
}

const event::Event* own_step(const trace::Trace& trace, const Access& access) {
  if (access.step == 0 || access.step > trace.steps.size()) {
    return nullptr;
  }
  const event::Event& step = trace.steps[access.step - 1];
  const bool same = step.stack == access.stack && event::is_done_by(access, step);
  return same ? &step : nullptr;
}

std::string access_words(const trace::Trace& trace, const Access& access) {
  const std::string bytes = access.bytes == 0 ? "" : " " + counted(access.bytes, "byte");
  return verb_for(access.kind).does + bytes + kind_words(trace, access);
}

std::string block_words(const Access& access, const Access& block) {
  const uint64_t offset = access.address - block.address;
  const std::string size = counted(block.bytes, "byte");
  if (offset == 0) {
    return "at the start of a block of " + size;
  }
  return offset < block.bytes
             ? fmt::format("{} into a block of {}", counted(offset, "byte"), grouped(block.bytes))
             : "in a block of " + size;
}

std::string mark_words(const trace::Trace& trace, const Access& access) {
  const bool named = !trace.memory.empty() && !is_of_block(access.kind);
  const std::string what = named               ? elided(escape(trace.memory), kLongestName)
                           : access.bytes == 0 ? std::string("memory")
                                               : counted(access.bytes, "byte");
  return std::string(verb_for(access.kind).to) + " " + what + mark_suffix(trace, access);
}

std::string mark_suffix(const trace::Trace& trace, const Access& access) {
  const Roles roles = roles_of(trace);
  if (&access == roles.first || (&access == roles.second && roles.first != nullptr)) {
    return ": race";
  }
  return &access == roles.second ? ": freed before" : "";
}

}  // namespace heddle::report
