// SPDX-License-Identifier: Apache-2.0
#include "cli/doctor_command.h"

#include "cli/output.h"
#include "cli/report_file.h"
#include "cli/run_options.h"
#include "report/diagnosis.h"
#include "supervise/exploration.h"
#include "supervise/machine.h"
#include "supervise/program.h"
#include "supervise/tools.h"
#include "verdict/summary.h"

#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

using report::Support;
using supervise::Attempt;
using State = Support::State;

constexpr char kTrialProgram[] = "true";
constexpr std::chrono::seconds kTrialTime{10};

State state_of(const Attempt& attempt) {
  switch (attempt.state) {
    case Attempt::State::yes:
      return State::yes;
    case Attempt::State::partly:
      return State::partly;
    case Attempt::State::no:
      break;
  }
  return State::no;
}

// Runs a program that does nothing under heddle.  A check of ours that fails there
// speaks to standard error, which is no place for a doctor's instruments.
Attempt run_something() {
  dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
  base::Result<supervise::Program> program = supervise::find_program({kTrialProgram});
  if (!program.ok()) {
    return Attempt::half("not tried: " + program.error().sentence);
  }
  program.value().directory = "/";
  base::Result<RunPlan> plan = understand(RunOptions{}, false);
  if (!plan.ok()) {
    return Attempt::failure(plan.error().sentence);
  }
  supervise::Request request;
  request.settings = plan.value().settings;
  request.settings.start_time = now_nanoseconds();
  request.limits.deadline = supervise::Clock::now() + kTrialTime;
  base::Result<verdict::Exploration> explored =
      supervise::explore_program(program.value(), request);
  if (!explored.ok()) {
    return Attempt::failure(explored.error().sentence);
  }
  const bool done = explored.value().counters.executions > 0 && explored.value().found.empty();
  return done ? Attempt::success(program.value().path + " ran under heddle")
              : Attempt::failure(program.value().path + " did not run under heddle as it should");
}

// One examination, from head to foot.
class Examination {
 public:
  report::Diagnosis go() {
    diagnosis_.heddle = HEDDLE_VERSION;
    look_at_processor();
    look_at_snapshots();
    look_at_addresses();
    look_at_debugging();
    look_at_compilers();
    look_at_heddle();
    conclude();
    return std::move(diagnosis_);
  }

 private:
  // The consequence counts only where something is missing.
  bool add(const char* id, const char* name, State state, const std::string& detail,
           const std::string& consequence) {
    diagnosis_.supports.push_back(
        {id, name, state, detail, state == State::yes ? "" : consequence});
    return state == State::yes;
  }

  bool add(const char* id, const char* name, const Attempt& attempt,
           const std::string& consequence) {
    return add(id, name, state_of(attempt), attempt.detail, consequence);
  }

  void look_at_processor() {
    add("kernel", "kernel", State::yes, "Linux " + supervise::kernel_release(), "");
    const std::string architecture = supervise::architecture();
    right_architecture_ =
        add("architecture", "architecture", architecture == "x86_64" ? State::yes : State::no,
            architecture, "heddle runs x86-64 programs only");
    add("fsgsbase", "FSGSBASE", supervise::try_fsgsbase(),
        "each switch between threads takes a system call");
  }

  void look_at_snapshots() {
    snapshot_ = supervise::best_snapshot();
    const bool mprotect = snapshot_ == supervise::SnapshotBy::mprotect;
    const std::string instead = mprotect ? "a snapshot finds written pages by mprotect instead"
                                         : "no snapshots: the program is copied by fork instead";
    add("userfaultfd", "userfaultfd", supervise::try_userfaultfd(), instead);
    add("pagemap_scan", "PAGEMAP_SCAN", supervise::try_pagemap_scan(), instead);
    add("syscall_user_dispatch", "Syscall User Dispatch", supervise::try_syscall_user_dispatch(),
        snapshot_ == supervise::SnapshotBy::userfaultfd
            ? "not needed: snapshots work without it"
            : "no snapshots by mprotect: the program is copied by fork instead");
  }

  void look_at_addresses() {
    add("fixed_addresses", "fixed addresses", supervise::try_fixed_addresses(),
        "addresses differ from run to run; a program that depends on them (hashes of pointers, "
        "say) may not replay");
  }

