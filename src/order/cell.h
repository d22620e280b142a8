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
    switch (use) {
      case event::Use::none:
        break;
      case event::Use::reads:
        return changed + added;
      case event::Use::adds:
        return changed + read;
      case event::Use::changes:
        return changed + read + added;
    }
    return {};
  }

  void use(event::Use use, const Fingerprint& step) {
    switch (use) {
      case event::Use::none:
        break;
      case event::Use::reads:
        read += step;
        break;
      case event::Use::adds:
        added += step;
        break;
      case event::Use::changes:
        *this = {.changed = step, .read = {}, .added = {}};
        break;
    }
  }
};

}  // namespace heddle::order
