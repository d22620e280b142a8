// SPDX-License-Identifier: Apache-2.0
// The figures of Musuvathi and Qadeer, "Iterative Context Bounding for Systematic Testing of
// Multithreaded Programs", PLDI 2007: by bound 1 and 4, by executions 2, 5 and 6.
#include "report/plot.h"

#include "report/axis.h"
#include "trace/bytes.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace heddle::report {
namespace {

struct Point {
  double x;
  double y;
};

struct Series {
  std::string name;
  std::vector<Point> points;
};

// In units of the page; about those of a screen.
constexpr double kLeft = 90;
constexpr double kTop = 24;
constexpr double kTitle = 28;
constexpr double kWidth = 560;  // of the area of the curves
constexpr double kHeight = 360;
constexpr double kBelow = 66;
constexpr double kLetter = 7.8;     // width of a letter, on average, and a little more
constexpr double kLegendLine = 44;  // length of the sample of a line
constexpr double kLegendRow = 24;
constexpr double kGap = 16;
constexpr size_t kLongestName = 36;
constexpr double kMarkEvery = 45;  // markers on a curve are at least so far apart

// Dark enough for white paper, and different also to those who see few colours.
constexpr const char* kColours[] = {"#000000", "#b3001b", "#0b5394",
                                    "#1b7a3d", "#8a4b00", "#6a1b9a"};
constexpr const char* kDashes[] = {"", "9 4", "2 4", "12 4 2 4", "6 3 2 3 2 3"};

// Around its middle, filled with white unless it is a cross.
std::string marker(size_t which, Point at, const char* colour) {
  constexpr const char* kShapes[] = {
      "m-4,0 a4,4 0 1,0 8,0 a4,4 0 1,0 -8,0",  // circle
      "m-4,-4 h8 v8 h-8 z",                    // square
      "m0,-5 l5,9 h-10 z",                     // triangle
      "m-4,-4 l8,8 m0,-8 l-8,8",               // cross
      "m0,-6 l5,6 l-5,6 l-5,-6 z",             // diamond
      "m0,5 l5,-9 h-10 z"                      // triangle that stands on its head
  };
  return fmt::format("<path d=\"M{:.1f},{:.1f} {}\" fill=\"#ffffff\" stroke=\"{}\"/>\n", at.x, at.y,
                     kShapes[which % std::size(kShapes)], colour);
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char letter : trace::to_text(text)) {
    switch (letter) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        // A page of XML holds no other characters below a blank, and no bytes that are not UTF-8.
        result += static_cast<unsigned char>(letter) < ' ' ? '?' : letter;
    }
  }
  return result;
}

// By its end if it is long: that is where names of files differ.
std::string short_name(const std::string& name) {
  return name.size() <= kLongestName ? name : "…" + name.substr(name.size() - kLongestName);
}

std::string text_at(Point at, const char* anchor, const std::string& text, const char* more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", at.x, at.y,
                     anchor, more, escaped(text));
}

class Figure {
 public:
  Figure(std::vector<Series> series, Axis x, Axis y, std::string x_label, std::string y_label,
         std::string title)
      : series_(std::move(series)),
        x_(std::move(x)),
        y_(std::move(y)),
        x_label_(std::move(x_label)),
        y_label_(std::move(y_label)),
        title_(std::move(title)),
        top_(title_.empty() ? kTop : kTop + kTitle) {}

  [[nodiscard]] std::string svg() const {
    const double width = kLeft + kWidth + kGap + legend_width() + kGap;
    const double rows = static_cast<double>(series_.size()) * kLegendRow;
    const double height = top_ + std::max(kHeight, rows) + kBelow;
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
        "width=\"{0:.0f}\" height=\"{1:.0f}\" font-family=\"Helvetica, Arial, sans-serif\" "
        "font-size=\"14\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        width, height);
    if (!title_.empty()) {
      text += text_at({kLeft + kWidth / 2, kTop + 4}, "middle", title_, " font-weight=\"bold\"");
    }
    return text + axes() + curves() + legend() + "</svg>\n";
  }

 private:
  [[nodiscard]] Point on_page(Point point) const {
    return {kLeft + kWidth * x_.position(point.x), top_ + kHeight * (1 - y_.position(point.y))};
  }

  [[nodiscard]] std::string axes() const {
    const double bottom = top_ + kHeight;
    std::string marks;
    std::string grid;
    std::string labels;
    for (const Tick& tick : x_.ticks()) {
      const double x = kLeft + kWidth * x_.position(tick.value);
      marks += fmt::format("M{:.1f},{:.1f}v{} ", x, bottom, tick.label.empty() ? 3 : 6);
      if (!tick.label.empty()) {
        grid += fmt::format("M{:.1f},{:.1f}v{:.1f} ", x, top_, kHeight);
        labels += text_at({x, bottom + 22}, "middle", tick.label);
      }
    }
    for (const Tick& tick : y_.ticks()) {
      const double y = top_ + kHeight * (1 - y_.position(tick.value));
      marks += fmt::format("M{:.1f},{:.1f}h-{} ", kLeft, y, tick.label.empty() ? 3 : 6);
      if (!tick.label.empty()) {
        grid += fmt::format("M{:.1f},{:.1f}h{:.1f} ", kLeft, y, kWidth);
        labels += text_at({kLeft - 10, y + 5}, "end", tick.label);
      }
    }
    labels += text_at({kLeft + kWidth / 2, bottom + 50}, "middle", x_label_);
    const Point side = {20, top_ + kHeight / 2};
    labels +=
        text_at(side, "middle", y_label_,
                fmt::format(" transform=\"rotate(-90 {:.1f} {:.1f})\"", side.x, side.y).c_str());
    return fmt::format(
        "<path d=\"{}\" stroke=\"#d0d0d0\" stroke-width=\"0.7\"/>\n"
        "<path d=\"{}M{:.1f},{:.1f}v{:.1f}h{:.1f}\" stroke=\"#000000\" fill=\"none\"/>\n{}",
        grid, marks, kLeft, top_, kHeight, kWidth, labels);
  }