  void look_at_debugging() {
    const bool traced = add("ptrace", "ptrace", supervise::try_ptrace(),
                            "no debugger can run here; heddle replay works without one");
    const std::optional<supervise::Debugger> gdb = supervise::find_debugger();
    if (!gdb.has_value()) {
      add("gdb", "gdb", State::no, "not in PATH",
          "heddle replay --gdb is not available; heddle replay is");
      return;
    }
    if (gdb->version.empty()) {
      add("gdb", "gdb", State::no, gdb->path + " does not run",
          "heddle replay --gdb is not available; heddle replay is");
      return;
    }
    const std::string python = gdb->python.empty() ? "no Python" : "Python " + gdb->python;
    add("gdb", "gdb", gdb->python.empty() ? State::partly : State::yes,
        fmt::format("{}: {}, {}", gdb->path, gdb->version, python),
        "heddle's own commands are not available in it");
    debugging_ = traced;
  }

  void look_at_compilers() {
    look_at_compiler("gcc", "clang", "heddle cc");
    look_at_compiler("g++", "clang++", "heddle c++");
    look_at_compiler("clang", "gcc", "heddle cc");
    look_at_compiler("clang++", "g++", "heddle c++");
  }

  void look_at_compiler(const std::string& name, const std::string& other,
                        const std::string& user) {
    const std::optional<supervise::Tool> tool = supervise::find_compiler(name);
    if (tool.has_value() && !tool->version.empty()) {
      add(name.c_str(), name.c_str(), State::yes, tool->path + ": " + tool->version, "");
      return;
    }
    const bool replaced = !supervise::find_in_path(other).empty();
    add(name.c_str(), name.c_str(), State::no,
        tool.has_value() ? tool->path + " does not run" : "not in PATH",
        replaced ? other + " can be used instead"
                 : user + " has no compiler; programs compiled elsewhere run as they are");
  }

  void look_at_heddle() {
    base::Result<std::string> library = supervise::runtime_library();
    has_library_ = add("runtime_library", "libheddle_rt.so", library.ok() ? State::yes : State::no,
                       library.ok() ? library.value() : library.error().sentence,
                       "no program can be run without it");
    if (!has_library_) {
      return;
    }
    const Attempt ran = supervise::attempt(run_something, kTrialTime * 2);
    runs_ = ran.state != Attempt::State::no;
    add("trial_run", "trial run", ran,
        runs_ ? "whether programs run is judged by the rest" : "no program can be run");
  }

  void conclude() {
    diagnosis_.can_run = right_architecture_ && has_library_ && runs_;
    diagnosis_.verdict =
        diagnosis_.can_run     ? "heddle can run programs here."
        : !right_architecture_ ? "heddle cannot run programs here: it is for x86-64."
        : !has_library_        ? "heddle cannot run programs here: its library is missing."
                               : "heddle cannot run programs here: the trial run failed.";
    const char* by = "fork";
    std::string how = "by fork instead: the program is copied for every execution";
    if (snapshot_ == supervise::SnapshotBy::userfaultfd) {
      by = "userfaultfd";
      how = "by userfaultfd: the kernel says which pages were written";
    } else if (snapshot_ == supervise::SnapshotBy::mprotect) {
      by = "mprotect";
      how = "by mprotect: the first write to a page is a signal";
    }
    diagnosis_.ways.push_back({"snapshot", "--reset snapshot", by, how});
    diagnosis_.ways.push_back(
        {"threads", "threads", "fibers", "fibers: one system thread runs them all"});
    diagnosis_.ways.push_back({"gdb", "replay --gdb", debugging_ ? "yes" : "no",
                               debugging_ ? "available" : "not available"});
  }

  report::Diagnosis diagnosis_;
  supervise::SnapshotBy snapshot_ = supervise::SnapshotBy::none;
  bool right_architecture_ = false;
  bool has_library_ = false;
  bool runs_ = false;
  bool debugging_ = false;
};

}  // namespace

void declare_doctor_options(CLI::App& command, DoctorOptions& options) {
  command.add_option("--json", options.json, "write it in JSON; - is standard output")
      ->type_name("FILE");
}

int doctor_command(const DoctorOptions& options) {
  std::unique_ptr<ReportFile> json;
  if (!options.json.empty()) {
    base::Result<std::unique_ptr<ReportFile>> opened = ReportFile::open(options.json);
    if (!opened.ok()) {
      return complain(opened.error().sentence);
    }
    json = std::move(opened.value());
  }
  const report::Diagnosis diagnosis = Examination().go();
  const bool aside = json != nullptr && json->is_standard_output();
  const Terminal terminal(aside ? STDERR_FILENO : STDOUT_FILENO);
  const base::Result<size_t> told =
      terminal.print(report::render_diagnosis(diagnosis, terminal.style()));
  const base::Result<size_t> written =
      json == nullptr ? told : json->write(report::to_json(diagnosis) + "\n");
  return status_after(written.ok() ? told : written,
                      diagnosis.can_run ? verdict::kStatusClean : verdict::kStatusUsage);
}

}  // namespace heddle::cli
