// SPDX-License-Identifier: Apache-2.0
#include "model/text.h"
#include "model/words.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

namespace heddle::model {
namespace {

constexpr size_t kMostThreads = 16;
constexpr size_t kMostOps = 1000;
constexpr uint32_t kMostCount = 255;

// Words, numbers and signs of one line.
class Line {
 public:
  explicit Line(std::string_view text) : rest_(text.substr(0, text.find('#'))) { skip_space(); }

  [[nodiscard]] bool at_end() const { return rest_.empty(); }

  // The next word, if it is this one.
  bool takes(std::string_view word) {
    if (next() != word) {
      return false;
    }
    take();
    return true;
  }

  std::string_view take() {
    const std::string_view word = next();
    rest_.remove_prefix(word.size());
    skip_space();
    return word;
  }

  [[nodiscard]] std::string_view next() const {
    const auto in_word = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    const auto* const end = std::find_if_not(rest_.begin(), rest_.end(), in_word);
    const auto length = static_cast<size_t>(end - rest_.begin());
    const bool is_comparison = rest_.starts_with("==") || rest_.starts_with("!=");
    return rest_.substr(0, length != 0 ? length : is_comparison ? 2 : 1);
  }

 private:
  void skip_space() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0) {
      rest_.remove_prefix(1);
    }
  }

  std::string_view rest_;
};

class Parser {
 public:
  base::Result<Program> parse(std::string_view text) {
    for (uint32_t number = 1; !text.empty(); ++number) {
      const size_t end = std::min(text.find('\n'), text.size());
      Line line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
      if (!line.at_end()) {
        read(line);
      }
      if (!line.at_end() && problem_.empty()) {
        expected("the end of the line", line);
      }
      if (!problem_.empty()) {
        return base::Error{"line " + std::to_string(number) + ": " + problem_};
      }
    }
    return program_.threads.empty() ? base::Result<Program>(base::Error{"there is no thread"})
                                    : base::Result<Program>(std::move(program_));
  }

 private:
  void read(Line& line) {
    if (line.takes("object")) {
      read_object(line);
    } else if (line.takes("options")) {
      read_options(line);
    } else if (line.takes("thread")) {
      read_thread(line);
    } else {
      expected("object, options or thread", line);
    }
  }

  void read_object(Line& line) {
    const uint32_t number = this->number(line, kObjectsPerFamily - 1);
    want(":", line);
    do {
      if (line.takes("mutex")) {
        const auto* const type =
            std::find_if(kMutexTypes.begin(), kMutexTypes.end(),
                         [&](primitive::MutexType each) { return word_for(each) == line.next(); });
        if (type == kMutexTypes.end()) {
          expected("normal, recursive or errorcheck", line);
          return;
        }
        line.take();
        program_.mutex_types[number] = *type;
      } else if (line.takes("semaphore")) {
        program_.semaphore_values[number] = static_cast<uint8_t>(this->number(line, kMostCount));
      } else if (line.takes("barrier")) {
        program_.barrier_sizes[number] = static_cast<uint8_t>(this->number(line, kMostCount, 1));
      } else if (line.takes("rwlock")) {
        program_.prefers_writers[number] = line.takes(word_for_preference(true));
        if (!program_.prefers_writers[number]) {
          want(word_for_preference(false), line);
        }
      } else {
        expected("mutex, semaphore, barrier or rwlock", line);
      }
    } while (problem_.empty() && line.takes(","));
  }

  void read_options(Line& line) {
    want(":", line);
    while (problem_.empty() && !line.at_end()) {
      const auto* const option =
          std::find_if(kOptionWords.begin(), kOptionWords.end(),
                       [&](const OptionWord& each) { return each.word == line.next(); });
      if (option == kOptionWords.end()) {
        expected("an option", line);
        return;
      }
      line.take();
      program_.*option->option = true;
    }
  }

  void read_thread(Line& line) {
    want(":", line);
    if (program_.threads.size() == kMostThreads) {
      problem_ = "there is room for " + std::to_string(kMostThreads) + " threads";
      return;
    }
    std::vector<Op>& ops = program_.threads.emplace_back();
    while (problem_.empty() && !line.at_end()) {
      if (ops.size() == kMostOps) {
        problem_ = "there is room for " + std::to_string(kMostOps) + " steps in a thread";
        return;
      }
      ops.push_back(op(line));
      if (!line.at_end() && problem_.empty()) {
        want(";", line);
      }
    }
  }

  Op op(Line& line) {
    Op op;
    op.guard = line.takes("if");
    op.stop = line.takes("assume")   ? Stop::assume
              : line.takes("assert") ? Stop::abort
                                     : Stop::never;
    const bool compares = op.guard || op.stop != Stop::never;
    if (compares) {
      want("(", line);
    }
    read_step(line, op);
    if (compares) {
      op.stops_at_zero = op.stop != Stop::never && line.takes("!=");
      if (!op.stops_at_zero) {
        want("==", line);
      }
      want("0", line);
      want(")", line);
    }
    return op;
  }

  void read_step(Line& line, Op& op) {
    op.pinned = line.takes("pinned");
    const std::optional<Act> act = named<Act>(line.next(), kActs);
    if (!act) {
      expected("what the thread does", line);
      return;
    }
    line.take();
    op.act = *act;
    if (has_object(op.act)) {
      op.object = static_cast<uint8_t>(number(line, kObjectsPerFamily - 1));
    } else if (names_thread(op.act)) {
      op.object = static_cast<uint8_t>(number(line, kMostThreads - 1));
    }
    if (const std::string_view word = second_number_of(op.act); !word.empty()) {
      want(word, line);
      const bool is_object = op.act != Act::futex_wake;
      op.mutex = static_cast<uint8_t>(number(line, is_object ? kObjectsPerFamily - 1 : kMostCount));
    }
    if (line.takes(",")) {
      const std::optional<After> after = named<After>(line.next(), kAfters);
      if (!after) {
        expected("what is done after it", line);
        return;
      }
      line.take();
      op.after = *after;
    }
  }

  template <typename T>
  static std::optional<T> named(std::string_view word, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      if (to_string(static_cast<T>(i)) == word) {
        return static_cast<T>(i);
      }
    }
    return std::nullopt;
  }

  // `least`, if there is none.
  uint32_t number(Line& line, uint32_t most, uint32_t least = 0) {
    const std::string_view word = line.next();
    uint32_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || end != word.data() + word.size() || number < least ||
        number > most) {
      expected("a number from " + std::to_string(least) + " to " + std::to_string(most), line);
      return least;
    }
    line.take();
    return number;
  }

  void want(std::string_view word, Line& line) {
    if (problem_.empty() && !line.takes(word)) {
      expected("'" + std::string(word) + "'", line);
    }
  }

  // What comes first is what is told.
  void expected(const std::string& what, const Line& line) {
    if (problem_.empty()) {
      problem_ =
          "expected " + what +
          (line.at_end() ? ", and the line ends" : ", not '" + std::string(line.next()) + "'");
    }
  }

  Program program_;
  std::string problem_;
};

}  // namespace

base::Result<Program> parse(std::string_view text) { return Parser().parse(text); }

}  // namespace heddle::model
