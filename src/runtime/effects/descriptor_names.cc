// SPDX-License-Identifier: Apache-2.0
#include "runtime/effects/descriptor_names.h"

#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <initializer_list>

#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

namespace heddle::runtime {
namespace {

// Beyond the numbers of descriptors.
constexpr uint64_t kSockets = uint64_t{1} << 32;
constexpr uint64_t kDevices = kSockets + 1;
constexpr uint64_t kHigh = kSockets + 2;  // descriptors that have no slot, if no lower one is alike

bool is_same(const DescriptorNames::Known& a, const DescriptorNames::Known& b) {
  return a.kind != DescriptorNames::Kind::none && b.kind != DescriptorNames::Kind::none &&
         a.device == b.device && a.number == b.number;
}

// Not on a disk: the kernel makes up what is read.
bool is_in_proc(int descriptor, const struct stat& status) {
  struct statfs system = {};
  return major(status.st_dev) == 0 && raw_syscall(SYS_fstatfs, descriptor, as_long(&system)) == 0 &&
         system.f_type == PROC_SUPER_MAGIC;
}

DescriptorNames::Known ask_kernel(int descriptor) {
  struct stat status = {};
  DescriptorNames::Known known;
  if (raw_syscall(SYS_fstat, descriptor, as_long(&status)) != 0) {
    return known;
  }
  known.device = status.st_dev;
  known.number = status.st_ino;
  const bool is_on_disk = S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
  known.kind = is_on_disk ? DescriptorNames::Kind::regular : DescriptorNames::Kind::other;
  if (is_on_disk && is_in_proc(descriptor, status)) {
    known.kind = DescriptorNames::Kind::process;
  }
  if (S_ISSOCK(status.st_mode)) {
    known.name = kSockets;
  } else if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) {
    known.name = kDevices;
  }
  return known;
}

}  // namespace

void DescriptorNames::remember_captured() {
  for (const int descriptor : {1, 2}) {
    captured_[descriptor] = ask_kernel(descriptor);
  }
  forget();
}

uint64_t DescriptorNames::age() const { return (uint64_t{rt.generation} << 32) | changes_; }

void DescriptorNames::look_at(int descriptor, Slot& slot) {
  if (slot.seen_at == age() && &slot != &high_) {
    return;
  }
  slot.known = ask_kernel(descriptor);
  slot.seen_at = age();
  const bool may_be_captured = descriptor == 1 || descriptor == 2;
  if (may_be_captured && is_same(slot.known, captured_[descriptor])) {
    slot.known.kind = Kind::captured;
  }
}

void DescriptorNames::name(int descriptor, Slot& slot) {
  slot.named_at = age();
  if (slot.known.name >= kSockets) {
    return;
  }
  const int end = descriptor < static_cast<int>(kMost) ? descriptor : static_cast<int>(kMost);
  for (int lower = 0; lower < end; ++lower) {
    look_at(lower, slots_[lower]);
    if (is_same(slots_[lower].known, slot.known)) {
      slot.known.name = static_cast<uint64_t>(lower);
      return;
    }
  }
  slot.known.name = &slot == &high_ ? kHigh : static_cast<uint64_t>(descriptor);
}

const DescriptorNames::Known& DescriptorNames::look_up(int descriptor) {
  const bool has_slot = descriptor >= 0 && descriptor < static_cast<int>(kMost);
  Slot& slot = has_slot ? slots_[descriptor] : high_;
  look_at(descriptor, slot);
  if (slot.known.kind != Kind::none && (slot.named_at != age() || !has_slot)) {
    name(descriptor, slot);
  }
  return slot.known;
}

}  // namespace heddle::runtime
