// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "cli/saved_search.h"
#include "trace/trace.h"
#include "trust/key.h"

#include <string>
#include <vector>

// Whether a trace or a saved search is the user's own.  It says which program is run, with what;
// whoever wrote it decides that.  docs/explanation/trust.md has the whole.
namespace heddle::cli {

// All that decides what is run: the program, its arguments, directory, environment and input.
[[nodiscard]] trust::Message what_is_run(const trace::Trace& trace);
[[nodiscard]] trust::Message what_is_run(const SearchDescription& description,
                                         const std::string& standard_input);

// Why the hash does not show that it is the user's own: "it carries no keyed hash"; empty if it
// does.
[[nodiscard]] std::string why_not_own(const trust::Message& message, const std::string& hash);

// The command that a trace would run, as for a shell.
[[nodiscard]] std::string command_of(const trace::Trace& trace);
[[nodiscard]] std::string command_of(const SearchDescription& description);

// Words of a command, as for a shell.
[[nodiscard]] std::string quoted_words(const std::vector<std::string>& words);

// Removes the variables that are not taken from somebody else's trace; returns their names.
std::vector<std::string> remove_foreign_code(trace::Trace& trace);

// The sentence that refuses to run something that is not the user's own.
[[nodiscard]] base::Error not_own(const std::string& what, const std::string& why,
                                  const std::string& command);

}  // namespace heddle::cli
