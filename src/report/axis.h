// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace heddle::report {

struct Tick {
  double value = 0;
  std::string label;  // empty: a mark without one
};

// One direction of a figure: which values it shows, where they lie, and which are marked.
class Axis {
 public:
  // Shows these values and the rounder ones around them.  A logarithmic one is for values above 0.
  static Axis linear(double low, double high);
  static Axis logarithmic(double low, double high);
  // A mark at every whole number, if there is room for so many.
  static Axis whole(double low, double high);

  // 0 at the low end, 1 at the high one.
  [[nodiscard]] double position(double value) const;

  [[nodiscard]] const std::vector<Tick>& ticks() const { return ticks_; }

 private:
  Axis(double low, double high, bool is_logarithmic)
      : low_(low), high_(high), logarithmic_(is_logarithmic) {}

  double low_;
  double high_;
  bool logarithmic_;
  std::vector<Tick> ticks_;
};

// "2,500", "0.5"; "10 M" and "2 G" where there would be many zeros.
[[nodiscard]] std::string axis_number(double value);

}  // namespace heddle::report
