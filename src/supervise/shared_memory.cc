// SPDX-License-Identifier: Apache-2.0
#include "supervise/shared_memory.h"

#include "supervise/own_limits.h"
#include "supervise/search_fault.h"
#include "supervise/verify.h"

#include <cerrno>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

namespace heddle::supervise {
namespace {

// Address space for work items, taken only as far as it is used.  Where a limit on
// address space does not allow for so much, less is asked for.
constexpr size_t kMostSearchBytes = size_t{1} << 36;
constexpr size_t kLeastSearchBytes = size_t{1} << 26;

constexpr int kProtection = PROT_READ | PROT_WRITE;
constexpr int kFlags = MAP_SHARED | MAP_NORESERVE;

bool has_size(int file, size_t bytes) { return ftruncate(file, static_cast<off_t>(bytes)) == 0; }

// Two files, one after the other; only the first, if there is no second.
void* map(int file, size_t first_bytes, int search, size_t bytes) {
  if (!has_size(file, search < 0 ? bytes : first_bytes) ||
      (search >= 0 && !has_size(search, bytes - first_bytes))) {
    return MAP_FAILED;
  }
  void* memory = mmap(nullptr, bytes, kProtection, kFlags, file, 0);
  if (memory == MAP_FAILED || search < 0) {
    return memory;
  }
  void* side = static_cast<std::byte*>(memory) + first_bytes;
  if (mmap(side, bytes - first_bytes, kProtection, kFlags | MAP_FIXED, search, 0) == side) {
    note_search(side, bytes - first_bytes);
    // Or the system would read ahead, in what is mostly holes.
    madvise(side, bytes - first_bytes, MADV_RANDOM);
    return memory;
  }
  const int error = errno;
  munmap(memory, bytes);
  errno = error;
  return MAP_FAILED;
}

// Of the search that is in a file; its magic number is 0 if there is none.
explore::Beginning beginning_in(int file) {
  explore::Beginning found;
  const ssize_t bytes = pread(file, &found, sizeof found, 0);
  return bytes == static_cast<ssize_t>(sizeof found) && found.is_whole() ? found
                                                                         : explore::Beginning{};
}

// What was asked for then, with what need not be the same.
explore::Settings taken_up(const explore::Settings& then, const explore::Settings& now) {
  explore::Settings settings = then;
  settings.max_executions = now.max_executions;
  settings.snapshot_by = now.snapshot_by;
  settings.schedule_log = now.schedule_log;
  return settings;
}

std::string mebibytes(uint64_t bytes) { return std::to_string((bytes >> 20) + 1) + " MiB"; }

base::Error no_room(uint64_t bytes, int error) {
  const std::string need = "heddle needs shared memory of " + mebibytes(bytes);
  if (error == EFBIG && limit_on(RLIMIT_FSIZE).has_value()) {
    return {need + ", and the size of files is limited to less (ulimit -f)"};
  }
  if (error == ENOMEM && limit_on(RLIMIT_AS).has_value()) {
    return {need + ", and the address space is limited to less (ulimit -v)"};
  }
  return {need + ", and there is none: " + strerror(error)};
}

}  // namespace

base::Result<std::unique_ptr<SharedMemory>> SharedMemory::create(explore::Settings settings,
                                                                 int search_file) {
  const int descriptor = memfd_create("heddle-arena", MFD_CLOEXEC);
  if (descriptor < 0) {
    return base::Error{"cannot make shared memory: " + words_for(errno)};
  }
  const explore::Beginning beginning =
      search_file >= 0 ? beginning_in(search_file) : explore::Beginning{};
  const bool goes_on = beginning.magic != 0;
  if (goes_on) {
    settings = taken_up(beginning.settings, settings);
  }
  settings.in_file = search_file >= 0;
  for (size_t search = kMostSearchBytes; search >= kLeastSearchBytes; search /= 4) {
    const size_t bytes = goes_on ? beginning.settings.arena_bytes
                                 : process::Arena::bytes_wanted(settings.step_limit, search);
    const size_t own = process::Arena::execution_bytes(settings.step_limit, bytes);
    void* memory = map(descriptor, own, search_file, bytes);
    if (memory == MAP_FAILED) {
      continue;
    }
    std::unique_ptr<SharedMemory> made(
        new SharedMemory(descriptor, search_file, goes_on, memory, bytes, settings));
    if (goes_on && !is_as_it_was_left(made->arena(), search_file)) {
      return base::Error{"the saved search is not as heddle left it; begin a new one"};
    }
    if (goes_on) {
      made->arena().take_up();
    }
    return made;
  }
  const int error = errno;
  close(descriptor);
  return no_room(process::Arena::bytes_wanted(settings.step_limit, kLeastSearchBytes), error);
}

SharedMemory::SharedMemory(int descriptor, int search, bool goes_on, void* memory, size_t bytes,
                           const explore::Settings& settings)
    : descriptor_(descriptor),
      search_(search),
      goes_on_(goes_on),
      memory_(memory),
      bytes_(bytes),
      arena_(std::make_unique<process::Arena>(memory, bytes, settings, goes_on)) {}

SharedMemory::~SharedMemory() {
  forget_search(static_cast<std::byte*>(memory_) + arena_->settings().search_offset);
  munmap(memory_, bytes_);
  close(descriptor_);
}

explore::Settings& SharedMemory::settings() { return *static_cast<explore::Settings*>(memory_); }

}  // namespace heddle::supervise
