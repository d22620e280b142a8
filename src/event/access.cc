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

}  // namespace

std::string_view to_string(AccessKind kind) { return name_of(kAccesses, kind); }
std::string_view word_for(AccessKind kind) { return word_of(kAccesses, kind); }

std::optional<AccessKind> parse_access_kind(std::string_view name) {
  return find_name<AccessKind>(kAccesses, name);
}

}  // namespace heddle::event