  static const char* colour(size_t which) { return kColours[which % std::size(kColours)]; }

  static std::string line_style(size_t which) {
    const std::string dashes = kDashes[which % std::size(kDashes)];
    return fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"{}", colour(which),
                       dashes.empty() ? "" : " stroke-dasharray=\"" + dashes + "\"");
  }

  [[nodiscard]] std::string curves() const {
    std::string lines;
    std::string marks;
    for (size_t i = 0; i < series_.size(); ++i) {
      std::string points;
      Point marked = {-kMarkEvery, 0};
      for (const Point& point : series_[i].points) {
        const Point at = on_page(point);
        points += fmt::format("{}{:.1f},{:.1f}", points.empty() ? "" : " ", at.x, at.y);
        const bool is_last = &point == &series_[i].points.back();
        if (is_last || std::hypot(at.x - marked.x, at.y - marked.y) >= kMarkEvery) {
          marks += marker(i, at, colour(i));
          marked = at;
        }
      }
      lines += fmt::format("<polyline points=\"{}\" {}/>\n", points, line_style(i));
    }
    return lines + marks;
  }

  [[nodiscard]] double legend_width() const {
    size_t longest = 0;
    for (const Series& series : series_) {
      longest = std::max(longest, short_name(series.name).size());
    }
    return kLegendLine + 8 + kLetter * static_cast<double>(longest);
  }

  [[nodiscard]] std::string legend() const {
    std::string text;
    const double left = kLeft + kWidth + kGap;
    for (size_t i = 0; i < series_.size(); ++i) {
      const double y = top_ + 10 + static_cast<double>(i) * kLegendRow;
      text += fmt::format("<path d=\"M{:.1f},{:.1f}h{:.1f}\" {}/>\n", left, y, kLegendLine,
                          line_style(i));
      text += marker(i, {left + kLegendLine / 2, y}, colour(i));
      text += text_at({left + kLegendLine + 8, y + 5}, "start", short_name(series_[i].name));
    }
    return text;
  }

  const std::vector<Series> series_;
  const Axis x_;
  const Axis y_;
  const std::string x_label_;
  const std::string y_label_;
  const std::string title_;
  const double top_;
};

bool has_states(const Curve& curve) { return curve.coverage.back().states.has_value(); }

std::optional<double> covered(const Sample& sample, bool in_states) {
  if (!in_states) {
    return static_cast<double>(sample.executions);
  }
  return sample.states.has_value() ? std::optional(static_cast<double>(*sample.states))
                                   : std::nullopt;
}

Series by_executions(const Curve& curve, bool in_states) {
  Series series{curve.name, {}};
  for (const Sample& sample : curve.coverage) {
    const std::optional<double> y = covered(sample, in_states);
    if (y.has_value() && *y > 0 && sample.executions > 0) {
      series.points.push_back({static_cast<double>(sample.executions), *y});
    }
  }
  return series;
}

// A bound has what was there when it was complete.
Series by_bound(const Curve& curve, bool in_states) {
  Series series{curve.name, {}};
  const std::optional<double> all = covered(curve.coverage.back(), in_states);
  std::optional<uint32_t> last;
  for (const Sample& sample : curve.coverage) {
    const std::optional<double> part = covered(sample, in_states);
    if (sample.bound.has_value() && sample.bound != last && part.has_value() && *all > 0) {
      series.points.push_back({static_cast<double>(*sample.bound), 100 * *part / *all});
      last = sample.bound;
    }
  }
  return series;
}

struct Range {
  double low = INFINITY;
  double high = -INFINITY;

  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

}  // namespace

base::Result<std::string> plot(const std::vector<Curve>& curves, const PlotOptions& options) {
  const bool in_states = has_states(curves.front());
  const bool is_by_bound = options.by == PlotOptions::By::bound;
  std::vector<Series> all;
  Range x;
  Range y;
  for (const Curve& curve : curves) {
    if (has_states(curve) != in_states) {
      return base::Error{fmt::format("{} has states and {} has none; plot them apart",
                                     in_states ? curves.front().name : curve.name,
                                     in_states ? curve.name : curves.front().name)};
    }
    all.push_back(is_by_bound ? by_bound(curve, in_states) : by_executions(curve, in_states));
    if (all.back().points.empty()) {
      return base::Error{is_by_bound ? "no bound was completed in " + curve.name
                                     : "there is nothing to draw in " + curve.name};
    }
    for (const Point& point : all.back().points) {
      x.add(point.x);
      y.add(point.y);
    }
  }
  const std::string what = in_states ? "states" : "executions";
  if (is_by_bound) {
    return Figure(std::move(all), Axis::whole(0, x.high), Axis::linear(0, 100),
                  "bound (preemptions)", what + " covered (% of all that were reached)",
                  options.title)
        .svg();
  }
  const auto axis = [](bool is_logarithmic, const Range& range) {
    return is_logarithmic ? Axis::logarithmic(range.low, range.high) : Axis::linear(0, range.high);
  };
  return Figure(std::move(all), axis(options.log_x, x), axis(options.log_y, y),
                std::string("executions (number") + (options.log_x ? ", log scale)" : ")"),
                what + " covered (number" + (options.log_y ? ", log scale)" : ")"), options.title)
      .svg();
}

}  // namespace heddle::report
