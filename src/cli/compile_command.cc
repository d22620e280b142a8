// SPDX-License-Identifier: Apache-2.0
#include "cli/compile_command.h"

#include "base/result.h"
#include "cli/command_words.h"
#include "cli/compile_arguments.h"
#include "cli/output.h"
#include "supervise/program.h"
#include "supervise/tools.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include <unistd.h>

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;
using base::Error;
using base::Result;
using Words = std::vector<std::string>;

// A compiler to be called, maybe through others: `ccache gcc -m64`.
struct Compiler {
  std::string path;  // of the first word
  Words command;     // up to the compiler's name
  Words arguments;   // that always come first
};

const char* variable_of(Language language) {
  return language == Language::c ? "HEDDLE_CC" : "HEDDLE_CXX";
}

std::string path_of(const std::string& name) {
  return name.find('/') == std::string::npos ? supervise::find_in_path(name) : name;
}

bool is_heddle(const std::string& path) {
  std::error_code error;
  return fs::equivalent(path, "/proc/self/exe", error);
}

Result<Compiler> named_compiler(Language language, const Words& words) {
  Compiler compiler;
  for (const std::string& word : words) {
    const bool is_argument = !compiler.arguments.empty() || word.starts_with('-');
    (is_argument ? compiler.arguments : compiler.command).push_back(word);
  }
  const std::string variable = variable_of(language);
  if (compiler.command.empty()) {
    return Error{variable + " should begin with the name of a compiler"};
  }
  for (const std::string& word : compiler.command) {
    if (is_heddle(path_of(word))) {
      return Error{variable +
                   " names heddle itself; it should name the compiler that heddle is "
                   "to call"};
    }
  }
  compiler.path = path_of(compiler.command.front());
  if (compiler.path.empty()) {
    return Error{variable + " names " + compiler.command.front() + ", which is not in PATH"};
  }
  return compiler;
}

Result<Compiler> usual_compiler(Language language) {
  const Words names =
      language == Language::c ? Words{"gcc", "cc", "clang"} : Words{"g++", "c++", "clang++"};
  for (const std::string& name : names) {
    const std::string path = supervise::find_in_path(name);
    if (!path.empty() && !is_heddle(path)) {
      return Compiler{path, {name}, {}};
    }
  }
  return Error{std::string("there is no ") + (language == Language::c ? "C" : "C++") +
               " compiler in PATH; install gcc or clang, or name one in " + variable_of(language)};
}

Result<Compiler> find_compiler(Language language) {
  const char* value = getenv(variable_of(language));
  const Words words = words_of(value == nullptr ? "" : value);
  return words.empty() ? usual_compiler(language) : named_compiler(language, words);
}

std::optional<CompilerFamily> family_by_name(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  if (name.find("clang") != std::string::npos) {
    return CompilerFamily::clang;
  }
  if (name.find("gcc") != std::string::npos || name.find("g++") != std::string::npos) {
    return CompilerFamily::gcc;
  }
  return std::nullopt;
}

// By its name, or by what its name is a link to (cc is one), or by asking it.
CompilerFamily family_of(const Compiler& compiler) {
  const std::string& name = compiler.command.back();
  if (const auto family = family_by_name(name)) {
    return *family;
  }
  std::error_code error;
  if (const auto family = family_by_name(fs::canonical(path_of(name), error).string())) {
    return *family;
  }
  const auto tool = supervise::find_compiler(name);
  const bool is_clang = tool && (tool->version.find("clang") != std::string::npos ||
                                 tool->version.find("LLVM") != std::string::npos);
  return is_clang ? CompilerFamily::clang : CompilerFamily::gcc;
}

Result<HooksFiles> hooks_files() {
  const Result<std::string> archive = supervise::own_file("lib/heddle/libheddle_hooks.a");
  const Result<std::string> no_tsan = supervise::own_file("lib/heddle/gcc");
  if (!archive.ok()) {
    return archive.error();
  }
  if (!no_tsan.ok()) {
    return no_tsan.error();
  }
  const Result<std::string> include = supervise::own_file("include");
  return HooksFiles{archive.value(), no_tsan.value(), include.ok() ? include.value() : ""};
}

int become(const std::string& path, Words words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  execv(path.c_str(), pointers.data());
  return complain("cannot run " + path + ": " + strerror(errno));
}

}  // namespace

std::optional<Language> compiler_called_for(Words& arguments) {
  if (arguments.empty()) {
    return std::nullopt;
  }
  const std::string own_name = fs::path(arguments.front()).filename().string();
  if (own_name == "heddle-cc" || own_name == "heddle-c++") {
    arguments.erase(arguments.begin());
    return own_name == "heddle-cc" ? Language::c : Language::cxx;
  }
  if (arguments.size() > 1 && (arguments[1] == "cc" || arguments[1] == "c++")) {
    const Language language = arguments[1] == "cc" ? Language::c : Language::cxx;
    arguments.erase(arguments.begin(), arguments.begin() + 2);
    return language;
  }
  return std::nullopt;
}

int compile_command(Language language, const Words& arguments) {
  const Result<Compiler> compiler = find_compiler(language);
  if (!compiler.ok()) {
    return complain(compiler.error().sentence);
  }
  const Result<HooksFiles> files = hooks_files();
  if (!files.ok()) {
    return complain(files.error().sentence);
  }
  Words all = compiler.value().arguments;
  all.insert(all.end(), arguments.begin(), arguments.end());
  Result<Words> changed = compile_arguments(family_of(compiler.value()), files.value(), all);
  if (!changed.ok()) {
    return complain(changed.error().sentence);
  }
  Words words = compiler.value().command;
  words.insert(words.end(), changed.value().begin(), changed.value().end());
  return become(compiler.value().path, std::move(words));
}

}  // namespace heddle::cli
