// SPDX-License-Identifier: Apache-2.0
#include "event/finding.h"

#include "event/names.h"

namespace heddle::event {
namespace {

constexpr Name kFindings[] = {
#define X(name, word) {#name, word},
    HEDDLE_FINDINGS(X)
#undef X
};

constexpr Name kMisuses[] = {
#define X(name, word) {#name, word},
    HEDDLE_MISUSES(X)
#undef X
};

}  // namespace

std::string_view to_string(FindingKind kind) { return name_of(kFindings, kind); }
std::string_view word_for(FindingKind kind) { return word_of(kFindings, kind); }
std::string_view to_string(Misuse misuse) { return name_of(kMisuses, misuse); }
std::string_view word_for(Misuse misuse) { return word_of(kMisuses, misuse); }

std::optional<FindingKind> parse_finding_kind(std::string_view name) {
  return find_name<FindingKind>(kFindings, name);
}

std::optional<Misuse> parse_misuse(std::string_view name) {
  return find_name<Misuse>(kMisuses, name);
}

}  // namespace heddle::event
