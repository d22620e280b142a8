// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/use.h"
#include "order/fingerprint.h"

namespace heddle::order {

// Of something that steps use: the step that changed it last, and the sums of those that
// read it and added to it since.
struct Cell {
  Fingerprint changed;
  Fingerprint read;
  Fingerprint added;

  // The steps that one which uses it so depends on.
  [[nodiscard]] Fingerprint before(event::Use use) const {
    if (use == event::Use::reads) [[likely]] {
      return changed + added;
    }
    if (use == event::Use::changes) [[likely]] {
      return changed + read + added;
    }
    return use == event::Use::adds ? changed + read : Fingerprint{};
  }

  void use(event::Use use, const Fingerprint& step) {
    if (use == event::Use::reads) [[likely]] {
      read += step;
    } else if (use == event::Use::changes) [[likely]] {
      *this = {.changed = step, .read = {}, .added = {}};
    } else if (use == event::Use::adds) {
      added += step;
    }
  }
};

}  // namespace heddle::order
