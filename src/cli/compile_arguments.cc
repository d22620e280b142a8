// SPDX-License-Identifier: Apache-2.0
#include "cli/compile_arguments.h"

#include "cli/command_words.h"
#include "cli/compile_request.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace heddle::cli {
namespace {

using Words = std::vector<std::string>;

// They too want to know of every access, and bring a runtime library that replaces the same
// functions.
constexpr std::string_view kIncompatible[] = {"address",          "hwaddress",      "leak",
                                              "memory",           "kernel-address", "kernel-memory",
                                              "kernel-hwaddress", "dataflow"};

std::optional<std::string> why_not(const CompileRequest& request) {
  for (const std::string& name : request.sanitizers) {
    if (std::find(std::begin(kIncompatible), std::end(kIncompatible), name) !=
        std::end(kIncompatible)) {
      return "-fsanitize=" + name +
             " cannot be combined with heddle cc, which instruments the same accesses; "
             "build without it";
    }
  }
  if (request.width_option) {
    return *request.width_option + " cannot be used: heddle runs 64-bit programs only";
  }
  if (request.static_option && request.links() && !request.is_shared && !request.is_relocatable) {
    return *request.static_option +
           " cannot be used: heddle cannot run a fully static executable, because no library "
           "can be loaded into it; link it dynamically (-static-libgcc and -static-libstdc++ are "
           "fine)";
  }
  return std::nullopt;
}

void append(Words& words, std::initializer_list<std::string> more) {
  words.insert(words.end(), more);
}

Words for_gcc(const CompileRequest& request, const HooksFiles& files) {
  Words words = {"-fsanitize=thread", "--param", "tsan-distinguish-volatile=1",
                 "-Wno-tsan"};  // on every fence, otherwise, and -Werror makes errors of it
  // Where their size is known, gcc has instructions in place of these calls, and tells
  // nobody what they access.  Not of those that C counts among constants, as strlen.
  for (const char* name : {"memcpy", "memmove", "mempcpy", "memset", "bzero", "memcmp", "bcmp",
                           "strcpy", "stpcpy", "strncpy", "strcat", "strncat"}) {
    words.push_back(std::string("-fno-builtin-") + name);
  }
  if (request.links()) {
    // -L comes before the user's own; -B is where start-up files are looked for.
    append(words, {"-L" + files.no_tsan, "-B" + files.no_tsan + "/"});
  }
  return words;
}

Words for_clang(const CompileRequest& request) {
  // A word that is not used would be warned of.
  if (!request.has_sources || request.wants_thread == false) {
    return {};
  }
  Words words = {"-Xclang", "-fsanitize=thread"};
  // Of `x = x + 1` clang tells only the write otherwise; another thread may come in between.
  for (const char* option :
       {"-tsan-distinguish-volatile=1", "-tsan-instrument-read-before-write=1"}) {
    append(words, {"-Xclang", "-mllvm", "-Xclang", option});
  }
  // The driver drops these when it knows of no sanitizer.
  for (const std::string& file : request.ignore_lists) {
    append(words, {"-Xclang", "-fsanitize-ignorelist=" + file});
  }
  return words;
}

}  // namespace

base::Result<Words> compile_arguments(CompilerFamily family, const HooksFiles& files,
                                      const Words& arguments) {
  const CompileRequest request = read_compile_request(with_response_files_read(arguments));
  // --version, -print-file-name=…, -dumpmachine: a question, to be answered as it is.
  if (!request.has_inputs) {
    return arguments;
  }
  if (const std::optional<std::string> reason = why_not(request)) {
    return base::Error{*reason};
  }
  Words words = family == CompilerFamily::gcc ? for_gcc(request, files) : for_clang(request);
  if (request.has_sources && !files.include.empty()) {
    append(words, {"-idirafter", files.include});
  }
  if (request.links() && !request.is_relocatable) {
    append(words, {"-Xlinker", "--whole-archive", "-Xlinker", files.archive, "-Xlinker",
                   "--no-whole-archive"});
  }
  words.insert(words.end(), arguments.begin(), arguments.end());
  if (family == CompilerFamily::clang && request.wants_thread == true) {
    words.insert(std::find(words.begin(), words.end(), "--"), "-fno-sanitize=thread");
  }
  return words;
}

}  // namespace heddle::cli
