// SPDX-License-Identifier: Apache-2.0
//
// A copy that owns what the original owns: one thread frees it twice, in every schedule.
//
// RUN: heddle run --preemptions 0 %t
// EXPECT: double_free preemptions=0
#include <vector>

namespace {

struct Image {
  explicit Image(int size) : pixels(new int[static_cast<unsigned>(size)]()) {}
  Image(const Image&) = default;
  Image& operator=(const Image&) = default;
  ~Image() { delete[] pixels; }
  int* pixels;
};

}  // namespace

int main() {
  const Image image(1000);
  std::vector<Image> images;
  images.push_back(image);
  return 0;
}
