// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/family.h"

// A call with effects outside memory: a scheduling point.  What it uses, the code after it tells.
namespace heddle::primitive {

struct Outside : NeverWaits,
                 OrdersNothing,
                 HasNoTally,
                 UsesItsObject,
                 SaysNothingBefore,
                 ComesToTheSame {
  explicit constexpr Outside(event::OpKind /*kind*/) {}

  static Effect apply(State& /*state*/, const Turn& /*turn*/) { return {}; }

  static constexpr event::Use use(const Used& /*step*/) { return event::Use::none; }
  static constexpr Touching touching() { return Touching::more; }  // nothing
};

}  // namespace heddle::primitive
