// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

// Hashes that an adversary cannot forge, unlike those of base/hash.h.
namespace heddle::trust {

using Digest = std::array<uint8_t, 32>;

// SHA-256 (FIPS 180-4).
[[nodiscard]] Digest sha256(std::string_view bytes);

// HMAC-SHA256 (RFC 2104): who does not have the key can neither make nor change a message
// that goes with its hash.
[[nodiscard]] Digest keyed_hash(std::string_view key, std::string_view message);

[[nodiscard]] std::string to_hex(const Digest& digest);

}  // namespace heddle::trust
