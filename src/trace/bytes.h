// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

// Arbitrary bytes in a JSON document, which holds UTF-8 only.
namespace heddle::trace {

// Whether JSON can hold the bytes as they are: well-formed UTF-8 (RFC 3629),
// so neither surrogates nor overlong forms.
[[nodiscard]] bool is_utf8(std::string_view bytes);

// A string that stays one, and can be read: each byte that is not part of well-formed UTF-8 becomes
// \xNN, of two hexadecimal digits in small letters, and so does a backslash that would else begin
// such an escape (as \x5c).  from_text() gives back the bytes.
[[nodiscard]] std::string to_text(std::string_view bytes);
[[nodiscard]] std::string from_text(std::string_view text);

// RFC 4648, with padding.
[[nodiscard]] std::string to_base64(std::string_view bytes);
[[nodiscard]] std::optional<std::string> from_base64(std::string_view text);

}  // namespace heddle::trace
