// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/resource.h"

#include <cstddef>
#include <cstdint>

namespace heddle::primitive {

// Clocks of the threads that used something, by how they did.
struct Times {
  int64_t changed = 0;  // of who changed it last
  int64_t added = 0;    // the latest of those that added to it
  int64_t read = 0;     // and of those that read it

  // Not earlier than the uses that cannot be swapped with this one.
  [[nodiscard]] int64_t after(int64_t time, event::Use use) const {
    const auto later = [](int64_t a, int64_t b) { return a < b ? b : a; };
    time = later(time, changed);
    time = use == event::Use::adds ? time : later(time, added);
    return use == event::Use::reads ? time : later(time, read);
  }

  void leave(int64_t time, event::Use use) {
    int64_t& own = use == event::Use::reads ? read : use == event::Use::adds ? added : changed;
    own = own < time ? time : own;
  }
};

// The same of what steps use besides their objects.  All zeros is one that nobody has used.
class ResourceTimes {
 public:
  // The clock of a thread that uses it; a use of a whole kind is one of all in it.
  int64_t use(const event::Resource& resource, event::Use use, int64_t time);

  void clear();

 private:
  static constexpr size_t kMost = 256;

  struct Named {
    event::Resource resource;
    bool used = false;
    Times times;
  };

  Times& named(const event::Resource& resource);

  Times whole_[event::kResourceKinds] = {};  // uses of whole kinds
  Times any_[event::kResourceKinds] = {};    // of anything in a kind
  Named named_[kMost] = {};
};

}  // namespace heddle::primitive
