// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether others than the threads of the program could make a descriptor ready: a terminal, another
// process, a network.
namespace heddle::runtime {

[[nodiscard]] bool comes_from_outside(int descriptor);

// Processes that the program has made, and of which some may live.
[[nodiscard]] bool has_children();

// The word for it in a report: "pipe".
[[nodiscard]] const char* kind_of_descriptor(int descriptor);

// Which descriptors the program was started with; called once, before it runs.
void remember_inherited_descriptors();

}  // namespace heddle::runtime
