// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/ids.h"
#include "runtime/loaded_files.h"

#include <cstddef>
#include <cstdint>

#include <link.h>

// Files of the program that were not compiled with `heddle cc`, and which threads run in them.
//
// What threads share in the memory of such a file is not seen.  The report names those files in
// which more than one thread was met: where a thread begins, where it does a step that is a call,
// where it makes a call with an effect, and where another file of the program calls a function of
// this one by its name.
namespace heddle::runtime {

class ForeignFiles {
 public:
  // All files that are loaded, apart from those that are instrumented and the system's own (libc,
  // libstdc++ and the like); calls between the program's files are watched from now on.
  void look_at_loaded();

  // What was told of them in earlier executions, which need not be told again.
  void learn();

  // Whether there are any of which nothing is known.
  [[nodiscard]] bool are_any_unknown() const { return unknown_ != 0; }

  // The current thread runs there.
  void met(const void* address);

 private:
  static constexpr size_t kMost = 128;

  struct File {
    AddressRange range;
    char name[192] = {};
    uint32_t generation = 0;  // the execution in which `thread` was met
    event::ThreadId thread = event::kNoThread;
    bool told = false;
  };

  static int add(dl_phdr_info* info, size_t size, void* argument);
  static void* watch_call(void* function);

  File* file_at(uint64_t address);

  File files_[kMost];
  size_t count_ = 0;
  size_t unknown_ = 0;
  size_t learned_ = 0;  // of those in the arena
  size_t last_ = 0;     // where an address was found
};

}  // namespace heddle::runtime
