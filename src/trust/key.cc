// SPDX-License-Identifier: Apache-2.0
#include "trust/key.h"

#include "trust/keyed_hash.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <pwd.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle::trust {
namespace {

using base::Error;
using base::Result;

constexpr char kName[] = "key";
constexpr size_t kSecretBytes = 32;
constexpr mode_t kOthers = S_IRWXG | S_IRWXO;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) {
      close(number_);
    }
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }

 private:
  const int number_;
};

std::string reason() { return strerror(errno); }

std::string absolute_variable(const char* name) {
  const char* value = getenv(name);
  return value != nullptr && *value == '/' ? value : "";
}

std::string home() {
  std::string folder = absolute_variable("HOME");
  if (!folder.empty()) {
    return folder;
  }
  const passwd* user = getpwuid(geteuid());
  return user != nullptr && user->pw_dir != nullptr && *user->pw_dir == '/' ? user->pw_dir : "";
}

bool is_directory(const std::string& path) {
  struct stat status = {};
  return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

// Empty if there is none.  A home that does not exist is not made: it is often meant not to.
std::string state_directory() {
  std::string folder = absolute_variable("XDG_STATE_HOME");
  if (folder.empty()) {
    folder = home();
    folder = is_directory(folder) ? folder + "/.local/state" : "";
  }
  return folder.empty() ? "" : folder + "/heddle";
}

void make_directories(const std::string& path) {
  for (size_t slash = path.find('/', 1); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    mkdir(path.substr(0, slash).c_str(), S_IRWXU);
  }
  mkdir(path.c_str(), S_IRWXU);
}

// Why nobody but this user can have a hand in it; empty if so.
std::string why_not_private(const struct stat& status, mode_t forbidden) {
  if (status.st_uid != geteuid()) {
    return "belongs to another user";
  }
  return (status.st_mode & forbidden) != 0 ? "is open to other users" : "";
}

Result<std::string> read_secret(int directory, const std::string& path) {
  // Not to wait for a writer, should it be a pipe.
  const Descriptor file(
      openat(directory, kName, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  if (!file.is_open()) {
    return Error{errno == ELOOP ? path + " is a symbolic link"
                                : "cannot open " + path + ": " + reason()};
  }
  struct stat status = {};
  if (fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return Error{path + " is not a file"};
  }
  if (const std::string wrong = why_not_private(status, kOthers); !wrong.empty()) {
    return Error{path + " " + wrong};
  }
  std::string secret(kSecretBytes + 1, '\0');
  const ssize_t got = read(file.number(), secret.data(), secret.size());
  if (got != static_cast<ssize_t>(kSecretBytes)) {
    return Error{path + " is not a key of heddle's"};
  }
  secret.resize(kSecretBytes);
  return secret;
}

bool write_whole(int file, const std::string& bytes) {
  return write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()) &&
         fsync(file) == 0;
}

// Under a name of its own first: whoever sees the key sees all of it, and of two that make one at
// the same time one is taken by both.
std::string why_not_made(int directory, const std::string& path) {
  std::string secret(kSecretBytes, '\0');
  if (getrandom(secret.data(), secret.size(), 0) != static_cast<ssize_t>(kSecretBytes)) {
    return "no random numbers can be had: " + reason();
  }
  const std::string part = std::string(kName) + "." + std::to_string(getpid());
  unlinkat(directory, part.c_str(), 0);
  const Descriptor file(openat(directory, part.c_str(),
                               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                               S_IRUSR | S_IWUSR));
  if (!file.is_open()) {
    return "cannot make " + path + ": " + reason();
  }
  const bool made = write_whole(file.number(), secret) &&
                    (linkat(directory, part.c_str(), directory, kName, 0) == 0 || errno == EEXIST);
  const std::string why = made ? "" : "cannot make " + path + ": " + reason();
  unlinkat(directory, part.c_str(), 0);
  return why;
}

Result<Key> key_in(const std::string& folder, bool make) {
  if (folder.empty()) {
    return Error{"there is no home directory to keep a key in"};
  }
  if (make) {
    make_directories(folder);
  }
  const Descriptor directory(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!directory.is_open()) {
    return Error{"cannot open " + folder + ": " + reason()};
  }
  struct stat status = {};
  fstat(directory.number(), &status);
  // That others see that there is a key does no harm.
  if (const std::string wrong = why_not_private(status, S_IWGRP | S_IWOTH); !wrong.empty()) {
    return Error{folder + " " + wrong};
  }
  const std::string path = folder + "/" + kName;
  if (make && faccessat(directory.number(), kName, F_OK, AT_SYMLINK_NOFOLLOW) != 0) {
    if (const std::string why = why_not_made(directory.number(), path); !why.empty()) {
      return Error{why};
    }
  }
  Result<std::string> secret = read_secret(directory.number(), path);
  return secret.ok() ? Result<Key>(Key(std::move(secret.value()))) : Result<Key>(secret.error());
}

}  // namespace

void Message::add_length(uint64_t length) {
  for (int shift = 0; shift < 64; shift += 8) {
    bytes_ += static_cast<char>(length >> shift);
  }
}

void Message::add(std::string_view text) {
  add_length(text.size());
  bytes_ += text;
}

void Message::add(const std::vector<std::string>& texts) {
  add_length(texts.size());
  for (const std::string& text : texts) {
    add(text);
  }
}

std::string Key::hash(const Message& message) const {
  return to_hex(keyed_hash(secret_, message.bytes()));
}

// All of it is compared, whatever differs.
bool Key::verifies(const Message& message, std::string_view hash) const {
  const std::string right = this->hash(message);
  unsigned differences = right.size() == hash.size() ? 0 : 1;
  for (size_t i = 0; i < right.size() && i < hash.size(); ++i) {
    differences |= static_cast<unsigned char>(right[i] ^ hash[i]);
  }
  return differences == 0;
}

Result<Key> find_key() { return key_in(state_directory(), false); }

Result<Key> find_or_make_key() { return key_in(state_directory(), true); }

}  // namespace heddle::trust
