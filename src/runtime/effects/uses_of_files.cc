// SPDX-License-Identifier: Apache-2.0
// What calls on descriptors, streams and paths share.
//
// Two things keep files and paths apart, so that only what can matter is dependent:
//
//                                     names     contents
//   what is read by a descriptor       -         reads
//   what is written by one            adds        -
//   a path that is looked at          reads       -
//   a path that is changed           changes    changes
#include "runtime/effects/uses_of_files.h"

#include "runtime/objects.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"
#include "runtime/uses.h"

#include <initializer_list>

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace heddle::runtime {
namespace {

using event::Use;

constexpr uint64_t kAllChannels = uint64_t{1} << 33;

void change_captured() {
  add_effect(Shared::output, Use::changes);
  add_effect(Shared::output_state, Use::changes);
}

// fstat() and the like of captured output tell the same whatever was written, but not whether it is
// closed.
void add_captured(DescriptorUse use) {
  switch (use) {
    case DescriptorUse::looks:
      add_effect(Shared::output_state, Use::reads);
      break;
    case DescriptorUse::writes:
      add_effect(Shared::output, Use::adds);
      break;
    case DescriptorUse::moves:
      change_captured();
      break;
  }
}

// Who looks at memory sees what is written to the file behind it.
void add_mapped(uint64_t device, uint64_t number, bool writes) {
  const bool is_seen = program.shared_mappings.has(device, number) ||
                       (writes && program.shared_mappings.has_private(device, number));
  if (is_seen) {
    note_uncontrolled("reads and writes of files that are mapped as well");
    change_unseen();
  }
}

// Who reads from a pipe or a socket comes after who has written to it.  What epoll tells of others
// comes after everything that was written.
void pass_knowledge(uint64_t name, DescriptorUse use) {
  const event::ThreadId thread = current().id;
  if (use != DescriptorUse::writes) {
    rt.watch.order->acquire(thread, channel_object(name));
  }
  if (use != DescriptorUse::looks) {
    rt.watch.order->release(thread, channel_object(name));
    rt.watch.order->release(thread, channel_object(kAllChannels));
  }
}

void add_path(PathUse use) {
  add_effect(Shared::names, use == PathUse::looks ? Use::reads : Use::changes);
  if (use == PathUse::changes) {
    add_effect(Shared::contents, Use::changes);
  }
}

}  // namespace

void add_descriptor(int descriptor, DescriptorUse use) {
  if (rt.descriptors.is_captured(descriptor)) {
    add_captured(use);
    return;
  }
  add_effect(Shared::descriptors, Use::reads);
  const DescriptorNames::Known& known = rt.descriptors.look_up(descriptor);
  if (known.kind == DescriptorNames::Kind::none) {
    return;
  }
  add_effect(Shared::file, use == DescriptorUse::looks ? Use::reads : Use::changes, known.name);
  if (known.kind == DescriptorNames::Kind::other && rt.watch.on) {
    pass_knowledge(known.name, use);
  }
  if (known.kind == DescriptorNames::Kind::process) {
    add_effect(Shared::everything, Use::changes);
    change_unseen();
  } else if (known.kind == DescriptorNames::Kind::regular) {
    if (use == DescriptorUse::writes) {
      add_effect(Shared::names, Use::adds);
    } else {
      add_effect(Shared::contents, Use::reads);
    }
    add_mapped(known.device, known.number, use == DescriptorUse::writes);
  }
}

void step_on_channel(int descriptor, const void* site) {
  if (rt.arena != nullptr && rt.arena->settings().visible == explore::Visible::all &&
      has_effect(site) && rt.descriptors.look_up(descriptor).kind == DescriptorNames::Kind::other) {
    perform({.kind = event::OpKind::effect}, site);
  }
}

void order_by_file_lock(int descriptor) {
  if (rt.watch.on && controlled()) {
    pass_knowledge(rt.descriptors.look_up(descriptor).name, DescriptorUse::moves);
  }
}

void learn_from_all_channels() {
  if (rt.watch.on) {
    rt.watch.order->acquire(current().id, channel_object(kAllChannels));
  }
}

// Where a standard descriptor is free, it may become what was captured.
void add_table_change() {
  for (const int standard : {STDOUT_FILENO, STDERR_FILENO}) {
    if (rt.descriptors.look_up(standard).kind == DescriptorNames::Kind::none) {
      change_captured();
    }
  }
  add_effect(Shared::descriptors, Use::changes);
  rt.descriptors.forget();
}

bool is_captured_output(int descriptor, DescriptorUse use) {
  return use == DescriptorUse::writes && rt.descriptors.is_captured(descriptor);
}

void add_stream(const FILE* stream, DescriptorUse use) {
  if (rt.descriptors.is_captured(stream->_fileno)) {
    add_captured(use);
    return;
  }
  add_effect(Shared::stream, Use::changes, reinterpret_cast<uint64_t>(stream));
  if (stream->_fileno >= 0) {
    add_descriptor(stream->_fileno, DescriptorUse::writes);
    add_effect(Shared::contents, Use::reads);
  }
}

void note_descriptor(const char* call, const void* site, int descriptor, DescriptorUse use) {
  if (!has_effect(site)) {
    return;
  }
  if (!is_captured_output(descriptor, use)) {
    begin_effect(call, site);
  }
  add_descriptor(descriptor, use);
}

void note_opening(const char* call, const void* site) {
  if (has_effect(site)) {
    begin_effect(call, site);
    add_table_change();
  }
}

// What was written to it may be seen elsewhere only now, and locks on the file are given up.
void note_closing(const char* call, const void* site, int descriptor) {
  if (!has_effect(site)) {
    return;
  }
  step_on_channel(descriptor, site);
  begin_effect(call, site);
  if (descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO) {
    change_captured();
  }
  if (!rt.descriptors.is_captured(descriptor)) {
    add_descriptor(descriptor, DescriptorUse::writes);
  }
  add_table_change();
}

void note_path(const char* call, const void* site, PathUse use) {
  if (has_effect(site)) {
    begin_effect(call, site);
    add_path(use);
  }
}

void note_truncating(const void* site, int directory, const char* path) {
  struct stat status = {};
  if (has_effect(site) && program.shared_mappings.any() &&
      raw_syscall(SYS_newfstatat, directory, as_long(path), as_long(&status), 0) == 0) {
    add_mapped(status.st_dev, status.st_ino, true);
  }
}

void note_opening_path(const char* call, const void* site, PathUse use) {
  if (has_effect(site)) {
    begin_effect(call, site);
    add_path(use);
    add_table_change();
  }
}

void note_stream(const char* call, const void* site, const FILE* stream, DescriptorUse use) {
  if (!has_effect(site)) {
    return;
  }
  if (!is_captured_output(stream->_fileno, use)) {
    begin_effect(call, site);
  }
  add_stream(stream, use);
}

// What becomes of its number, and who asks for that.
void note_number_of_stream(const char* call, const void* site, const FILE* stream) {
  note_effect(call, site, Shared::stream, Use::reads, reinterpret_cast<uint64_t>(stream));
}

// It is no captured output any more, so who uses it later will not say that it is.
void note_closing_stream(const char* call, const void* site, const FILE* stream) {
  if (has_effect(site)) {
    begin_effect(call, site);
    add_stream(stream, DescriptorUse::moves);
    add_effect(Shared::stream, Use::changes, reinterpret_cast<uint64_t>(stream));
    add_table_change();
  }
}

// Without streams of the program's own there is only what is captured.
void note_all_streams(const char* call, const void* site) {
  if (!has_effect(site)) {
    return;
  }
  if (program.streams_opened) {
    begin_effect(call, site);
    add_effect(Shared::everything, Use::changes);
  } else {
    add_effect(Shared::output, Use::adds);
  }
}

}  // namespace heddle::runtime
