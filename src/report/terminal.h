// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Text for a terminal or a log: how wide it is, and how it is made to fit.
namespace heddle::report {

// How a report for people is laid out.
struct Style {
  int columns = 80;
  bool colour = false;  // ANSI SGR; says nothing that the words do not say as well
  bool all = false;     // every step and every frame, however many there are; of a loop one round
  bool every_round = false;
};

// What a stretch of text is, for colouring.
enum class Ink { plain, heading, failure, good, preemption, place };

[[nodiscard]] std::string paint(std::string text, Ink ink, const Style& style);

// Names come from the program under test: control characters, what would turn the
// direction of writing, and bytes that are no UTF-8 are shown as escapes ("\x1b").
// Text that was escaped before stays as it is.
[[nodiscard]] std::string escape(std::string_view text);

// The same for text of many lines, which stay lines; tabs stay, too.
[[nodiscard]] std::string escape_lines(std::string_view text);

// What paint() has made of lines: its colours go through, all else is escaped.  Nothing that a
// terminal would obey is left, even if somebody forgot to escape a name.
[[nodiscard]] std::string for_terminal(std::string_view text, const Style& style);

// In JSON, what is no control character for the format, but is one for terminals.
[[nodiscard]] std::string escape_in_json(std::string_view json);

// A word of a command, for copying into a shell; what escape() would change is written as $'\x1b'.
[[nodiscard]] std::string quoted(std::string_view argument);

// Columns that the text takes, East Asian wide characters and combining ones
// taken into account.
[[nodiscard]] size_t width(std::string_view text);

// The text with blanks up to that width.
[[nodiscard]] std::string padded(std::string text, size_t columns);

// The text if it fits, or its beginning and end with "..." between.
[[nodiscard]] std::string elided(std::string_view text, size_t columns);

// Lines of at most that width, broken at blanks.  A single word that is too long
// is elided, unless it is a place in a file, which must stay whole.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, size_t columns);

// The same as one text, whose lines after the first begin with `indent` blanks.
[[nodiscard]] std::string paragraph(std::string_view text, const Style& style, size_t indent = 0);

}  // namespace heddle::report
