// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace heddle::cli {

// What a command line of gcc or clang asks for, as far as it matters to heddle cc.
struct CompileRequest {
  bool has_inputs = false;        // there is something to do: files, standard input, -l
  bool has_sources = false;       // some of it is C or C++ (or their relatives), to be compiled
  bool has_only_headers = false;  // all of it is: they are precompiled
  bool stops_early = false;       // before linking: -c, -S, -E, -M, …
  bool is_relocatable = false;    // -r: what is linked will be linked again
  bool is_shared = false;
  std::optional<std::string> static_option;  // -static or -static-pie, as it was written
  std::optional<std::string> width_option;   // -m32 or -mx32, unless taken back
  std::optional<bool> wants_thread;          // -fsanitize=thread or -fno-sanitize=thread came last
  std::vector<std::string> sanitizers;       // that are on, other than that

  std::vector<std::string> ignore_lists;  // -fsanitize-ignorelist=…, clang's; the files

  [[nodiscard]] bool links() const { return has_inputs && !stops_early && !has_only_headers; }
};

// The arguments are those after the compiler's name, with response files read.
[[nodiscard]] CompileRequest read_compile_request(const std::vector<std::string>& arguments);

}  // namespace heddle::cli
