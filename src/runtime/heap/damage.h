// SPDX-License-Identifier: Apache-2.0
#pragma once

// The program has written to where it should not, or frees what it should not where
// nobody could report it.  Libc would abort, and so do we: in a thread under control that
// is a finding.
namespace heddle::runtime {

[[noreturn, gnu::noinline, gnu::cold]] void give_up(const char* text);
[[noreturn]] void heap_is_damaged();

}  // namespace heddle::runtime
