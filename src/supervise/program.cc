// SPDX-License-Identifier: Apache-2.0
#include "supervise/program.h"

#include "supervise/build_id.h"
#include "supervise/sanitizers.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <elf.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle::supervise {
namespace {

namespace fs = std::filesystem;
using base::Error;
using base::Result;

std::string as_text(const std::string& path, const std::string& what) { return path + " " + what; }

Result<std::string> locate(const std::string& name) {
  if (name.empty()) {
    return Error{"the program's name is empty"};
  }
  std::string path = name;
  if (name.find('/') == std::string::npos) {
    path = find_in_path(name);
    if (path.empty()) {
      const bool here = access(name.c_str(), F_OK) == 0;
      return Error{here ? name + " is not in PATH; did you mean ./" + name + "?"
                        : name + ": no such program in PATH"};
    }
  }
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0) {
    return Error{path + ": " + strerror(errno)};
  }
  if (S_ISDIR(status.st_mode)) {
    return Error{as_text(path, "is a directory, not a program")};
  }
  if (!S_ISREG(status.st_mode)) {
    return Error{as_text(path, "is not a program file")};
  }
  if (access(path.c_str(), X_OK) != 0) {
    return Error{as_text(path, "is not executable")};
  }
  return path;
}

// Whether the file asks for a dynamic linker: only then is our library loaded.
bool has_interpreter(std::ifstream& file, const Elf64_Ehdr& header) {
  for (size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment = {};
    file.seekg(static_cast<std::streamoff>(header.e_phoff + i * sizeof segment));
    if (!file.read(reinterpret_cast<char*>(&segment), sizeof segment)) {
      return false;
    }
    if (segment.p_type == PT_INTERP) {
      return true;
    }
  }
  return false;
}

std::string why_not_runnable(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return "cannot be read, which heddle needs to look at it";
  }
  Elf64_Ehdr header = {};
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  const bool whole = file.gcount() == static_cast<std::streamsize>(sizeof header);
  if (file.gcount() >= 2 && memcmp(&header, "#!", 2) == 0) {
    return "is a script; heddle runs compiled programs: give it the interpreter's program instead";
  }
  if (!whole || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
    return "is not an ELF executable";
  }
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != EM_X86_64) {
    return "is not an x86-64 program, and heddle runs no others yet";
  }
  if (header.e_type != ET_EXEC && header.e_type != ET_DYN) {
    return "is not an executable (an object file or a core dump?)";
  }
  if (!has_interpreter(file, header)) {
    return "is statically linked (or a library), so heddle cannot stand in for its thread "
           "library; link it dynamically";
  }
  struct stat status = {};
  stat(path.c_str(), &status);
  const bool changes_user = ((status.st_mode & S_ISUID) != 0 && status.st_uid != geteuid()) ||
                            ((status.st_mode & S_ISGID) != 0 && status.st_gid != getegid());
  return changes_user ? "is set-user-id or set-group-id, and such programs load no library of ours"
                      : "";
}

}  // namespace

std::string find_in_path(const std::string& name) {
  const char* path = getenv("PATH");
  std::string rest = path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path;
  while (!rest.empty()) {
    const size_t colon = rest.find(':');
    std::string folder = rest.substr(0, colon);
    rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
    const std::string candidate = (folder.empty() ? "." : folder) + "/" + name;
    struct stat status = {};
    if (stat(candidate.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
        access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
  }
  return "";
}

Result<Program> find_program(const std::vector<std::string>& command_line) {
  if (command_line.empty()) {
    return Error{"no program to run was given"};
  }
  Result<std::string> located = locate(command_line.front());
  if (!located.ok()) {
    return located.error();
  }
  std::string reason = why_not_runnable(located.value());
  if (reason.empty()) {
    reason = why_not_with_sanitizer(located.value());
  }
  if (!reason.empty()) {
    return Error{as_text(located.value(), reason)};
  }
  Result<std::string> id = build_id(located.value());
  if (!id.ok()) {
    return id.error();
  }
  std::error_code ignored;
  Program program;
  program.path = fs::absolute(located.value(), ignored).lexically_normal().string();
  program.arguments = command_line;
  program.directory = fs::current_path(ignored).string();
  program.build_id = id.value();
  program.instrumented = is_instrumented(program.path);
  return program;
}

Result<std::string> own_command() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? Result<std::string>(Error{"cannot find heddle's own program in /proc"})
               : self.string();
}

Result<std::string> own_file(const std::string& name) {
  Result<std::string> self = own_command();
  if (!self.ok()) {
    return self;
  }
  std::error_code error;
  const fs::path file = fs::path(self.value()).parent_path().parent_path() / name;
  if (!fs::exists(file, error)) {
    return Error{"cannot find " + file.string() + ", which belongs to heddle; install it again"};
  }
  return file.string();
}

Result<std::string> runtime_library() { return own_file("lib/heddle/libheddle_rt.so"); }

}  // namespace heddle::supervise
