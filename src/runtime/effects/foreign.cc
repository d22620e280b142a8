// SPDX-License-Identifier: Apache-2.0
#include "runtime/effects/foreign.h"

#include "process/arena.h"
#include "process/texts.h"
#include "runtime/instrument/calls_out.h"
#include "runtime/instrument/redirect.h"
#include "runtime/runtime.h"

#include <cstring>

namespace heddle::runtime {
namespace {

// What every program runs in, and what heddle knows of.
constexpr const char* kSystem[] = {"libc.so",   "libstdc++.so", "libm.so",      "libgcc_s.so",
                                   "ld-linux",  "linux-vdso",   "libheddle_rt", "libpthread.so",
                                   "libdl.so",  "librt.so",     "libc++.so",    "libc++abi.so",
                                   "libtsan.so"};

bool is_system(const char* path) {
  const char* slash = strrchr(path, '/');
  const char* name = slash == nullptr ? path : slash + 1;
  for (const char* known : kSystem) {
    if (strncmp(name, known, strlen(known)) == 0) {
      return true;
    }
  }
  return false;
}

bool is_instrumented_file(const AddressRange& range) {
  for (size_t i = 0; i < rt.watch.instrumented_count; ++i) {
    if (rt.watch.instrumented[i].contains(range.begin)) {
      return true;
    }
  }
  return false;
}

}  // namespace

int ForeignFiles::add(dl_phdr_info* info, size_t /*size*/, void* argument) {
  auto* self = static_cast<ForeignFiles*>(argument);
  const AddressRange range = range_of(*info);
  if (is_system(info->dlpi_name) || is_instrumented_file(range) || self->count_ == kMost) {
    return 0;
  }
  File& file = self->files_[self->count_++];
  file.range = range;
  strncpy(file.name, info->dlpi_name, sizeof file.name - 1);
  return 0;
}

void* ForeignFiles::watch_call(void* function) {
  const auto address = reinterpret_cast<uint64_t>(function);
  return rt.foreign_files.file_at(address) == nullptr ? nullptr : rt.foreign_calls.to(function);
}

void ForeignFiles::look_at_loaded() {
  dl_iterate_phdr(add, this);
  unknown_ = count_;
  for (size_t i = 0; i < count_; ++i) {
    replace_calls(files_[i].range.begin, watch_call);
  }
  for (size_t i = 0; count_ != 0 && i < rt.watch.instrumented_count; ++i) {
    replace_calls(rt.watch.instrumented[i].begin, watch_call);
  }
  if (count_ != 0) {
    replace_counted_calls(watch_call);
  }
  rt.foreign_calls.close();
  learn();
}

void ForeignFiles::learn() {
  const base::List<process::TextRecord>& told = rt.arena->foreign;
  for (; learned_ < told.size() && learned_ < told.capacity(); ++learned_) {
    for (size_t i = 0; i < count_; ++i) {
      File& file = files_[i];
      if (!file.told &&
          strncmp(file.name, told[learned_].text, sizeof told[learned_].text - 1) == 0) {
        file.told = true;
        --unknown_;
      }
    }
  }
}

ForeignFiles::File* ForeignFiles::file_at(uint64_t address) {
  if (last_ < count_ && files_[last_].range.contains(address)) {
    return &files_[last_];
  }
  for (size_t i = 0; i < count_; ++i) {
    if (files_[i].range.contains(address)) {
      last_ = i;
      return &files_[i];
    }
  }
  return nullptr;
}

void ForeignFiles::met(const void* address) {
  File* file = file_at(reinterpret_cast<uint64_t>(address));
  if (file == nullptr || file->told) {
    return;
  }
  if (file->generation != rt.generation) {
    file->generation = rt.generation;
    file->thread = current().id;
  } else if (file->thread != current().id) {
    file->told = true;
    --unknown_;
    process::add_text(rt.arena->foreign, file->name);
  }
}

}  // namespace heddle::runtime
