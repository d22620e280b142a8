// SPDX-License-Identifier: Apache-2.0
#include "verdict/summary.h"

namespace heddle::verdict {

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::clean:
      return "clean";
    case Verdict::finding:
      return "finding";
    case Verdict::incomplete:
      return "incomplete";
    case Verdict::nondeterministic:
      return "nondeterministic";
    case Verdict::error:
      return "error";
  }
  return "error";
}

}  // namespace heddle::verdict
