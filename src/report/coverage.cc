// SPDX-License-Identifier: Apache-2.0
#include "report/coverage.h"

#include <charconv>

#include <fmt/format.h>

namespace heddle::report {
namespace {

constexpr std::string_view kHeader = "executions,states,bound";
constexpr size_t kColumns = 3;

template <typename T>
std::string cell(const std::optional<T>& number) {
  return number.has_value() ? std::to_string(*number) : "";
}

// False if that is no number; an empty cell is none on purpose.
template <typename T>
bool read_cell(std::string_view text, std::optional<T>& number) {
  if (text.empty()) {
    return true;
  }
  T value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  number = value;
  return error == std::errc{} && rest == text.data() + text.size();
}

bool read_row(std::string_view line, Sample& sample) {
  std::string_view cells[kColumns];
  for (size_t i = 0; i < kColumns; ++i) {
    const size_t comma = line.find(',');
    if ((comma == std::string_view::npos) != (i + 1 == kColumns)) {
      return false;
    }
    cells[i] = line.substr(0, comma);
    line.remove_prefix(comma == std::string_view::npos ? line.size() : comma + 1);
  }
  std::optional<uint64_t> executions;
  const bool good = read_cell(cells[0], executions) && read_cell(cells[1], sample.states) &&
                    read_cell(cells[2], sample.bound) && executions.has_value();
  sample.executions = executions.value_or(0);
  return good;
}

// The next line without its end; false if there is none, or it has no end.
bool take_line(std::string_view& text, std::string_view& line) {
  const size_t end = text.find('\n');
  if (end == std::string_view::npos) {
    return false;
  }
  line = text.substr(0, end);
  text.remove_prefix(end + 1);
  if (line.ends_with('\r')) {
    line.remove_suffix(1);
  }
  return true;
}

}  // namespace

Coverage samples_of(const verdict::Exploration& explored) {
  Coverage samples;
  for (const explore::SampleRecord& sample : explored.samples) {
    Sample row{.executions = sample.executions};
    if (sample.states > 0) {
      row.states = sample.states;
    }
    if (sample.completed_bound >= 0) {
      row.bound = static_cast<uint32_t>(sample.completed_bound);
    }
    samples.push_back(row);
  }
  return samples;
}

std::string to_csv(const Coverage& coverage) {
  std::string text = fmt::format("{}\n", kHeader);
  for (const Sample& sample : coverage) {
    text += fmt::format("{},{},{}\n", sample.executions, cell(sample.states), cell(sample.bound));
  }
  return text;
}

base::Result<Coverage> read_csv(std::string_view text, const std::string& name) {
  std::string_view line;
  if (!take_line(text, line) || line != kHeader) {
    return base::Error{
        fmt::format("{} is not what heddle run --coverage writes: its first line should be '{}'",
                    name, kHeader)};
  }
  Coverage coverage;
  while (!text.empty()) {
    Sample sample;
    const bool whole = take_line(text, line);
    if (!whole || !read_row(line, sample)) {
      return base::Error{fmt::format("line {} of {} is {}", coverage.size() + 2, name,
                                     whole ? "not a row of three numbers" : "cut short")};
    }
    if (!coverage.empty() && sample.executions < coverage.back().executions) {
      return base::Error{fmt::format("line {} of {} has fewer executions than the one before",
                                     coverage.size() + 2, name)};
    }
    coverage.push_back(sample);
  }
  if (coverage.empty()) {
    return base::Error{name + " has no rows: there was no execution"};
  }
  return coverage;
}

}  // namespace heddle::report
