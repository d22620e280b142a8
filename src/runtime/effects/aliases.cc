// SPDX-License-Identifier: Apache-2.0
#include "runtime/effects/aliases.h"

namespace heddle::runtime {
namespace {

// Of memory that belongs to no file: no device has this number.
constexpr uint64_t kNoDevice = ~uint64_t{0};

}  // namespace

// What is left of a mapping, at both ends, stays.
void SharedMappings::remove(uint64_t begin, uint64_t end) {
  for (uint32_t i = count_; i-- > 0;) {
    const SharedMapping mapping = mappings_[i];
    if (mapping.end <= begin || mapping.begin >= end) {
      continue;
    }
    mappings_[i] = mappings_[--count_];
    if (mapping.begin < begin) {
      SharedMapping below = mapping;
      below.end = begin;
      push(below);
    }
    if (mapping.end > end) {
      SharedMapping above = mapping;
      above.offset += end - mapping.begin;
      above.begin = end;
      push(above);
    }
  }
}

void SharedMappings::push(const SharedMapping& mapping) {
  if (count_ == kMost) {
    overflowed_ = true;
    return;
  }
  mappings_[count_++] = mapping;
}

void SharedMappings::add(uint64_t begin, uint64_t end, uint64_t device, uint64_t number,
                         uint64_t offset, bool is_private) {
  remove(begin, end);
  SharedMapping added{begin, end, device, number, begin - offset, offset, is_private};
  for (uint32_t i = 0; i < count_; ++i) {
    const SharedMapping& other = mappings_[i];
    if (other.device != device || other.number != number) {
      continue;
    }
    aliases_ |= !is_private || !other.is_private;
    if (!is_private && !other.is_private) {
      added.origin = other.origin;
      break;
    }
  }
  push(added);
}

void SharedMappings::add_copy(uint64_t from, uint64_t begin, uint64_t end) {
  const SharedMapping* known = at(from);
  if (known != nullptr) {
    const SharedMapping before = *known;
    add(begin, end, before.device, before.number, before.offset + (from - before.begin),
        before.is_private);
    return;
  }
  add(from, from + (end - begin), kNoDevice, from, 0);
  add(begin, end, kNoDevice, from, 0);
}

const SharedMapping* SharedMappings::at(uint64_t address) const {
  for (uint32_t i = 0; i < count_; ++i) {
    if (address >= mappings_[i].begin && address < mappings_[i].end) {
      return &mappings_[i];
    }
  }
  return nullptr;
}

uint64_t SharedMappings::canonical(uint64_t address) const {
  const SharedMapping* mapping = at(address);
  return mapping == nullptr || mapping->is_private ? address : mapping->canonical(address);
}

bool SharedMappings::has(uint64_t device, uint64_t number, bool is_private) const {
  for (uint32_t i = 0; i < count_; ++i) {
    const SharedMapping& mapping = mappings_[i];
    if (mapping.device == device && mapping.number == number && mapping.is_private == is_private) {
      return true;
    }
  }
  return false;
}

}  // namespace heddle::runtime
