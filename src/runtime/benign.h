// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

// Memory on which the program says that races are no bugs: heddle_benign_race().
namespace heddle::runtime {

// Lies in ProgramState, so it is put back with the program.
struct BenignRanges {
  struct Range {
    uint64_t begin;
    uint64_t end;
  };
  static constexpr size_t kMost = 128;
  size_t count = 0;
  Range ranges[kMost] = {};
};

// From now on; what has no room is not remembered, and false returned.
bool note_benign(uint64_t address, uint64_t bytes);

// Whether some of these bytes are.
[[nodiscard]] bool is_benign(uint64_t address, uint64_t bytes);

}  // namespace heddle::runtime
