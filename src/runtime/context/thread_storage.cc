// SPDX-License-Identifier: Apache-2.0
//
// Files that are there when the program starts have their variables at a fixed
// distance below the thread pointer, in every thread: what dl_iterate_phdr says of the
// calling thread tells where they are in all.  libc's own, such as errno and its cache
// of freed memory, belong to the real thread and stay.
#include "runtime/context/thread_storage.h"

#include "runtime/runtime.h"

#include <cstring>

#include <link.h>

namespace heddle::runtime {
namespace {

// Anything further away belongs to a file that was loaded later.
constexpr uintptr_t kMostDistance = uintptr_t{1} << 20;

bool is_of_libc(const char* path) {
  return strstr(path, "/libc.so") != nullptr || strstr(path, "/ld-linux") != nullptr;
}

int look_at(dl_phdr_info* info, size_t /*size*/, void* argument) {
  const uintptr_t thread_pointer = *static_cast<const uintptr_t*>(argument);
  const auto block = reinterpret_cast<uintptr_t>(info->dlpi_tls_data);
  const bool is_ours = rt.own_library.contains(reinterpret_cast<uint64_t>(info->dlpi_phdr));
  const bool is_near = block < thread_pointer && thread_pointer - block < kMostDistance;
  if (info->dlpi_tls_modid == 0 || !is_near || is_ours || is_of_libc(info->dlpi_name)) {
    return 0;
  }
  for (size_t i = 0; i < info->dlpi_phnum && rt.storage_blocks < Runtime::kMostStorage; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    if (segment.p_type == PT_TLS) {
      rt.storage[rt.storage_blocks++] = {
          thread_pointer - block, reinterpret_cast<const void*>(info->dlpi_addr + segment.p_vaddr),
          segment.p_filesz, segment.p_memsz};
    }
  }
  return 0;
}

}  // namespace

void find_thread_storage() {
  rt.storage_blocks = 0;
  uintptr_t thread_pointer = rt.fibers[0].thread_pointer;
  dl_iterate_phdr(look_at, &thread_pointer);
}

void renew_thread_storage(const Fiber& fiber) {
  for (size_t i = 0; i < rt.storage_blocks; ++i) {
    const StorageBlock& block = rt.storage[i];
    auto* to = reinterpret_cast<std::byte*>(fiber.thread_pointer - block.distance);
    memcpy(to, block.image, block.image_bytes);
    memset(to + block.image_bytes, 0, block.bytes - block.image_bytes);
  }
}

}  // namespace heddle::runtime
