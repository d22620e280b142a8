// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/idle.h"

#include <cstring>

namespace heddle::runtime {

void Rounds::add(const Visit& visit, const Reading& reading, bool waited, uint64_t other_reads) {
  reads_[count_++ % kMost] = {visit, reading, other_reads, waited};
  round_ = waited ? length_of_round() : 0;
}

// From when the thread was here before.  All reads since have waited, so that it could be left
// anywhere in the round without a preemption.
size_t Rounds::length_of_round() const {
  bool releases = false;
  for (size_t i = 0; i + 1 < kMost && i + 1 < count_; ++i) {
    const Read& read = before(i);
    if (!read.waited || read.reading.bytes == 0) {
      return 0;
    }
    releases |= read.reading.releases;
    if (before(i + 1).visit == before(0).visit) {
      const bool reads_others = before(i + 1).other_reads != before(0).other_reads;
      return releases && reads_others && i > 0 ? 0 : i + 1;
    }
  }
  return 0;
}

bool Rounds::is_idle(uint64_t writes) const {
  if (round_ == 0 || before(0).visit.writes != writes) {
    return false;
  }
  for (size_t i = 0; i < round_; ++i) {
    const Reading& reading = before(i).reading;
    const auto* memory = reinterpret_cast<const std::byte*>(reading.address);
    const size_t low = reading.bytes < 8 ? reading.bytes : 8;
    if (memcmp(memory, &reading.value[0], low) != 0 ||
        (reading.bytes > 8 && memcmp(memory + 8, &reading.value[1], reading.bytes - low) != 0)) {
      return false;
    }
  }
  return true;
}

bool Rounds::is_in(uint64_t address, uint64_t bytes) const {
  for (size_t i = 0; i < round_; ++i) {
    const Reading& reading = before(i).reading;
    if (reading.address < address + bytes && address < reading.address + reading.bytes) {
      return true;
    }
  }
  return false;
}

}  // namespace heddle::runtime
