// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::trust {

// What a keyed hash is over: texts and lists of texts, so that no two sequences of them are the
// same bytes.
class Message {
 public:
  explicit Message(std::string_view about) { add(about); }

  void add(std::string_view text);
  void add(const std::vector<std::string>& texts);

  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  void add_length(uint64_t length);

  std::string bytes_;
};

// The user's own secret: what carries a hash made with it was written by this user's heddle.
class Key {
 public:
  explicit Key(std::string secret) : secret_(std::move(secret)) {}

  // In hex.
  [[nodiscard]] std::string hash(const Message& message) const;
  [[nodiscard]] bool verifies(const Message& message, std::string_view hash) const;

 private:
  std::string secret_;
};

// The key in the user's state directory: $XDG_STATE_HOME/heddle/key, or
// ~/.local/state/heddle/key.  It is believed only if nobody else can have written or read it: it
// is a plain file, no symbolic link, of this user, for this user alone, and of the right size.
base::Result<Key> find_key();

// The same; makes one where there is none.
base::Result<Key> find_or_make_key();

}  // namespace heddle::trust
