// SPDX-License-Identifier: Apache-2.0
#include "trace/header.h"

#include "trace/format.h"

#include <charconv>

#include <fmt/format.h>

namespace heddle::trace {
namespace {

bool take_number(std::string_view& text, uint64_t& number, int base, char end) {
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  const auto used = static_cast<size_t>(rest - text.data());
  if (error != std::errc() || used == text.size() || text[used] != end) {
    return false;
  }
  text.remove_prefix(used + 1);
  return true;
}

}  // namespace

base::Error bad_input(std::string_view name, std::string_view what) {
  return {fmt::format("{} {}", name, what)};
}

base::Result<Header> take_header(std::string_view& bytes, std::string_view name) {
  if (bytes.empty()) {
    return bad_input(name, "is empty, so it is not a heddle trace");
  }
  if (!bytes.starts_with(kMagic)) {
    return kMagic.starts_with(bytes) ? bad_input(name, "is cut short: its first line has no end")
                                     : bad_input(name, "is not a heddle trace");
  }
  const bool whole_line = bytes.find('\n') != std::string_view::npos;
  Header header;
  bytes.remove_prefix(kMagic.size());
  // Of a newer version only the first two words are known.
  if (take_number(bytes, header.version, 10, ' ') && header.version > kTraceVersion) {
    return bad_input(name, fmt::format("was written by a newer heddle (trace version {}; this one "
                                       "reads {} to {})",
                                       header.version, kOldestTraceVersion, kTraceVersion));
  }
  if (header.version >= kOldestTraceVersion && take_number(bytes, header.length, 10, ' ') &&
      take_number(bytes, header.checksum, 16, '\n')) {
    return header;
  }
  return whole_line ? bad_input(name, "is not a heddle trace: its first line is damaged")
                    : bad_input(name, "is cut short: its first line has no end");
}

}  // namespace heddle::trace
