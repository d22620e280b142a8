// SPDX-License-Identifier: Apache-2.0
#include "supervise/build_id.h"

#include "base/hash.h"

#include <cerrno>
#include <cstring>
#include <string_view>

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle::supervise {
namespace {

std::string id_in_notes(int descriptor) {
  elf_version(EV_CURRENT);
  Elf* elf = elf_begin(descriptor, ELF_C_READ_MMAP, nullptr);
  const void* bytes = nullptr;
  const ssize_t length = elf != nullptr ? dwelf_elf_gnu_build_id(elf, &bytes) : 0;
  std::string id;
  for (ssize_t i = 0; i < length; ++i) {
    id += fmt::format("{:02x}", static_cast<const unsigned char*>(bytes)[i]);
  }
  elf_end(elf);
  return id;
}

// Empty if the file cannot be read; errno says why.
std::string hash_of_content(int descriptor, size_t size) {
  void* mapped = size == 0 ? nullptr : mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (mapped == MAP_FAILED) {
    return {};
  }
  const uint64_t hash = base::hash_bytes({static_cast<const char*>(mapped), size});
  if (mapped != nullptr) {
    munmap(mapped, size);
  }
  return fmt::format("content-{:016x}", hash);
}

}  // namespace

base::Result<std::string> build_id(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (descriptor < 0 || fstat(descriptor, &status) != 0) {
    return base::Error{fmt::format("cannot open {}: {}", path, std::strerror(errno))};
  }
  if (!S_ISREG(status.st_mode)) {
    close(descriptor);
    return base::Error{fmt::format("{} is not a file", path)};
  }
  std::string id = id_in_notes(descriptor);
  if (id.empty()) {
    id = hash_of_content(descriptor, static_cast<size_t>(status.st_size));
  }
  const int reason = errno;
  close(descriptor);
  if (id.empty()) {
    return base::Error{fmt::format("cannot read {}: {}", path, std::strerror(reason))};
  }
  return id;
}

}  // namespace heddle::supervise
