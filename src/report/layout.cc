// SPDX-License-Identifier: Apache-2.0
#include "report/layout.h"

#include <algorithm>
#include <numeric>

namespace heddle::report {
namespace {

constexpr size_t kNarrowest = 14;  // a thread's column; below, one column holds all
constexpr size_t kComfortable = 18;
constexpr size_t kWidest = 40;
constexpr size_t kWidestFile = 32;  // a longer one sticks out at the right
constexpr size_t kFunction = 16;    // " in " and what a shortened function takes
constexpr size_t kWidestLabel = 20;

size_t sum(const std::vector<size_t>& columns) {
  return std::accumulate(columns.begin(), columns.end(), size_t{0});
}

std::vector<size_t> at_most(std::vector<size_t> columns, size_t widest) {
  for (size_t& column : columns) {
    column = std::min(column, widest);
  }
  return columns;
}

// Widens the columns towards what they want, one column each in turn.
void widen(std::vector<size_t>& columns, const std::vector<size_t>& wanted, size_t room) {
  for (bool grown = true; grown && room > 0;) {
    grown = false;
    for (size_t i = 0; i < columns.size() && room > 0; ++i) {
      if (columns[i] < wanted[i]) {
        ++columns[i];
        --room;
        grown = true;
      }
    }
  }
}

// The best form of places that leaves the threads enough: with the whole function,
// with a part of it, without.
size_t place_for(const Measures& measures, size_t file, size_t threads, size_t room) {
  for (const size_t place : {measures.place, std::min(measures.place, file + kFunction)}) {
    if (threads + place <= room) {
      return place;
    }
  }
  return file;
}

Layout single_column(const Measures& measures, size_t file, size_t total) {
  Layout layout;
  layout.single = true;
  layout.mark = measures.mark;
  layout.label = std::min(*std::ranges::max_element(measures.labels), kWidestLabel);
  const size_t used = layout.mark + layout.label + 3 * kGap;
  const size_t room = total > used + kNarrowest ? total - used : kNarrowest;
  const size_t wanted = std::min(*std::ranges::max_element(measures.operations), kWidest);
  const size_t place = place_for(measures, file, std::min(wanted, kComfortable), room);
  layout.columns = {std::min(wanted, std::max(room - std::min(room, place), kNarrowest))};
  layout.place =
      std::min(measures.place, std::max(room - std::min(room, layout.columns[0]), place));
  return layout;
}

}  // namespace

Layout lay_out(const Measures& measures, size_t total) {
  const size_t file = std::min(measures.file, kWidestFile);
  std::vector<size_t> wanted = at_most(measures.operations, kWidest);
  for (size_t i = 0; i < wanted.size(); ++i) {
    wanted[i] = std::max(wanted[i], std::min(measures.labels[i], kWidestLabel));
  }
  Layout layout;
  layout.mark = measures.mark;
  layout.columns = at_most(wanted, kNarrowest);
  const size_t gaps = layout.mark + kGap * (wanted.size() + 1);
  if (!wanted.empty() && gaps + sum(layout.columns) + file > total) {
    return single_column(measures, file, total);
  }
  const size_t room = total - std::min(total, gaps);
  layout.place = place_for(measures, file, sum(at_most(wanted, kComfortable)), room);
  const size_t taken = sum(layout.columns) + layout.place;
  widen(layout.columns, wanted, room - std::min(room, taken));
  const size_t left = room - std::min(room, sum(layout.columns));
  layout.place = std::min(measures.place, std::max(layout.place, left));
  return layout;
}

}  // namespace heddle::report
