// SPDX-License-Identifier: Apache-2.0
//
// A std::string is copied while a character of it is changed.
//
// BUILD: heddle
// RUN: heddle run %t
// EXPECT: race preemptions=0
#include "../run_threads.h"

#include <string>

namespace {

std::string text = "a string that is too long to be kept in place";
std::string copy;

void change() { text[20] = 'X'; }

void copy_text() { copy = text; }

}  // namespace

int main() {
  run_both(change, copy_text);
  return copy.size() == text.size() ? 0 : 1;
}
