// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/idle.h"

#include <cstring>

namespace heddle::runtime {

// Of a round that is too long, nothing is kept.
void Rounds::add_waiting(const Visit& visit, uint64_t other_reads, const Reading& reading) {
  if (size_ == kMost) {
    size_ = 0;
  }
  reads_[size_++] = {visit, other_reads, reading};
  round_ = length_of_round();
}

// From when the thread was here before.  All reads since have waited, so that it could be left
// anywhere in the round without a preemption.
size_t Rounds::length_of_round() const {
  const Read& last = reads_[size_ - 1];
  bool releases = false;
  for (size_t i = size_ - 1; i > 0 && reads_[i].reading.bytes != 0; --i) {
    releases |= reads_[i].reading.releases;
    const Read& before = reads_[i - 1];
    if (before.visit == last.visit) {
      const size_t length = size_ - i;
      return releases && length > 1 && before.other_reads != last.other_reads ? 0 : length;
    }
  }
  return 0;
}

bool Rounds::is_idle(uint64_t writes) const {
  if (round_ == 0 || reads_[size_ - 1].visit.writes != writes) {
    return false;
  }
  for (const Read& read : round()) {
    const Reading& reading = read.reading;
    const auto* memory = reinterpret_cast<const std::byte*>(reading.address);
    const size_t low = reading.bytes < 8 ? reading.bytes : 8;
    if (memcmp(memory, &reading.value[0], low) != 0 ||
        (reading.bytes > 8 && memcmp(memory + 8, &reading.value[1], reading.bytes - low) != 0)) {
      return false;
    }
  }
  return true;
}

const void* Rounds::only_read() const {
  size_t reads = 0;
  const void* site = nullptr;
  for (const Read& read : round()) {
    reads += read.reading.is_fence ? 0 : 1;
    site = read.reading.is_fence ? site : read.visit.site;
  }
  const Read& before = reads_[size_ - round_ - 1];
  return reads == 1 && before.other_reads == reads_[size_ - 1].other_reads ? site : nullptr;
}

bool Rounds::is_in(uint64_t address, uint64_t bytes) const {
  for (const Read& read : round()) {
    const Reading& reading = read.reading;
    if (reading.address < address + bytes && address < reading.address + reading.bytes) {
      return true;
    }
  }
  return false;
}

}  // namespace heddle::runtime
