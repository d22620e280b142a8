// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

// Names of functions and variables as a person would say them.
namespace heddle::supervise {

// The short form of a linker symbol, C's or C++'s: the qualified name without
// parameters, return type and qualifiers.
//
//   _Z8transferii                      transfer
//   _ZZ4mainENKUlvE_clEv               main::{lambda#1}::operator()
//   _ZNSt10lock_guardISt5mutexED2Ev    std::lock_guard<std::mutex>::~lock_guard
//
// Template arguments longer than a few words become "...", unnamed and inline
// namespaces are left out, and so is what compilers append (".part.0").  Clang does
// not number lambdas in their order, so there they are all "{lambda}".
[[nodiscard]] std::string short_name(const std::string& symbol);

// The same for a name that is demangled already.
[[nodiscard]] std::string shorten(std::string_view demangled);

}  // namespace heddle::supervise
