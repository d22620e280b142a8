// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/presence.h"

#include "runtime/instrument/calls_out.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

void Presence::prepare() {
  last_ = static_cast<Last*>(raw_reserve(event::kMaxThreads * kMostFiles * sizeof(Last)));
}

uint32_t Presence::number_of(uint64_t address) {
  for (size_t i = 0; i < count_; ++i) {
    if (files_[i].contains(address)) {
      return static_cast<uint32_t>(i);
    }
  }
  const AddressRange file = file_around(address);
  if (count_ == kMostFiles || !file.contains(address)) {
    return kNone;
  }
  files_[count_] = file;
  return static_cast<uint32_t>(count_++);
}

void Presence::look_at_calls(Fiber& self) {
  CallsOut& calls = heddle_calls_out;
  const uint64_t files = uint64_t{calls.files[1]} << 32 | calls.files[0];
  if (files != 0) {
    calls.files[0] = 0;
    calls.files[1] = 0;
    note(self, files);
  }
}

void Presence::came_from(Fiber& self, const void* address) {
  if (address == nullptr || is_instrumented(address)) {
    return;
  }
  const uint32_t file = number_of(reinterpret_cast<uint64_t>(address));
  if (file != kNone) {
    note(self, uint64_t{1} << file);
  }
}

// The thread's time moves on, so that its accesses are before or after it.
void Presence::note(Fiber& self, uint64_t files) {
  rt.watch.order->tick(self.id);
  renew_time(self);
  const Last now{rt.watch.order->now(self.id), step_in_log()};
  for (; files != 0; files &= files - 1) {
    last(self.id, static_cast<size_t>(__builtin_ctzll(files))) = now;
  }
}

size_t Presence::find_between(const Access& first, event::ThreadId second,
                              std::span<uint64_t> files) const {
  size_t found = 0;
  for (size_t i = 0; i < count_ && found < files.size(); ++i) {
    const Last& one = last(first.thread, i);
    const Last& other = last(second, i);
    const bool instrumented = is_instrumented(reinterpret_cast<const void*>(files_[i].begin));
    if (!instrumented && one.time > first.time && other.time != 0 && other.step >= first.step) {
      files[found++] = files_[i].begin;
    }
  }
  return found;
}

}  // namespace heddle::runtime
