// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/effects/effects.h"

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

class NextFunctions;

// How a function of list.h shares something with others.
enum class Shape : uint8_t {
  output,            // writes to the stream that an argument is
  standard_output,   // the same, to stdout
  standard_error,    // and to stderr
  stream,            // does something else with the stream that an argument is
  stream_byte,       // the same, and needs a byte of it
  stream_text,       // and needs a line, or as many bytes as the argument before it says
  stream_line,       // and needs what comes up to a delimiter
  stream_bytes,      // as fread() does
  stream_scan,       // as fscanf() does
  standard_input,    // does something with stdin
  input_byte,        // and needs a byte of it
  input_line,        // and needs a line
  number_of_stream,  // asks for it
  closes_stream,     // that an argument is
  handle,            // uses something by its address that nobody else can reach
  own_state,         // keeps text in static memory if an argument is null, else in the caller's
  callers,           // changes memory of the caller's that an argument points to
  directory,         // reads the directory stream that an argument is
  closes_directory,  // that an argument is
  cxx_stream,        // uses the C++ stream that an argument is
  descriptor_looks,  // see DescriptorUse; the descriptor is an argument
  descriptor_moves,
  descriptor_writes,
  descriptor_input,   // takes something out, and waits until there is something
  descriptor_output,  // puts something in, and waits until there is room
  bytes_output,       // the same: the bytes and their number are the arguments behind it
  vector_output,      // the same with a vector of pieces
  socket_output,      // a message to argument 0, unless argument `detail` says not to wait
  socket_bytes,       // the same with bytes
  child,              // waits for one that argument 0 names, with the options of argument 2
  child_of_kind,      // the same as waitid() has it
  any_child,          // the same, with the options of argument 1
  receives,           // what comes in may bring descriptors along
  duplicates,         // a descriptor
  opens,              // a new descriptor
  path_looks,  // see PathUse; the bits of the detail are arguments, descriptors where paths begin
  path_changes,
  path_opens,    // and a new descriptor
  path_creates,  // likewise
  reads,         // the detail is what is shared
  changes,
  everything,
  unseen,  // see note_unseen_effect()
};

struct EffectRow {
  const char* name;
  Shape shape;
  uint8_t detail;
};

// The rows of list.h.
[[nodiscard]] EffectRow effect_row(size_t row);

// Looks for libc's function of that name.  There are hundreds, of which a program calls few, so
// each is looked for when it is called first.
void find_real_effect(size_t row);

// Looks for std::cout and the like, once.
void find_cxx_outputs(NextFunctions& next);

}  // namespace heddle::runtime
