// SPDX-License-Identifier: Apache-2.0
#include "supervise/short_name.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <utility>

#include <cxxabi.h>

namespace heddle::supervise {
namespace {

constexpr size_t kLongestArguments = 24;

bool in_identifier(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '$';
}

// One pass over a demangled name.  At the top level, a space ends a return type,
// "(...)" are parameters and "<...>" are template arguments.
class Scanner {
 public:
  explicit Scanner(std::string_view name) : rest_(name) {}

  std::string scan() {
    while (!rest_.empty() && take_part()) {
    }
    return std::move(result_);
  }

 private:
  // Returns false where nothing of interest follows.
  bool take_part() {
    if (skip("(anonymous namespace)::") || skip("__cxx11::") || skip("__1::")) {
      return true;
    }
    switch (rest_.front()) {
      case ' ':
        return take_space();
      case '(':
        take_to(')');
        after_parameters_ = true;
        return true;
      case '[':  // an ABI tag
        take_to(']');
        return true;
      case '<':
        take_arguments();
        return true;
      case '{':
        result_ += without_parameters(take_to('}'));
        return true;
      default:
        take_word();
        return true;
    }
  }

  bool take_space() {
    rest_.remove_prefix(1);
    if (rest_.starts_with("[clone")) {
      return false;
    }
    if (after_parameters_) {
      while (skip("const") || skip("volatile") || skip("&") || skip(" ") || skip("noexcept")) {
      }
    } else {
      result_.clear();
    }
    return true;
  }

  void take_arguments() {
    const std::string_view whole = take_to('>');
    const std::string_view inner = whole.substr(1, whole.size() < 2 ? 0 : whole.size() - 2);
    result_ += inner.size() <= kLongestArguments ? "<" + squeezed(inner) + ">" : "<...>";
  }

  void take_word() {
    after_parameters_ = false;
    if (rest_.starts_with("operator") && (rest_.size() == 8 || !in_identifier(rest_[8]))) {
      take_operator();
    } else if (rest_.starts_with("$_")) {
      take_clang_lambda();
    } else {
      const size_t length = word_length();
      result_ += rest_.substr(0, length);
      rest_.remove_prefix(length);
    }
  }

  // The symbol of an operator, which may hold any of the brackets, or the type of
  // a conversion, which may hold spaces.
  void take_operator() {
    size_t length = 8;
    if (rest_.substr(8).starts_with("()")) {
      length += 2;
    } else {
      length = std::min(rest_.find('(', 8), rest_.size());
    }
    const std::string_view name = rest_.substr(0, length);
    // "operator()<int>" has its arguments outside, "operator<< <int>" after a space.
    const size_t arguments = name.find(" <");
    result_ += name.substr(0, arguments);
    rest_.remove_prefix(arguments == std::string_view::npos ? length : arguments + 1);
  }

  // Clang calls lambdas $_0, $_1, ... but not in the order in which they stand in
  // the source, so the number is worth nothing to the reader.
  void take_clang_lambda() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of("0123456789", 2), rest_.size()));
    result_ += "{lambda}";
  }

  size_t word_length() const {
    size_t length = 1;
    while (length < rest_.size() && in_identifier(rest_[length - 1]) &&
           in_identifier(rest_[length])) {
      ++length;
    }
    return length;
  }

  bool skip(std::string_view prefix) {
    const bool there = rest_.starts_with(prefix);
    rest_.remove_prefix(there ? prefix.size() : 0);
    return there;
  }

  // From an opening bracket to the `close` that belongs to it, or to the end.
  std::string_view take_to(char close) {
    const char open = rest_.front();
    size_t depth = 0;
    size_t length = 0;
    do {
      const char letter = rest_[length++];
      const bool arrow = letter == '>' && length > 1 && rest_[length - 2] == '-';
      depth += letter == open ? 1 : 0;
      depth -= letter == close && !arrow ? 1 : 0;
    } while (depth > 0 && length < rest_.size());
    const std::string_view taken = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return taken;
  }

  // "{lambda(int)#1}" as "{lambda#1}".
  static std::string without_parameters(std::string_view braces) {
    const size_t open = braces.find('(');
    const size_t close = braces.rfind(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
      return std::string(braces);
    }
    return std::string(braces.substr(0, open)) + std::string(braces.substr(close + 1));
  }

  // "std::allocator<int> " as "std::allocator<int>".
  static std::string squeezed(std::string_view arguments) {
    std::string result(arguments);
    for (size_t at = 0; (at = result.find("> >", at)) != std::string::npos;) {
      result.erase(at + 1, 1);
    }
    while (!result.empty() && result.back() == ' ') {
      result.pop_back();
    }
    return result;
  }

  std::string_view rest_;
  std::string result_;
  bool after_parameters_ = false;
};

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && name != nullptr ? std::string(name.get()) : std::string();
}

// C's own names: without ".part.0", or the number of a static local, "count.2".
std::string plain(std::string_view symbol) {
  const size_t dot = symbol.find('.', 1);
  if (dot == std::string_view::npos || dot + 1 == symbol.size()) {
    return std::string(symbol);
  }
  const std::string_view tail = symbol.substr(dot + 1);
  const bool appended = std::isdigit(static_cast<unsigned char>(tail.front())) != 0 ||
                        tail.find_last_of("0123456789") == tail.size() - 1 || tail == "cold";
  return std::string(appended ? symbol.substr(0, dot) : symbol);
}

}  // namespace

std::string short_name(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) {
    return plain(symbol);
  }
  const std::string name = demangled(symbol);
  // The once flag of a static local is called as that.
  constexpr std::string_view kGuard = "guard variable for ";
  if (name.starts_with(kGuard)) {
    return shorten(std::string_view(name).substr(kGuard.size()));
  }
  // "vtable for Queue".
  const size_t special = name.find(" for ");
  if (special != std::string::npos && name.find('(') > special) {
    return name.substr(0, special + 5) + shorten(name.substr(special + 5));
  }
  return name.empty() ? plain(symbol) : shorten(name);
}

std::string shorten(std::string_view demangled) {
  std::string name = Scanner(demangled).scan();
  return name.empty() ? std::string(demangled) : name;
}

}  // namespace heddle::supervise
