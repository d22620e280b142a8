// SPDX-License-Identifier: Apache-2.0
#include "supervise/x86_code.h"

#include <algorithm>

namespace heddle::supervise {
namespace {

// What comes after an opcode, in rows of sixteen:
//
//   .  nothing
//   m  an operand byte (ModRM), with what that says
//   B  the same, and an immediate of one byte
//   W  the same, and one of 4 bytes, or 2 with the operand prefix
//   t, T  the same as B and W if the operand byte says that it is a test, else as m
//   b, w  such an immediate alone
//   j  4 bytes
//   2, 3  so many bytes
//   l  as w, but 8 bytes with REX.W
//   a  an address: 8 bytes, 4 with the address prefix
//   ?  it is none in 64-bit code, a prefix, or looked at before
constexpr const char* kFirstMap[16] = {
    "mmmmbw??mmmmbw??", "mmmmbw??mmmmbw??", "mmmmbw??mmmmbw??", "mmmmbw??mmmmbw??",
    "????????????????", "................", "???m????wWbB....", "bbbbbbbbbbbbbbbb",
    "BW?Bmmmmmmmmmmmm", "..........?.....", "aaaa....bw......", "bbbbbbbbllllllll",
    "BB2.??BW3.2..b?.", "mmmm???.mmmmmmmm", "bbbbbbbbjj?b....", "?.??..tT......mm"};

// After 0f.
constexpr const char* kSecondMap[16] = {
    "mmmm?.....?.?m.B", "mmmmmmmmmmmmmmmm", "mmmm????mmmmmmmm", "......?.????????",
    "mmmmmmmmmmmmmmmm", "mmmmmmmmmmmmmmmm", "mmmmmmmmmmmmmmmm", "BBBBmmm.mmmmmmmm",
    "jjjjjjjjjjjjjjjj", "mmmmmmmmmmmmmmmm", "...mBm??...mBmmm", "mmmmmmmmmmBmmmmm",
    "mmBmBBBm........", "mmmmmmmmmmmmmmmm", "mmmmmmmmmmmmmmmm", "mmmmmmmmmmmmmmmm"};

// Those that may have a lock prefix: of the first map also add, or, adc, sbb, and, sub, xor.
constexpr uint8_t kLockable[] = {0x80, 0x81, 0x83, 0x86, 0x87, 0xf6, 0xf7, 0xfe, 0xff};
constexpr uint8_t kLockableInSecond[] = {0xab, 0xb0, 0xb1, 0xb3, 0xba, 0xbb, 0xc0, 0xc1, 0xc7};

char form_in(const char* const map[16], uint8_t opcode) { return map[opcode / 16][opcode % 16]; }

bool is_among(std::span<const uint8_t> opcodes, uint8_t opcode) {
  return std::find(opcodes.begin(), opcodes.end(), opcode) != opcodes.end();
}

bool may_be_locked(uint8_t opcode) {
  return is_among(kLockable, opcode) || (opcode < 0x38 && opcode % 8 < 2);
}

class Decoder {
 public:
  explicit Decoder(std::span<const uint8_t> code) : code_(code) {}

  Instruction decode() {
    take_prefixes();
    const uint8_t first = next();
    if (first == 0xc4 || first == 0xc5) {
      decode_vex(first == 0xc5);
    } else if (first == 0x62) {
      decode_evex();
    } else if (first == 0x0f) {
      decode_escaped();
    } else {
      finish(form_in(kFirstMap, first));
      const bool exchanges = (first == 0x86 || first == 0x87) && in_memory_;
      result_.locked |= exchanges || (lock_ && in_memory_ && may_be_locked(first));
    }
    const bool whole = known_ && at_ <= code_.size() && at_ <= kLongest;
    result_.length = at_;
    return whole ? result_ : Instruction{};
  }

 private:
  static constexpr size_t kLongest = 15;

  uint8_t peek() const { return at_ < code_.size() ? code_[at_] : 0; }
  uint8_t next() {
    const uint8_t byte = peek();
    ++at_;
    return byte;
  }

