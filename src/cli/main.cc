// SPDX-License-Identifier: Apache-2.0
// The `heddle` command: which subcommand, with which options.
#include "cli/arguments.h"
#include "cli/begin_run.h"
#include "cli/compile_command.h"
#include "cli/doctor_command.h"
#include "cli/model_command.h"
#include "cli/output.h"
#include "cli/plot_command.h"
#include "cli/run_options.h"
#include "cli/trace_commands.h"
#include "supervise/gdb.h"
#include "supervise/own_limits.h"
#include "supervise/write_signals.h"
#include "verdict/summary.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <pthread.h>
#include <unistd.h>

namespace {

using namespace heddle;

constexpr char kAbout[] =
    "heddle runs a multithreaded program under every thread schedule that matters, fewest\n"
    "preemptions first, and says what it found and what it has covered.\n\n"
    "Exit status: 0 the bound asked for is complete and nothing was found; 1 a finding;\n"
    "2 bad usage, or the program cannot be run; 3 a limit was reached first, and nothing\n"
    "was found; 4 the program is not deterministic under a fixed schedule; 70 a bug in heddle.";

// The type of options whose value is any words.
constexpr char kAnyWords[] = "TEXT";

// One line, whatever the library has to say.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

bool knows(CLI::App& app, const std::string& command) {
  const std::vector<CLI::App*> commands = app.get_subcommands({});
  return std::ranges::find(commands, command, &CLI::App::get_name) != commands.end();
}

// The name of an option that was given nothing, as by `--json "$FILE"` where FILE is not set.
std::string option_without_value(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    const bool may_be_empty = option->get_type_name() == kAnyWords;
    const std::vector<std::string>& values = option->results();
    if (!may_be_empty && option->get_expected_min() > 0 &&
        std::ranges::find(values, "") != values.end()) {
      return option->get_name();
    }
  }
  return "";
}

int parse_and_run(int argc, char** argv) {
  // Its arguments are the compiler's, --help included.
  std::vector<std::string> words(argv, argv + argc);
  if (const auto language = cli::compiler_called_for(words)) {
    return cli::compile_command(*language, words);
  }

  supervise::take_errors_for_write_signals();
  supervise::raise_own_limits();
  CLI::App app(kAbout, "heddle");
  app.set_version_flag("--version", "heddle " HEDDLE_VERSION);
  app.require_subcommand(0, 1);

  cli::RunOptions run;
  CLI::App* run_app = app.add_subcommand("run", "explore a program");
  cli::declare_run_options(*run_app, run);

  cli::ReplayOptions replay;
  CLI::App* replay_app =
      app.add_subcommand("replay", "run one recorded schedule again, deterministically");
  replay_app->add_option("TRACE", replay.trace, "a trace that heddle run has written")->required();
  replay_app
      ->add_option("--program", replay.program,
                   "run this program; needed for a trace that is not known to be your own")
      ->type_name("FILE");
  replay_app->add_flag("--gdb", replay.gdb,
                       "in gdb, stopped just before the failure; what follows -- is for gdb");
  replay_app
      ->add_option("--threads", replay.threads, "how threads are run: fibers, or os as with --gdb")
      ->type_name("HOW");
  replay_app
      ->add_option("--stuck-after", replay.stuck_after,
                   "how long the execution may go without a step")
      ->type_name("T")
      ->capture_default_str();

  // How gdb starts the program; see supervise/gdb.h.
  CLI::App* start_app = app.add_subcommand("start-for-gdb")->group("");

  cli::ModelOptions model;
  CLI::App* model_app = app.add_subcommand("model")->group("");  // to be built
  model_app->require_subcommand(1);
  cli::declare_model_options(*model_app->add_subcommand("trial"), model);

  cli::ShowOptions show;
  CLI::App* show_app = app.add_subcommand("show", "print the interleaving of a trace");
  show_app->add_option("TRACE", show.trace, "a trace that heddle run has written")->required();
  show_app->add_flag("--all", show.all, "every round of a loop, not just the first");
  show_app->add_option("--html", show.html)->group("");  // not built yet, and refused as such

  cli::PlotWords plot;
  CLI::App* plot_app = app.add_subcommand("plot", "draw how much searches have covered");
  cli::declare_plot_options(*plot_app, plot);

  // For the list of commands alone.
  app.add_subcommand("cc", "compile and link C for full visibility; arguments as for gcc or clang");
  app.add_subcommand("c++", "the same for C++");

  cli::DoctorOptions doctor;
  CLI::App* doctor_app =
      app.add_subcommand("doctor", "say what this machine supports, and what falls back to what");
  cli::declare_doctor_options(*doctor_app, doctor);

  const cli::Arguments arguments = cli::split({argv + 1, argv + argc});
  try {
    // The library wants them last first.
    app.parse(std::vector<std::string>(arguments.own.rbegin(), arguments.own.rend()));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      std::ostringstream help;
      app.exit(error, help, help);
      return cli::status_after(cli::Terminal(STDOUT_FILENO).print(help.str()),
                               verdict::kStatusClean);
    }
    // The library would name every word on the line.
    const std::string command = arguments.own.empty() ? "-" : arguments.own.front();
    if (!command.starts_with("-") && !knows(app, command)) {
      return cli::complain("there is no command " + command + " (see heddle --help)");
    }
    return cli::complain(first_line(error.what()) + " (see heddle --help)");
  }
  for (const CLI::App* command : app.get_subcommands()) {
    if (const std::string option = option_without_value(*command); !option.empty()) {
      return cli::complain(option + " takes a value, not an empty word");
    }
  }
  if (run_app->parsed()) {
    const std::vector<std::string> remaining = run_app->remaining();
    if (!remaining.empty() && remaining.front().starts_with("-")) {
      return cli::complain("run has no option " + remaining.front() + " (see heddle run --help)");
    }
    run.command_line = cli::command_line(remaining, arguments.rest);
    run.arguments.assign(argv + 2, argv + argc);
    return cli::begin_run(run);
  }
  if (replay_app->parsed()) {
    replay.gdb_arguments = cli::command_line({}, arguments.rest);
    return cli::replay_command(replay);
  }
  if (model_app->parsed()) {
    return cli::model_command(model);
  }
  if (start_app->parsed()) {
    return cli::complain(supervise::start_for_gdb().sentence);
  }
  if (show_app->parsed()) {
    return cli::show_command(show);
  }
  if (plot_app->parsed()) {
    return cli::plot_command(plot);
  }
  if (doctor_app->parsed()) {
    return cli::doctor_command(doctor);
  }
  return cli::complain(
      "say what to do: run, replay, show, plot, cc, c++ or doctor (see heddle --help)");
}

int parse_and_run_safely(int argc, char** argv) {
  try {
    return parse_and_run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "heddle: internal error: %s\n", error.what());
    return verdict::kStatusInternal;
  }
}

constexpr size_t kStackBytes = size_t{8} << 20;

// Where the stack is limited to little (ulimit -s), heddle runs on one of its own; and its threads
// do in any case.
int run_on_enough_stack(int argc, char** argv) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
  const auto limit = supervise::limit_on(RLIMIT_STACK);
  if (!limit.has_value() || *limit >= kStackBytes) {
    return parse_and_run_safely(argc, argv);
  }
  int status = verdict::kStatusInternal;
  try {
    std::thread([&] { status = parse_and_run_safely(argc, argv); }).join();
  } catch (const std::system_error&) {
    status = parse_and_run_safely(argc, argv);  // no threads: perhaps it is enough
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  cli::fill_standard_descriptors();
  return run_on_enough_stack(argc, argv);
}
