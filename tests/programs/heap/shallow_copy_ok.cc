// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of shallow_copy_double_free: a copy has pixels of its own.
//
// RUN: heddle run %t
// EXPECT: clean
#include <vector>

namespace {

struct Image {
  explicit Image(int size) : pixels(static_cast<unsigned>(size)) {}
  std::vector<int> pixels;
};

}  // namespace

int main() {
  const Image image(1000);
  std::vector<Image> images;
  images.push_back(image);
  return 0;
}
