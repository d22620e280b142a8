// SPDX-License-Identifier: Apache-2.0
#include "event/access.h"

#include "event/names.h"

namespace heddle::event {
namespace {

constexpr Name kAccesses[] = {
#define X(name, word) {#name, word},
    HEDDLE_ACCESSES(X)
#undef X
};

bool is_of_kind(OpKind step, AccessKind kind) {
  switch (step) {
    case OpKind::atomic_load:
      return kind == AccessKind::atomic_read;
    case OpKind::atomic_store:
    case OpKind::atomic_rmw:
      return kind == AccessKind::atomic_write;
    case OpKind::atomic_cas:
      return is_atomic(kind);
    case OpKind::volatile_read:
      return kind == AccessKind::volatile_read;
    case OpKind::volatile_write:
      return kind == AccessKind::volatile_write;
    case OpKind::data_read:
      return kind == AccessKind::read;
    case OpKind::data_write:
      return kind == AccessKind::write;
    default:
      return false;
  }
}

}  // namespace

bool is_done_by(const Access& access, const Event& step) {
  return step.thread == access.thread && step.bytes == access.bytes &&
         is_of_kind(step.kind, access.kind);
}

std::string_view to_string(AccessKind kind) { return name_of(kAccesses, kind); }
std::string_view word_for(AccessKind kind) { return word_of(kAccesses, kind); }

std::optional<AccessKind> parse_access_kind(std::string_view name) {
  return find_name<AccessKind>(kAccesses, name);
}

}  // namespace heddle::event
