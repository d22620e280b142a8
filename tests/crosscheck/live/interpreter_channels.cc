// SPDX-License-Identifier: Apache-2.0
// What threads say to each other through the kernel: channels are pipes, events eventfds.
#include "interpreter.h"

#include <algorithm>
#include <utility>

namespace heddle::live {
namespace {

// Channels 0 and 1, and event 0.
int ready_ones(const Effects& effects) {
  return (effects.in_channel[0] > 0 ? 1 : 0) | (effects.in_channel[1] > 0 ? 2 : 0) |
         (effects.events[0] > 0 ? 4 : 0);
}

int put(Effects& effects, int channel, int8_t value) {
  if (effects.in_channel[channel] == kQueue) {
    return kMisuse;
  }
  effects.channels[channel][effects.in_channel[channel]++] = value;
  return 1;
}

int take(Effects& effects, int channel) {
  int8_t* const bytes = effects.channels[channel];
  const int8_t first = bytes[0];
  std::copy(bytes + 1, bytes + kQueue, bytes);
  bytes[--effects.in_channel[channel]] = 0;
  return first;
}

}  // namespace

bool channel_ready(const Effects& effects, const Op& op) {
  switch (op.code) {
    case Code::take:
      return effects.in_channel[op.a] > 0;
    case Code::drain:
      return effects.events[op.a] > 0;
    case Code::pollany:
    case Code::epollany:
      return ready_ones(effects) != 0;
    default:
      return true;
  }
}

int channel_step(Effects& effects, const Op& op) {
  switch (op.code) {
    case Code::put:
      return put(effects, op.a, op.b);
    case Code::take:
      return take(effects, op.a);
    case Code::notice:
      ++effects.events[op.a];
      return 0;
    case Code::drain:
      return std::exchange(effects.events[op.a], int8_t{0});
    case Code::polltime:
      return effects.in_channel[op.a] > 0 ? 1 : 0;
    default:
      return ready_ones(effects);
  }
}

bool is_of_channels(Code code) {
  return code == Code::put || code == Code::take || code == Code::notice || code == Code::drain ||
         code == Code::pollany || code == Code::epollany || code == Code::polltime;
}

}  // namespace heddle::live
