// SPDX-License-Identifier: Apache-2.0
#include "runtime/stacks.h"

#include "base/hash.h"
#include "runtime/runtime.h"
#include "runtime/unwinder.h"

namespace heddle::runtime {
namespace {

constexpr size_t kMaxFrames = 64;

struct Frames {
  uint64_t address[kMaxFrames];
  size_t count = 0;
};

_Unwind_Reason_Code keep_frame(_Unwind_Context* context, void* argument) {
  auto* frames = static_cast<Frames*>(argument);
  int before_instruction = 0;
  const uint64_t address = rt.unwinder.get_ip_info(context, &before_instruction);
  if (address == 0 || frames->count == kMaxFrames) {
    return _URC_END_OF_STACK;
  }
  // A frame that a signal interrupted is at its address, not after a call.
  frames->address[frames->count++] = before_instruction != 0 ? address + 1 : address;
  return _URC_NO_REASON;
}

void walk(Frames& frames) {
  const Unwinder* found = unwinder();
  if (found != nullptr) {
    found->backtrace(keep_frame, &frames);
  }
}

}  // namespace

uint32_t record_stack() {
  Frames frames;
  walk(frames);
  base::List<uint64_t>& words = rt.arena->stack_words;
  if (words.size() + frames.count + 1 > words.capacity()) {
    return 0;
  }
  const auto number = static_cast<uint32_t>(words.size() + 1);
  words.push_back(frames.count);
  for (size_t i = 0; i < frames.count; ++i) {
    words.push_back(frames.address[i]);
  }
  return number;
}

uint64_t stack_hash() {
  Frames frames;
  walk(frames);
  uint64_t hash = 0;
  for (size_t i = 0; i < frames.count; ++i) {
    // How a thread came to be asked is not part of where it is.
    if (!rt.own_library.contains(frames.address[i])) {
      hash = base::combine(hash, frames.address[i]);
    }
  }
  return hash;
}

}  // namespace heddle::runtime
