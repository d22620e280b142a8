// SPDX-License-Identifier: Apache-2.0
#include "primitive/resource_times.h"

#include "base/hash.h"

#include <algorithm>
#include <iterator>

namespace heddle::primitive {

// In place: a new one, to be assigned, would be made on the stack of whoever does a step.
void ResourceTimes::clear() {
  std::fill(std::begin(whole_), std::end(whole_), Times{});
  std::fill(std::begin(any_), std::end(any_), Times{});
  std::fill(std::begin(named_), std::end(named_), Named{});
}

int64_t ResourceTimes::use(const event::Resource& resource, event::Use use, int64_t time) {
  if (use == event::Use::none) {
    return time;
  }
  const auto kind = static_cast<size_t>(resource.kind);
  const bool is_whole = resource.name == event::kWholeKind;
  Times& own = is_whole ? whole_[kind] : named(resource);
  time = whole_[kind].after(time, use);
  time = (is_whole ? any_[kind] : own).after(time, use);
  own.leave(time, use);
  any_[kind].leave(time, use);
  return time;
}

// When there are too many, some share what is noted: a clock may then be later than it has to be.
Times& ResourceTimes::named(const event::Resource& resource) {
  const size_t first =
      base::mix(resource.name * event::kResourceKinds + static_cast<size_t>(resource.kind)) % kMost;
  for (size_t i = 0; i < kMost; ++i) {
    Named& slot = named_[(first + i) % kMost];
    if (!slot.used) {
      slot = {.resource = resource, .used = true, .times = {}};
    }
    if (slot.resource.kind == resource.kind && slot.resource.name == resource.name) {
      return slot.times;
    }
  }
  return named_[first].times;
}

}  // namespace heddle::primitive
