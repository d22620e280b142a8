// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of string_copy_race: two threads may read a string.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: clean
#include "../run_threads.h"

#include <string>

namespace {

std::string text = "a string that is too long to be kept in place";
std::string copy;

std::string other_copy;

void copy_too() { other_copy = text; }

void copy_text() { copy = text; }

}  // namespace

int main() {
  run_both(copy_too, copy_text);
  return copy.size() == text.size() ? 0 : 1;
}
