// SPDX-License-Identifier: Apache-2.0
#include "supervise/x86_code.h"

#include <vector>

#include <gtest/gtest.h>

namespace heddle::supervise {
namespace {

using Code = std::vector<uint8_t>;

struct Row {
  const char* text;
  Code code;
  bool locked = false;
};

// As objdump has them.
TEST(X86Code, KnowsHowLongInstructionsAre) {
  const Row rows[] = {
      {"ret", {0xc3}},
      {"push %rbp", {0x55}},
      {"mov %rsp,%rbp", {0x48, 0x89, 0xe5}},
      {"mov $1,%eax", {0xb8, 1, 0, 0, 0}},
      {"movabs $1,%rax", {0x48, 0xb8, 1, 0, 0, 0, 0, 0, 0, 0}},
      {"mov $1,%ax", {0x66, 0xb8, 1, 0}},
      {"mov 0x10(%rip),%rax", {0x48, 0x8b, 0x05, 0x10, 0, 0, 0}},
      {"mov 0x8(%rsp),%rax", {0x48, 0x8b, 0x44, 0x24, 8}},
      {"mov %fs:0x28,%rax", {0x64, 0x48, 0x8b, 0x04, 0x25, 0x28, 0, 0, 0}},
      {"test $1,%al", {0xa8, 1}},
      {"testb $1,(%rdi)", {0xf6, 0x07, 1}},
      {"notb (%rdi)", {0xf6, 0x17}},
      {"test $1,%edi", {0xf7, 0xc7, 1, 0, 0, 0}},
      {"addw $1,(%rdi)", {0x66, 0x81, 0x07, 1, 0}},
      {"call", {0xe8, 1, 2, 3, 4}},
      {"data16 call", {0x66, 0xe8, 1, 2, 3, 4}},
      {"jne near", {0x0f, 0x85, 1, 2, 3, 4}},
      {"jne", {0x75, 1}},
      {"endbr64", {0xf3, 0x0f, 0x1e, 0xfa}},
      {"nopw 0x0(%rax,%rax,1)", {0x66, 0x0f, 0x1f, 0x44, 0, 0}},
      {"pshufd $1,%xmm0,%xmm1", {0x66, 0x0f, 0x70, 0xc8, 1}},
      {"pshufb %xmm0,%xmm1", {0x66, 0x0f, 0x38, 0x00, 0xc8}},
      {"palignr $1,%xmm0,%xmm1", {0x66, 0x0f, 0x3a, 0x0f, 0xc8, 1}},
      {"vzeroupper", {0xc5, 0xf8, 0x77}},
      {"vpxor %ymm1,%ymm2,%ymm3", {0xc5, 0xed, 0xef, 0xd9}},
      {"vpshufb %ymm1,%ymm2,%ymm3", {0xc4, 0xe2, 0x6d, 0x00, 0xd9}},
      {"vpalignr $1,%ymm1,%ymm2,%ymm3", {0xc4, 0xe3, 0x6d, 0x0f, 0xd9, 1}},
      {"vmovdqu64 0x40(%rsi),%zmm0", {0x62, 0xf1, 0xfe, 0x48, 0x6f, 0x46, 1}},
      {"enter $16,$0", {0xc8, 16, 0, 0}},
      {"mfence", {0x0f, 0xae, 0xf0}},
  };
  for (const Row& row : rows) {
    Code code = row.code;
    code.insert(code.end(), 16, 0xf0);
    const Instruction instruction = instruction_at(code);
    EXPECT_EQ(instruction.length, row.code.size()) << row.text;
    EXPECT_FALSE(instruction.locked) << row.text;
    EXPECT_FALSE(instruction.system_call) << row.text;
  }
}

TEST(X86Code, KnowsByWhatThreadsSynchronize) {
  const Row rows[] = {
      {"lock cmpxchg %edx,(%rdi)", {0xf0, 0x0f, 0xb1, 0x17}, true},
      {"lock cmpxchg16b (%rdi)", {0xf0, 0x48, 0x0f, 0xc7, 0x0f}, true},
      {"lock xadd %rax,0x8(%rdi)", {0xf0, 0x48, 0x0f, 0xc1, 0x47, 8}, true},
      {"lock addl $1,(%rdi)", {0xf0, 0x83, 0x07, 1}, true},
      {"lock orq $0,(%rsp)", {0xf0, 0x48, 0x83, 0x0c, 0x24, 0}, true},
      {"lock bts $0,(%rdi)", {0xf0, 0x0f, 0xba, 0x2f, 0}, true},
      {"xchg %eax,(%rdi)", {0x87, 0x07}, true},
      {"xchg %al,0x10(%rip)", {0x86, 0x05, 0x10, 0, 0, 0}, true},
      {"xchg %ax,%ax", {0x66, 0x90}},
      {"xchg %ebx,%ecx", {0x87, 0xd9}},
      {"cmpxchg %edx,(%rdi)", {0x0f, 0xb1, 0x17}},
      {"lock mov, which there is not", {0xf0, 0x89, 0x07}},
  };
  for (const Row& row : rows) {
    const Instruction instruction = instruction_at(row.code);
    EXPECT_EQ(instruction.length, row.code.size()) << row.text;
    EXPECT_EQ(instruction.locked, row.locked) << row.text;
  }
  EXPECT_TRUE(instruction_at(Code{0x0f, 0x05}).system_call);
}

TEST(X86Code, WhatIsCutOffOrUnknownIsNoInstruction) {
  EXPECT_EQ(instruction_at(Code{0xe8, 1, 2}).length, 0U);
  EXPECT_EQ(instruction_at(Code{0x06}).length, 0U);
  EXPECT_EQ(instruction_at(Code(20, 0x66)).length, 0U);
  EXPECT_EQ(instruction_at({}).length, 0U);
}

// mov $0x0107b10f,%eax is not `lock cmpxchg`, whatever its bytes look like.
TEST(X86Code, LooksAtInstructionsAndNotAtBytes) {
  EXPECT_FALSE(synchronizes(Code{0xb8, 0xf0, 0x0f, 0xb1, 0x07, 0xc3}));
  EXPECT_TRUE(synchronizes(Code{0xb8, 1, 0, 0, 0, 0xf0, 0x0f, 0xb1, 0x07, 0xc3}));
  EXPECT_FALSE(synchronizes({}));
}

}  // namespace
}  // namespace heddle::supervise
