// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace heddle::cli {

// How a compiler wants to be spoken to.
enum class CompilerFamily { gcc, clang };

// What heddle links into programs, and has them include, by their paths.
struct HooksFiles {
  std::string archive;  // libheddle_hooks.a
  std::string no_tsan;  // the folder with what gcc finds in place of libtsan
  std::string include;  // the folder with heddle/heddle.h; empty if there is none
};

// The arguments with which the compiler is to be called so that what it compiles tells heddle of
// its accesses, and what it links can run without heddle; or why that cannot be done.
//
// The user's arguments stay as they are, response files included; heddle's come before them,
// where the user can take them back.  The archive is linked whole, so that its place
// does not matter, and gets there by -Xlinker, which neither "-x c" nor "--" changes the meaning
// of.  heddle/heddle.h is found after all that the user and the system have by that name.
//
// gcc instruments when it generates code, which for link-time optimisation is when it links.
// So it is told -fsanitize=thread in both, which makes it link libtsan, too; it is led to an
// empty one.  clang instruments when it compiles, and its driver is not told at all:
// then it neither links its runtime library nor leaves out that of other sanitizers.
base::Result<std::vector<std::string>> compile_arguments(CompilerFamily family,
                                                         const HooksFiles& files,
                                                         const std::vector<std::string>& arguments);

}  // namespace heddle::cli
