// SPDX-License-Identifier: Apache-2.0
#include "report/table.h"

#include "report/layout.h"
#include "report/words.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::report {
namespace {

using event::ThreadId;

constexpr size_t kShortestName = 8;  // a function's name is not elided below this

// The path as seen from where the program was started, if it lies below.
std::string relative_file_and_line(const trace::Frame& frame, const std::string& directory) {
  const std::string root = directory.ends_with('/') ? directory : directory + "/";
  if (directory.empty() || !frame.file.starts_with(root) || frame.line == 0) {
    return file_and_line(frame);
  }
  return fmt::format("{}:{}", escape(frame.file.substr(root.size())), frame.line);
}

std::string with_function(const std::string& place, const std::string& function) {
  return function.empty() ? place
                          : fmt::format("{}{}in {}", place, place.empty() ? "" : " ", function);
}

// The most telling form of a place that fits; file and line are never cut.
std::string fitting_place(const trace::Frame& frame, const std::string& directory, size_t columns) {
  const std::string function = escape(frame.function);
  std::string whole = with_function(relative_file_and_line(frame, directory), function);
  if (width(whole) <= columns) {
    return whole;
  }
  const std::string place = file_and_line(frame);
  const size_t used = width(with_function(place, " ")) - 1;
  if (used + std::min(kShortestName, width(function)) <= columns) {
    return with_function(place, elided(function, columns - used));
  }
  return place.empty() ? elided(function, columns) : place;
}

std::string blanks(size_t count) { return std::string(count, ' '); }

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

class Table {
 public:
  Table(const trace::Trace& trace, const std::vector<TableRow>& rows, const Style& style)
      : trace_(trace), rows_(rows), style_(style) {
    for (const TableRow& row : rows) {
      if (row.thread != event::kNoThread && column_of(row.thread) == threads_.size()) {
        threads_.insert(std::ranges::lower_bound(threads_, row.thread), row.thread);
      }
    }
    layout_ = lay_out(measured(), static_cast<size_t>(std::max(style.columns, 40)));
  }

  std::string render() const {
    std::string text = head();
    for (const TableRow& row : rows_) {
      text += row.thread == event::kNoThread ? across(row) : cells(row);
    }
    return text;
  }

 private:
  size_t column_of(ThreadId thread) const {
    return static_cast<size_t>(std::ranges::find(threads_, thread) - threads_.begin());
  }

  Measures measured() const {
    Measures most;
    most.mark = width("step");
    most.operations.resize(threads_.size());
    for (const ThreadId thread : threads_) {
      most.labels.push_back(width(thread_label(trace_, thread)));
    }
    for (const TableRow& row : rows_) {
      most.mark = std::max(most.mark, width(row.mark));
      if (row.thread != event::kNoThread) {
        size_t& operation = most.operations[column_of(row.thread)];
        operation = std::max(operation, width(row.words));
      }
      if (row.frame != nullptr) {
        const std::string whole = fitting_place(*row.frame, trace_.directory, SIZE_MAX);
        most.file = std::max(most.file, width(file_and_line(*row.frame)));
        most.place = std::max(most.place, width(whole));
      }
    }
    return most;
  }

  std::string head() const {
    std::string line = padded("step", layout_.mark + kGap);
    if (layout_.single) {
      line += padded("thread", layout_.label + kGap);
      line += padded("operation", layout_.columns[0] + kGap);
    } else {
      for (size_t i = 0; i < threads_.size(); ++i) {
        const std::string label = elided(thread_label(trace_, threads_[i]), layout_.columns[i]);
        line += padded(label, layout_.columns[i] + kGap);
      }
    }
    line += layout_.place == 0 ? "" : "where";
    return paint(trimmed(line), Ink::heading, style_) + "\n";
  }

  std::string across(const TableRow& row) const {
    return blanks(layout_.mark + kGap) + paint(row.words, row.ink, style_) + "\n";
  }

  // An operation that is too long for its column goes on in the next line.
  std::string cells(const TableRow& row) const {
    const size_t column = layout_.single ? 0 : column_of(row.thread);
    const std::vector<std::string> words = wrapped(row.words, layout_.columns[column]);
    const std::string mark = blanks(layout_.mark - width(row.mark)) + row.mark + blanks(kGap);
    const std::string label =
        layout_.single ? elided(thread_label(trace_, row.thread), layout_.label) : std::string();
    std::string text = trimmed(mark + before(column, label) + paint(words[0], row.ink, style_) +
                               place(row, column, width(words[0])));
    for (size_t i = 1; i < words.size(); ++i) {
      text += "\n" + blanks(layout_.mark + kGap) + before(column, "") +
              paint(words[i], row.ink, style_);
    }
    return text + "\n";
  }

  // What stands left of a column: the label, or the columns of other threads.
  std::string before(size_t column, const std::string& label) const {
    size_t columns = layout_.single ? layout_.label + kGap : 0;
    for (size_t i = 0; i < column; ++i) {
      columns += layout_.columns[i] + kGap;
    }
    return padded(label, columns);
  }

  // What stands right of a column in which `used` is taken.
  std::string place(const TableRow& row, size_t column, size_t used) const {
    if (row.frame == nullptr) {
      return {};
    }
    size_t columns = layout_.columns[column] + kGap - std::min(used, layout_.columns[column]);
    for (size_t i = column + 1; i < layout_.columns.size(); ++i) {
      columns += layout_.columns[i] + kGap;
    }
    const std::string words = fitting_place(*row.frame, trace_.directory, layout_.place);
    return blanks(columns) + paint(words, Ink::place, style_);
  }

  const trace::Trace& trace_;
  const std::vector<TableRow>& rows_;
  const Style& style_;
  std::vector<ThreadId> threads_;  // those with a row, in order
  Layout layout_;
};

}  // namespace

std::string render_table(const trace::Trace& trace, const std::vector<TableRow>& rows,
                         const Style& style) {
  return rows.empty() ? std::string() : Table(trace, rows, style).render();
}

}  // namespace heddle::report
