// SPDX-License-Identifier: Apache-2.0
// What the parts of the player share.
#pragma once

#include "program.h"

namespace heddle::live {

// Sets up what the program's calls with effects need, before there are other threads.
void prepare_effects(const Program& program);

// Each performs an operation of its class and returns the value.
void perform_destroy(const Op& op);
int perform_sync(const Op& op);
int perform_effect(const Op& op);
int perform_library(const Op& op);

// Pipes, events and polls.
void prepare_channels();
int perform_channel(const Op& op);

// Runs the operations of a body in the calling thread.
void run_body(char kind, int number);

}  // namespace heddle::live
