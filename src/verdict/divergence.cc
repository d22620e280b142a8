// SPDX-License-Identifier: Apache-2.0
#include "verdict/divergence.h"

#include "event/operation.h"

#include <fmt/format.h>

namespace heddle::verdict {
namespace {

std::string words_of(const event::Event& step) {
  std::string words = fmt::format("T{}: {}", event::index(step.thread), event::word_for(step.kind));
  if (step.object != event::kNoObject) {
    words += fmt::format(" (object {})", event::index(step.object));
  }
  return words;
}

// Beyond the operation, if that is the same.
std::string detail_of(const event::Event& step, const event::Event& other) {
  if (words_of(step) != words_of(other)) {
    return "";
  }
  if (step.options != other.options) {
    return fmt::format(", one of {} options", step.options);
  }
  if (step.result != other.result) {
    return fmt::format(", with result {}", step.result);
  }
  return "";
}

bool looks_the_same(const Divergence& divergence) {
  return divergence.expected && divergence.came &&
         words_of(*divergence.expected) == words_of(*divergence.came) &&
         detail_of(*divergence.expected, *divergence.came).empty();
}

}  // namespace

std::optional<uint32_t> thread_of(const Divergence& divergence) {
  if (divergence.came) {
    return event::index(divergence.came->thread);
  }
  return divergence.expected ? std::optional(event::index(divergence.expected->thread))
                             : std::nullopt;
}

std::string expected_words(const Divergence& divergence) {
  if (!divergence.expected) {
    return fmt::format("a choice among {} options", divergence.expected_options);
  }
  return words_of(*divergence.expected) +
         (divergence.came ? detail_of(*divergence.expected, *divergence.came) : "");
}

std::string came_words(const Divergence& divergence) {
  if (!divergence.came) {
    return "the end of the execution";
  }
  if (!divergence.expected) {
    return fmt::format("{}, one of {} options", words_of(*divergence.came),
                       divergence.came->options);
  }
  return words_of(*divergence.came) + detail_of(*divergence.came, *divergence.expected) +
         (looks_the_same(divergence) ? ", while another thread was about to do something else"
                                     : "");
}

std::string divergence_words(const Divergence& divergence) {
  return fmt::format("At step {}: expected {}; came {}.", divergence.step,
                     expected_words(divergence), came_words(divergence));
}

std::optional<Divergence> divergence_of(const explore::Difference& difference) {
  if (!difference.found) {
    return std::nullopt;
  }
  Divergence divergence;
  divergence.step = difference.step + 1;
  divergence.expected_options = difference.expected.options;
  if (difference.expected_known) {
    divergence.expected = difference.expected;
  }
  if (difference.came.thread != event::kNoThread) {
    divergence.came = difference.came;
  }
  return divergence;
}

}  // namespace heddle::verdict
