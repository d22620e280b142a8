// SPDX-License-Identifier: Apache-2.0
// Each call is
//
//   movabs $way, %r11
//   jmp *8(%r11)
//
// where `way` is the function and heddle_foreign_entry, in effects_entry.S, which asks first.
#include "runtime/effects/foreign_call.h"

#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <sys/mman.h>
#include <sys/syscall.h>

extern "C" void heddle_foreign_entry();

namespace heddle::runtime {
namespace {

bool protect(void* code, size_t bytes, int protection) {
  return raw_syscall(SYS_mprotect, as_long(code), static_cast<long>(bytes), protection) == 0;
}

}  // namespace

bool ForeignCalls::reserve() {
  if (code_ == nullptr && !refused_) {
    ways_ = static_cast<Way*>(raw_reserve(kMost * sizeof(Way)));
    code_ = static_cast<std::byte*>(raw_reserve(kMost * kCodeBytes));
    refused_ = !protect(code_, kMost * kCodeBytes, PROT_READ | PROT_EXEC) ||
               !protect(code_, kMost * kCodeBytes, PROT_READ | PROT_WRITE);
  }
  return !refused_ && count_ < kMost;
}

void* ForeignCalls::to(void* function) {
  for (size_t i = 0; i < count_; ++i) {
    if (ways_[i].function == function) {
      return code_ + i * kCodeBytes;
    }
  }
  if (!reserve()) {
    return nullptr;
  }
  Way& way = ways_[count_];
  way = {function, reinterpret_cast<void*>(heddle_foreign_entry)};
  std::byte* code = code_ + count_ * kCodeBytes;
  constexpr unsigned char kLoad[] = {0x49, 0xbb};
  constexpr unsigned char kJump[] = {0x41, 0xff, 0x63, 0x08};
  const auto address = reinterpret_cast<uint64_t>(&way);
  memcpy(code, kLoad, sizeof kLoad);
  memcpy(code + sizeof kLoad, &address, sizeof address);
  memcpy(code + sizeof kLoad + sizeof address, kJump, sizeof kJump);
  ++count_;
  return code;
}

void ForeignCalls::close() {
  if (count_ != 0) {
    protect(code_, kMost * kCodeBytes, PROT_READ | PROT_EXEC);
  }
}

}  // namespace heddle::runtime

using namespace heddle::runtime;

// The current thread is about to run `function`, and others may have.
extern "C" __attribute__((used, visibility("hidden"))) void heddle_foreign_before(
    const void* function) {
  if (rt.active && this_fiber() != nullptr && rt.foreign_files.are_any_unknown()) {
    rt.foreign_files.met(function);
  }
}
