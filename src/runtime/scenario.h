// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/runtime.h"

// Scenarios: a program that calls heddle_scenario() has its body explored, and
// nothing else.  Musuvathi et al., "Finding and Reproducing Heisenbugs in Concurrent
// Programs", OSDI 2008, section 2.
//
// Up to the body, and after it, threads follow the default schedule.  The body begins
// and ends where everything else is quiet: other threads have ended, or wait.
namespace heddle::runtime {

using ScenarioPart = void (*)(void*);

void run_scenario(ScenarioPart setup, ScenarioPart body, ScenarioPart teardown, void* argument,
                  const void* site);

// Whether threads and locks are as they were when the body began.
bool scenario_is_as_before();

// The default schedule, which is not part of any exploration.
Course quiet_course();

}  // namespace heddle::runtime
