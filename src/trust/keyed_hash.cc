// SPDX-License-Identifier: Apache-2.0
//
// SHA-256 as FIPS 180-4 has it: the message is padded to blocks of 64 bytes; each block is
// expanded to 64 words, which stir eight words of state in 64 rounds; the state after the last
// block is the hash.  docs/decisions/0034 says why it stands here and does not come from a library.
#include "trust/keyed_hash.h"

#include <algorithm>
#include <bit>

namespace heddle::trust {
namespace {

constexpr size_t kBlockBytes = 64;
constexpr size_t kLengthBytes = 8;

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<uint32_t, 64> kRounds = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint32_t word_at(const uint8_t* bytes) {
  return uint32_t{bytes[0]} << 24 | uint32_t{bytes[1]} << 16 | uint32_t{bytes[2]} << 8 | bytes[3];
}

// One message, which may come in several pieces.
class Sha256 {
 public:
  void add(std::string_view bytes) {
    length_ += bytes.size();
    for (const char byte : bytes) {
      add_byte(static_cast<uint8_t>(byte));
    }
  }

  Digest finish() {
    const uint64_t bits = length_ * 8;
    add_byte(0x80);
    while (filled_ != kBlockBytes - kLengthBytes) {
      add_byte(0);
    }
    for (int shift = 56; shift >= 0; shift -= 8) {
      add_byte(static_cast<uint8_t>(bits >> shift));
    }
    Digest digest;
    for (size_t i = 0; i < digest.size(); ++i) {
      digest[i] = static_cast<uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
    }
    return digest;
  }

 private:
  void add_byte(uint8_t byte) {
    block_[filled_++] = byte;
    if (filled_ == kBlockBytes) {
      stir();
      filled_ = 0;
    }
  }

  void stir() {
    std::array<uint32_t, 64> words;
    for (size_t i = 0; i < 16; ++i) {
      words[i] = word_at(block_.data() + 4 * i);
    }
    for (size_t i = 16; i < words.size(); ++i) {
      const uint32_t far = words[i - 15];
      const uint32_t near = words[i - 2];
      words[i] = words[i - 16] + (std::rotr(far, 7) ^ std::rotr(far, 18) ^ (far >> 3)) +
                 words[i - 7] + (std::rotr(near, 17) ^ std::rotr(near, 19) ^ (near >> 10));
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    for (size_t i = 0; i < words.size(); ++i) {
      const uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                             ((e & f) ^ (~e & g)) + kRounds[i] + words[i];
      const uint32_t second =
          (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + first;
      d = c;
      c = b;
      b = a;
      a = first + second;
    }
    const std::array<uint32_t, 8> stirred = {a, b, c, d, e, f, g, h};
    for (size_t i = 0; i < state_.size(); ++i) {
      state_[i] += stirred[i];
    }
  }

  // The first 32 bits of the fractional parts of the square roots of the first 8 primes.
  std::array<uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<uint8_t, kBlockBytes> block_ = {};
  size_t filled_ = 0;
  uint64_t length_ = 0;
};

std::string_view as_text(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

std::string masked(std::string key, char mask) {
  std::ranges::transform(key, key.begin(), [&](char byte) { return char(byte ^ mask); });
  return key;
}

}  // namespace

Digest sha256(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.finish();
}

Digest keyed_hash(std::string_view key, std::string_view message) {
  std::string block =
      key.size() > kBlockBytes ? std::string(as_text(sha256(key))) : std::string(key);
  block.resize(kBlockBytes, '\0');
  Sha256 inner;
  inner.add(masked(block, 0x36));
  inner.add(message);
  Sha256 outer;
  outer.add(masked(block, 0x5c));
  outer.add(as_text(inner.finish()));
  return outer.finish();
}

std::string to_hex(const Digest& digest) {
  std::string text;
  for (const uint8_t byte : digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

}  // namespace heddle::trust