  void take_prefixes() {
    for (; at_ < kLongest; ++at_) {
      const uint8_t byte = peek();
      const bool segment = byte == 0x26 || byte == 0x2e || byte == 0x36 || byte == 0x3e ||
                           byte == 0x64 || byte == 0x65;
      lock_ |= byte == 0xf0;
      short_operand_ |= byte == 0x66;
      short_address_ |= byte == 0x67;
      if (!segment && byte != 0xf0 && byte != 0xf2 && byte != 0xf3 && byte != 0x66 &&
          byte != 0x67) {
        break;
      }
    }
    if ((peek() & 0xf0) == 0x40) {  // REX
      wide_ = (next() & 8) != 0;
    }
  }

  void decode_escaped() {
    const uint8_t second = next();
    if (second == 0x38) {
      next();
      finish('m');
    } else if (second == 0x3a) {
      next();
      finish('B');
    } else {
      finish(form_in(kSecondMap, second));
      result_.system_call = second == 0x05;
      result_.locked |= lock_ && in_memory_ && is_among(kLockableInSecond, second);
    }
  }

  void finish_in_map(uint8_t map, uint8_t opcode) {
    switch (map) {
      case 1:
        finish(form_in(kSecondMap, opcode));
        return;
      case 2:
      case 5:
      case 6:
        finish('m');
        return;
      case 3:
        finish('B');
        return;
      default:
        known_ = false;
    }
  }

  void decode_vex(bool is_short) {
    const uint8_t second = next();
    if (!is_short) {
      next();
    }
    finish_in_map(is_short ? 1 : second & 0x1f, next());
  }

  void decode_evex() {
    const uint8_t map = next() & 7;
    next();
    next();
    finish_in_map(map, next());
  }

  void finish(char form) {
    const size_t word = short_operand_ && !wide_ ? 2 : 4;
    switch (form) {
      case '.':
        return;
      case 'm':
        take_operand();
        return;
      case 'B':
        take_operand();
        at_ += 1;
        return;
      case 'W':
        take_operand();
        at_ += word;
        return;
      case 't':
        finish(is_test() ? 'B' : 'm');
        return;
      case 'T':
        finish(is_test() ? 'W' : 'm');
        return;
      case 'b':
        at_ += 1;
        return;
      case 'w':
        at_ += word;
        return;
      case 'j':
        at_ += 4;
        return;
      case '2':
        at_ += 2;
        return;
      case '3':
        at_ += 3;
        return;
      case 'l':
        at_ += wide_ ? 8 : word;
        return;
      case 'a':
        at_ += short_address_ ? 4 : 8;
        return;
      default:
        known_ = false;
    }
  }

  [[nodiscard]] bool is_test() const { return (peek() >> 3 & 7) < 2; }

  // ModRM, SIB and displacement.
  void take_operand() {
    const uint8_t modrm = next();
    const uint8_t mod = modrm >> 6;
    const uint8_t rm = modrm & 7;
    in_memory_ = mod != 3;
    if (!in_memory_) {
      return;
    }
    uint8_t base = rm;
    if (rm == 4) {
      base = next() & 7;
    }
    const bool no_base = mod == 0 && base == 5;
    at_ += mod == 1 ? 1 : mod == 2 || no_base ? 4 : 0;
  }

  const std::span<const uint8_t> code_;
  size_t at_ = 0;
  bool lock_ = false;
  bool short_operand_ = false;
  bool short_address_ = false;
  bool wide_ = false;
  bool in_memory_ = false;
  bool known_ = true;
  Instruction result_;
};

}  // namespace

Instruction instruction_at(std::span<const uint8_t> code) { return Decoder(code).decode(); }

bool synchronizes(std::span<const uint8_t> code) {
  while (!code.empty()) {
    const Instruction instruction = instruction_at(code);
    if (instruction.locked || instruction.system_call) {
      return true;
    }
    code = code.subspan(instruction.length == 0 ? 1 : instruction.length);
  }
  return false;
}

}  // namespace heddle::supervise
