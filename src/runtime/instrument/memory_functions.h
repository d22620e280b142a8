// SPDX-License-Identifier: Apache-2.0
#pragma once

// memcpy, strlen and their like, as instrumented files call them.
//
// Compilers leave these as calls of libc, whose accesses nobody tells of.  So the functions
// here tell of them, and call libc's.  They are put in place of libc's in the files
// that are instrumented and nowhere else (see redirect.h): no other code is any slower,
// least of all this library's own.
namespace heddle::runtime {

// The function that stands in for libc's of that name; null if there is none.
[[nodiscard]] void* memory_function(const char* name);

}  // namespace heddle::runtime
