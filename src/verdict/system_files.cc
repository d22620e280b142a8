// SPDX-License-Identifier: Apache-2.0
#include "verdict/system_files.h"

#include <algorithm>
#include <initializer_list>

namespace heddle::verdict {
namespace {

bool starts_with_any(std::string_view path, std::initializer_list<std::string_view> prefixes) {
  return std::ranges::any_of(prefixes, [&](auto prefix) { return path.starts_with(prefix); });
}

bool contains_any(std::string_view path, std::initializer_list<std::string_view> parts) {
  return std::ranges::any_of(parts,
                             [&](auto part) { return path.find(part) != std::string_view::npos; });
}

}  // namespace

bool is_heddle_runtime(std::string_view path) {
  return path.substr(path.rfind('/') + 1).starts_with("libheddle_rt.so");
}

bool is_system_source(std::string_view path) {
  return starts_with_any(path, {"/usr/include/", "/usr/lib/", "/usr/share/"}) ||
         path.ends_with("heddle/heddle.h") ||
         contains_any(path, {"/include/c++/", "/lib/gcc/", "/lib/clang/"});
}

bool is_system_module(std::string_view path) {
  return starts_with_any(path, {"/lib/", "/lib32/", "/lib64/", "/usr/lib/", "/usr/lib32/",
                                "/usr/lib64/", "linux-vdso", "[vdso]"}) ||
         is_heddle_runtime(path);
}

}  // namespace heddle::verdict
