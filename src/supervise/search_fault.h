// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

// A search is a file that lies in memory.  If there is no room on its disk when a page of it is
// written to for the first time, or if somebody has cut the file short, the system sends SIGBUS.
// The program's processes tell heddle (runtime/crash.cc); heddle itself says so, and ends.
namespace heddle::supervise {

// Where a search lies in heddle's memory, until it is forgotten.
void note_search(const void* begin, size_t bytes);
void forget_search(const void* begin);

// From now on heddle ends with this sentence, and that status, where it cannot write to a search.
void end_at_search_fault(const std::string& sentence, int status);

}  // namespace heddle::supervise
