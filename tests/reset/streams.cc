// SPDX-License-Identifier: Apache-2.0
//
// C++ streams: formats, a character put back, output that is written out only at the end.
//
// OUTPUT: 2
#include "portrait.h"

#include <iomanip>
#include <iostream>

int main(int argc, char** argv) {
  begin(argc, argv);
  EXPECT(std::cout.precision() == 6);
  EXPECT((std::cout.flags() & std::ios::hex) == 0);
  EXPECT(std::cin.good() && std::cout.good());
  EXPECT(std::cin.get() == 'f');
  std::cin.putback('f');
  std::string word;
  std::cin >> word;
  EXPECT(word == "first");
  std::cout << "| " << 255 << '\n' << std::hex << std::setprecision(3);
  run_threads(nullptr);
  std::cout << "| " << 255 << '\n';
  std::cin.setstate(std::ios::failbit);
  try {
    throw std::string("thrown in every execution");
  } catch (const std::string& text) {
    EXPECT(text.size() == 25);
  }
  EXPECT(std::uncaught_exceptions() == 0);
  return 0;
}
