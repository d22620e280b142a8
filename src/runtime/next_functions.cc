// SPDX-License-Identifier: Apache-2.0
#include "runtime/next_functions.h"

#include <cstring>

#include <dlfcn.h>
#include <sys/auxv.h>

namespace heddle::runtime {
namespace {

constexpr ElfW(Versym) kHidden = 0x8000;

uint32_t gnu_hash(const char* name) {
  uint32_t hash = 5381;
  for (; *name != 0; ++name) {
    hash = hash * 33 + static_cast<unsigned char>(*name);
  }
  return hash;
}

// The loader has made these addresses of most files absolute.
template <typename T>
void take(const T*& to, uint64_t base, uint64_t value) {
  to = reinterpret_cast<const T*>(value < base ? base + value : value);
}

bool contains(const dl_phdr_info& info, uint64_t address) {
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info.dlpi_phdr[i];
    if (part.p_type == PT_LOAD && address - (info.dlpi_addr + part.p_vaddr) < part.p_memsz) {
      return true;
    }
  }
  return false;
}

bool is_of_kernel(uint64_t base) { return base == getauxval(AT_SYSINFO_EHDR); }

}  // namespace

NextFunctions::NextFunctions(const void* inside) : inside_(reinterpret_cast<uint64_t>(inside)) {
  dl_iterate_phdr(add, this);
}

int NextFunctions::add(dl_phdr_info* info, size_t /*size*/, void* argument) {
  auto* self = static_cast<NextFunctions*>(argument);
  if (!self->passed_) {
    self->passed_ = contains(*info, self->inside_);
    return 0;
  }
  File file;
  file.base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_DYNAMIC) {
      continue;
    }
    const auto* at = reinterpret_cast<const ElfW(Dyn)*>(file.base + info->dlpi_phdr[i].p_vaddr);
    for (; at->d_tag != DT_NULL; ++at) {
      switch (at->d_tag) {
        case DT_SYMTAB:
          take(file.symbols, file.base, at->d_un.d_ptr);
          break;
        case DT_STRTAB:
          take(file.names, file.base, at->d_un.d_ptr);
          break;
        case DT_VERSYM:
          take(file.versions, file.base, at->d_un.d_ptr);
          break;
        case DT_GNU_HASH:
          take(file.hash, file.base, at->d_un.d_ptr);
          break;
        default:
          break;
      }
    }
  }
  const bool whole = file.symbols != nullptr && file.names != nullptr && file.hash != nullptr;
  if (is_of_kernel(file.base)) {
    return 0;
  }
  if (self->count_ == kMost || !whole) {
    // It may have what is behind it as well.
    self->knows_all_ = false;
    return 1;
  }
  self->files_[self->count_++] = file;
  return 0;
}

// A function that is chosen when it is looked up is left to the loader.  One that is nowhere need
// not be asked for, which would leave an error behind.
void* NextFunctions::find(const char* name) {
  const uint32_t hash = gnu_hash(name);
  bool asks = !knows_all_;
  for (size_t i = 0; i < count_; ++i) {
    File& file = files_[i];
    const ElfW(Sym)* symbol = file.in_order ? file.find(name, hash) : nullptr;
    if (symbol == nullptr) {
      continue;
    }
    if (ELF64_ST_TYPE(symbol->st_info) == STT_GNU_IFUNC) {
      asks = true;
      break;
    }
    void* found = reinterpret_cast<void*>(file.base + symbol->st_value);
    if (file.believed) {
      return found;
    }
    void* said = dlsym(RTLD_NEXT, name);
    file.believed = said == found;
    file.in_order = file.believed;
    return said;
  }
  return asks ? dlsym(RTLD_NEXT, name) : nullptr;
}

// The table: how many buckets there are, the number of the first symbol, and how large a Bloom
// filter is, then that filter, the first symbol of each bucket, and the hashes of the symbols, of
// which the last one of a bucket has its lowest bit set.
const ElfW(Sym) * NextFunctions::File::find(const char* name, uint32_t hash_of_name) const {
  constexpr uint32_t kBits = 8 * sizeof(ElfW(Addr));
  const uint32_t buckets = hash[0];
  const uint32_t first = hash[1];
  const uint32_t words = hash[2];
  const uint32_t shift = hash[3];
  const auto* filter = reinterpret_cast<const ElfW(Addr)*>(hash + 4);
  const auto* starts = reinterpret_cast<const uint32_t*>(filter + words);
  const ElfW(Addr) mask = (ElfW(Addr){1} << (hash_of_name % kBits)) |
                          (ElfW(Addr){1} << ((hash_of_name >> shift) % kBits));
  if (buckets == 0 || (filter[hash_of_name / kBits % words] & mask) != mask) {
    return nullptr;
  }
  const uint32_t start = starts[hash_of_name % buckets];
  for (uint32_t number = start; start >= first; ++number) {
    const uint32_t its = starts[buckets + number - first];
    if ((its | 1) == (hash_of_name | 1) && is_meant(number, name)) {
      return &symbols[number];
    }
    if ((its & 1) != 0) {
      break;
    }
  }
  return nullptr;
}

bool NextFunctions::File::is_meant(uint32_t number, const char* name) const {
  const ElfW(Sym)& symbol = symbols[number];
  const auto type = ELF64_ST_TYPE(symbol.st_info);
  const bool defined = symbol.st_shndx != SHN_UNDEF && symbol.st_value != 0;
  const bool by_default = versions == nullptr || (versions[number] & kHidden) == 0;
  return defined && by_default && (type <= STT_FUNC || type == STT_GNU_IFUNC) &&
         strcmp(names + symbol.st_name, name) == 0;
}

}  // namespace heddle::runtime
