// SPDX-License-Identifier: Apache-2.0
#include "supervise/shared_memory.h"

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

void* map(int descriptor, size_t bytes) {
  if (ftruncate(descriptor, static_cast<off_t>(bytes)) != 0) {
    return MAP_FAILED;
  }
  return mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor, 0);
}

}  // namespace

base::Result<std::unique_ptr<SharedMemory>> SharedMemory::create(explore::Settings settings) {
  const int descriptor = memfd_create("heddle-arena", MFD_CLOEXEC);
  if (descriptor < 0) {
    return base::Error{std::string("cannot make shared memory: ") + strerror(errno)};
  }
  for (size_t search = kMostSearchBytes; search >= kLeastSearchBytes; search /= 4) {
    const size_t bytes = explore::Arena::bytes_wanted(settings.step_limit, search);
    void* memory = map(descriptor, bytes);
    if (memory != MAP_FAILED) {
      return std::unique_ptr<SharedMemory>(new SharedMemory(descriptor, memory, bytes, settings));
    }
  }
  const int error = errno;
  close(descriptor);
  return base::Error{std::string("cannot map shared memory: ") + strerror(error)};
}

SharedMemory::SharedMemory(int descriptor, void* memory, size_t bytes,
                           const explore::Settings& settings)
    : descriptor_(descriptor),
      memory_(memory),
      bytes_(bytes),
      arena_(std::make_unique<explore::Arena>(memory, bytes, settings)) {}

SharedMemory::~SharedMemory() {
  munmap(memory_, bytes_);
  close(descriptor_);
}

explore::Settings& SharedMemory::settings() { return *static_cast<explore::Settings*>(memory_); }

}  // namespace heddle::supervise
