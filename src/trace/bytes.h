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

// RFC 4648, with padding.
[[nodiscard]] std::string to_base64(std::string_view bytes);
[[nodiscard]] std::optional<std::string> from_base64(std::string_view text);

}  // namespace heddle::trace
