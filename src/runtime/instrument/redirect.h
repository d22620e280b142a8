// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// What an instrumented file needs beyond its hooks.
namespace heddle::runtime {

// Makes the calls of memory functions from the file around that address seen, and counts those of
// others that are not instrumented.  To be done
// again when the file is loaded again, and harmless otherwise.
void redirect_file(uint64_t inside);

// Notes the guards of static locals in that file, and which parts of it are not instrumented.
void read_symbols(uint64_t inside);

// Replaces the functions that the file calls in others: each by what `replacement` makes of its
// address, or not at all if that is null.
void replace_calls(uint64_t inside, void* (*replacement)(void* function));

}  // namespace heddle::runtime
