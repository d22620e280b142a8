// SPDX-License-Identifier: Apache-2.0
#include "runtime/heap/block.h"

#include <cstring>

#include <gtest/gtest.h>

namespace heddle::runtime {
namespace {

struct alignas(16) Memory {
  std::byte bytes[256] = {};

  Header* at(size_t offset) { return reinterpret_cast<Header*>(bytes + offset); }
};

TEST(Header, OfEmptyMemoryIsNone) {
  Memory memory;
  for (size_t offset = 0; offset < sizeof memory.bytes; offset += 16) {
    EXPECT_EQ(memory.at(offset)->state(), BlockState::none);
  }
}

TEST(Header, KeepsWhatItIsTold) {
  Memory memory;
  Header* front = memory.at(48);
  front->set_live(77, 5, 3, 48);
  EXPECT_EQ(front->state(), BlockState::live);
  EXPECT_EQ(front->bytes(), 77U);
  EXPECT_EQ(front->size(), 5U);
  EXPECT_EQ(front->start(), 3U);
  EXPECT_EQ(front->beginning(), memory.at(0));
  front->resize(70);
  EXPECT_EQ(front->bytes(), 70U);
  EXPECT_EQ(front->beginning(), memory.at(0));
  EXPECT_EQ(Header::in_front_of(front->program_bytes()), front);
}

TEST(Header, LinksWhatIsFreed) {
  Memory memory;
  memory.at(0)->set_freed(BlockState::quarantined, 10, 0, nullptr);
  memory.at(0)->set_next(memory.at(64));
  EXPECT_EQ(memory.at(0)->state(), BlockState::quarantined);
  EXPECT_EQ(memory.at(0)->next(), memory.at(64));
}

// 16 bits of a hash: of 256 ways to change a byte, hardly one goes unseen.
TEST(Header, ThatIsWrittenOverIsNone) {
  Memory memory;
  size_t unseen = 0;
  for (size_t byte = 0; byte < kHeaderBytes; ++byte) {
    for (unsigned change = 1; change < 256; ++change) {
      memory.at(0)->set_live(100, 5, 0, 0);
      memory.bytes[byte] ^= static_cast<std::byte>(change);
      unseen += memory.at(0)->state() != BlockState::none ? 1 : 0;
    }
  }
  EXPECT_LE(unseen, 2U);
}

TEST(Header, ThatIsCopiedElsewhereIsNone) {
  Memory memory;
  memory.at(0)->set_live(100, 5, 0, 0);
  memcpy(memory.at(16), memory.at(0), kHeaderBytes);
  EXPECT_EQ(memory.at(16)->state(), BlockState::none);
}

}  // namespace
}  // namespace heddle::runtime
