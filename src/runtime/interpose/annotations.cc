// SPDX-License-Identifier: Apache-2.0
// The other end of include/heddle/heddle.h: what a program says to heddle.
#include "runtime/benign.h"
#include "runtime/objects.h"
#include "runtime/pins.h"
#include "runtime/runtime.h"
#include "runtime/scenario.h"

using namespace heddle::runtime;
using heddle::event::OpKind;

HEDDLE_INTERPOSE int heddle_rt_is_active() { return rt.arena != nullptr ? 1 : 0; }

HEDDLE_INTERPOSE unsigned heddle_rt_choose(unsigned n) {
  if (n < 2 || !controlled()) {
    return 0;
  }
  static_assert(heddle::primitive::kMostAlternatives == 60000);
  if (n > heddle::primitive::kMostAlternatives) {
    refuse("heddle_choose with more than 60000 values");
  }
  return static_cast<unsigned>(
      perform({.kind = OpKind::choose, .argument = n}, __builtin_return_address(0)));
}

HEDDLE_INTERPOSE void heddle_rt_assume(int condition) {
  if (condition == 0 && controlled()) {
    session().execution.drop();
    end_execution(session().execution.outcome());
  }
}

HEDDLE_INTERPOSE void heddle_rt_yield() {
  if (controlled()) {
    perform({.kind = OpKind::yield}, __builtin_return_address(0));
  }
}

HEDDLE_INTERPOSE void heddle_rt_atomic_begin() {
  if (controlled()) {
    begin_atomic_section();
  }
}

HEDDLE_INTERPOSE void heddle_rt_atomic_end() {
  if (controlled()) {
    end_atomic_section();
  }
}

HEDDLE_INTERPOSE void heddle_rt_name(const void* object, const char* name) {
  if (object != nullptr && name != nullptr && controlled()) {
    name_object(object, name);
  }
}

// In a constructor before main it counts as well: what it says is part of the start then.
// The reason is for those who read the program.
HEDDLE_INTERPOSE void heddle_rt_benign_race(const void* address, unsigned long bytes,
                                            const char* /*why*/) {
  if (address != nullptr && bytes > 0 && !note_benign(reinterpret_cast<uint64_t>(address), bytes) &&
      controlled()) {
    static_assert(BenignRanges::kMost == 128);
    refuse("heddle_benign_race for more than 128 pieces of memory");
  }
}

HEDDLE_INTERPOSE void heddle_rt_scenario(void (*setup)(void*), void (*body)(void*),
                                         void (*teardown)(void*), void* argument) {
  if (controlled()) {
    run_scenario(setup, body, teardown, argument, __builtin_return_address(0));
    return;
  }
  for (const ScenarioPart part : {setup, body, teardown}) {
    if (part != nullptr) {
      part(argument);
    }
  }
}
