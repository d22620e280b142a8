// SPDX-License-Identifier: Apache-2.0
#include "cli/plot_command.h"

#include "cli/output.h"
#include "cli/report_file.h"
#include "report/plot.h"
#include "supervise/text_file.h"
#include "verdict/summary.h"

#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>

namespace heddle::cli {
namespace {

using base::Error;
using base::Result;

Result<report::Curve> read_curve(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return Error{path + " is a directory, not a file that heddle run --coverage has written"};
  }
  const Result<std::string> text = supervise::read_text_file(path);
  if (!text.ok()) {
    return text.error();
  }
  Result<report::Coverage> coverage = report::read_csv(text.value(), path);
  if (!coverage.ok()) {
    return coverage.error();
  }
  const std::filesystem::path name = std::filesystem::path(path).filename();
  return report::Curve{name.extension() == ".csv" ? name.stem().string() : name.string(),
                       std::move(coverage.value())};
}

Result<report::PlotOptions> understand(const PlotWords& words) {
  report::PlotOptions options;
  if (words.by != "executions" && words.by != "bound") {
    return Error{"--by " + words.by + " is not known; use executions or bound"};
  }
  if (words.log != "x" && words.log != "y" && words.log != "xy" && words.log != "none") {
    return Error{"--log " + words.log + " is not known; use x, y, xy or none"};
  }
  options.by =
      words.by == "bound" ? report::PlotOptions::By::bound : report::PlotOptions::By::executions;
  options.log_x = words.log.find('x') != std::string::npos;
  options.log_y = words.log.find('y') != std::string::npos;
  options.title = words.title;
  return options;
}

}  // namespace

void declare_plot_options(CLI::App& command, PlotWords& words) {
  command.add_option("FILE", words.files, "what heddle run --coverage has written; a curve each")
      ->required();
  command.add_option("-o,--output", words.output, "the figure, as SVG; - is standard output")
      ->type_name("FILE")
      ->required();
  command
      .add_option("--by", words.by,
                  "executions: states after so many executions; bound: percentage of all\n"
                  "states that are reached with so many preemptions")
      ->type_name("WHAT")
      ->capture_default_str();
  command.add_option("--log", words.log, "axes with a logarithmic scale: x, y, xy or none")
      ->type_name("AXES")
      ->capture_default_str();
  command.add_option("--title", words.title, "words above the figure")->type_name("TEXT");
}

int plot_command(const PlotWords& words) {
  Result<report::PlotOptions> options = understand(words);
  if (!options.ok()) {
    return complain(options.error().sentence);
  }
  Result<std::unique_ptr<ReportFile>> output = ReportFile::open(words.output);
  if (!output.ok()) {
    return complain(output.error().sentence);
  }
  std::vector<report::Curve> curves;
  for (const std::string& file : words.files) {
    Result<report::Curve> curve = read_curve(file);
    if (!curve.ok()) {
      return complain(curve.error().sentence);
    }
    curves.push_back(std::move(curve.value()));
  }
  Result<std::string> figure = report::plot(curves, options.value());
  if (!figure.ok()) {
    return complain(figure.error().sentence);
  }
  return status_after(output.value()->write(figure.value()), verdict::kStatusClean);
}

}  // namespace heddle::cli
