// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/effects/effects.h"

#include <cstdio>

// What calls on descriptors, streams and paths share; see effects.h.
namespace heddle::runtime {

// Each of these is has_effect(), begin_effect() and what follows from how it is used.
void note_stream(const char* call, const void* site, const FILE* stream, DescriptorUse use);
void note_number_of_stream(const char* call, const void* site, const FILE* stream);
void note_closing_stream(const char* call, const void* site, const FILE* stream);
void note_all_streams(const char* call, const void* site);

// Parts of these, for calls that use several.
void add_descriptor(int descriptor, DescriptorUse use);
// A lock on a file was taken or given back: who has it next comes after who had it.
void order_by_file_lock(int descriptor);
// The current thread comes after everything that was written to pipes, sockets and events.
void learn_from_all_channels();
void add_stream(const FILE* stream, DescriptorUse use);
void add_table_change();
[[nodiscard]] bool is_captured_output(int descriptor, DescriptorUse use);

}  // namespace heddle::runtime
