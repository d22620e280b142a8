// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "base/region.h"

#include <cstddef>
#include <cstdint>

namespace heddle::explore {

// The undo log of the search state.
//
// Search state is changed in place, between executions, in memory that outlives
// the process which changes it.  Whatever is about to change is saved here first,
// so that process may die at any instruction: another one rolls back, and finds
// everything as it was at the last commit.  Several executions may share a commit.
//
// It lies in the arena and tells places by their distance from its start, since
// the arena is mapped elsewhere in each process.
class Journal {
 public:
  static size_t bytes_needed();

  Journal() = default;
  Journal(base::Region& region, void* arena);

  // `value` is about to change.
  template <typename T>
  void save(const T& value) {
    save(&value, sizeof value);
  }
  void save(const void* value, size_t bytes);

  // The same for a value that keeps in its `epoch` when it was saved last.
  template <typename T>
  void save_once(T& value) {
    if (value.epoch != epoch()) [[likely]] {
      save(&value, sizeof value);
      value.epoch = epoch();
    }
  }

  void commit();
  void rollback();

  // A commit should come soon.
  [[nodiscard]] bool nearly_full() const { return words_.size() > words_.capacity() / 2; }

  // Moves with every commit and rollback; never 0.
  [[nodiscard]] uint64_t epoch() const { return *epoch_ + 1; }

 private:
  std::byte* arena_ = nullptr;
  uint64_t* epoch_ = nullptr;
  base::List<uint64_t> words_;  // saved bytes, then a word that says where from
};

}  // namespace heddle::explore
