// SPDX-License-Identifier: Apache-2.0
// Random programs under the heddle command, against an interpreter of their own.
//
//   live_crosscheck --heddle H --player P [--family F]... [--programs N] [--failures N]
//                   [--first-seed N | --fresh] [--configurations N] [--no-shrink]
//   live_crosscheck --heddle H --player P --program TEXT [--show]
#include "compare.h"
#include "generate.h"
#include "heddle_run.h"
#include "outcomes.h"
#include "shrink.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <sys/resource.h>

namespace heddle::live {
namespace {

struct Options {
  Site site;
  std::vector<std::string> families;
  long programs = 100;
  uint64_t first_seed = 1;
  int configurations = 4;
  int most_failures = 1;
  std::string program;
  bool show = false;
  bool shrink = true;
};

constexpr size_t kMostStates = 30000;
constexpr double kMostExecutions = 800;
constexpr double kMostProcesses = 100;

// Ways to run a program that has not too many executions in them.
std::vector<Configuration> configurations(const Outcomes& outcomes) {
  std::vector<Configuration> all;
  const auto& executions = outcomes.executions;
  for (int bound = 0; bound < kBounds; ++bound) {
    if (executions[static_cast<size_t>(bound)] <= kMostExecutions) {
      all.push_back({"none", bound});
      all.push_back({"none", bound, "dfs"});
    }
    all.push_back({"dpor", bound});
    all.push_back({"dpor", bound, "dfs"});
    all.push_back({"cache", bound});
  }
  if (executions[kBounds] <= kMostExecutions) {
    all.push_back({"none", kAll});
    all.push_back({"sleep", kAll});
  }
  for (const char* reduction : {"dpor", "inspect", "cache"}) {
    all.push_back({reduction, kAll});
    all.push_back({reduction, kAll, "dfs"});
  }
  return all;
}

// Of a search without a reduction.
double executions_within(const Outcomes& outcomes, int bound) {
  return outcomes.executions[bound == kAll ? kBounds : static_cast<size_t>(bound)];
}

// Some of them: the default and the unbounded one, and others drawn by the seed.  A process for
// each execution, and a thread of the system for each thread, take twenty times as long as a
// snapshot, so they are for searches of few executions: `dpor` has few, others where the
// interpreter counts few.
std::vector<Configuration> drawn(const Outcomes& outcomes, uint64_t seed, int count) {
  const std::vector<Configuration> all = configurations(outcomes);
  std::mt19937_64 engine(seed);
  std::vector<Configuration> some = {{"dpor", 2}, {"dpor", kAll}};
  while (static_cast<int>(some.size()) < count) {
    some.push_back(all[engine() % all.size()]);
  }
  for (Configuration& each : some) {
    const bool is_small =
        each.reduction == "dpor" || executions_within(outcomes, each.bound) <= kMostProcesses;
    each.reset = engine() % 4 == 0 && is_small ? "fork" : "snapshot";
    each.threads = engine() % 5 == 0 && is_small ? "os" : "fibers";
    each.shows = engine() % 3 == 0;
  }
  return some;
}

std::string check(const Site& site, const Program& program, const Configuration& configuration) {
  const std::optional<Outcomes> expected = enumerate(program, kMostStates);
  if (!expected.has_value() || !expected->complete || program.ops() > kMostOps) {
    return "";
  }
  return difference(program, *expected, configuration, run_heddle(site, program, configuration));
}

void report_failure(const Options& options, const std::string& name, const Program& program,
                    const Configuration& configuration) {
  std::printf("FAILED %s: %s\n  %s\n%s", name.c_str(), to_string(configuration).c_str(),
              to_text(program).c_str(), check(options.site, program, configuration).c_str());
  std::fflush(stdout);
  if (options.shrink) {
    const Program small = shrunk(program, [&](const Program& less) {
      return !check(options.site, less, configuration).empty();
    });
    std::printf("shrunk:\n  %s\n%s", to_text(small).c_str(),
                check(options.site, small, configuration).c_str());
  }
  std::fflush(stdout);
}

void show(const Program& program, const Outcomes& outcomes) {
  for (const auto& [outcome, fewest] : outcomes.fewest) {
    std::printf("%d: %s\n", fewest, to_string(outcome, program).c_str());
  }
  for (const double count : outcomes.executions) {
    std::printf("%.0f ", count);
  }
  std::printf("executions\n");
}

int check_one(const Options& options) {
  const Program program = from_text(options.program);
  const std::optional<Outcomes> expected = enumerate(program, kMostStates);
  if (!expected.has_value() || !expected->complete) {
    std::printf("%s\n", expected.has_value() ? "too large" : "misuses a call");
    return 2;
  }
  if (options.show) {
    show(program, *expected);
  }
  bool good = true;
  for (const Configuration& configuration : configurations(*expected)) {
    const std::string text = check(options.site, program, configuration);
    if (!text.empty()) {
      std::printf("%s:\n%s", to_string(configuration).c_str(), text.c_str());
      good = false;
    }
  }
  return good ? 0 : 1;
}

double processor_seconds(int whose) {
  rusage usage = {};
  getrusage(whose, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

int check_family(const Options& options, const std::string& family) {
  int failures = 0;
  long runs = 0;
  long done = 0;
  long limited = 0;
  for (uint64_t seed = options.first_seed; done < options.programs; ++seed) {
    const Program program = generate(family, seed);
    const std::optional<Outcomes> expected =
        program.ops() > kMostOps ? std::nullopt : enumerate(program, kMostStates);
    if (!expected.has_value() || !expected->complete) {
      continue;
    }
    ++done;
    for (const Configuration& configuration : drawn(*expected, seed, options.configurations)) {
      ++runs;
      const double before = processor_seconds(RUSAGE_CHILDREN);
      const Report report = run_heddle(options.site, program, configuration);
      if (options.show) {
        std::printf("%.3f s, %ld executions, %zu findings: %s\n",
                    processor_seconds(RUSAGE_CHILDREN) - before, report.executions,
                    report.findings.size(), to_string(configuration).c_str());
      }
      limited += report.limited ? 1 : 0;
      if (!difference(program, *expected, configuration, report).empty()) {
        report_failure(options, family + " " + std::to_string(seed), program, configuration);
        if (++failures >= options.most_failures) {
          return failures;
        }
        break;
      }
    }
  }
  std::printf(
      "%s: %ld programs from seed %llu, %ld runs (%ld too long), %d failures; %.1f s here, %.1f s "
      "in heddle\n",
      family.c_str(), done, static_cast<unsigned long long>(options.first_seed), runs, limited,
      failures, processor_seconds(RUSAGE_SELF), processor_seconds(RUSAGE_CHILDREN));
  std::fflush(stdout);
  return failures;
}

Options read(int argc, char** argv) {
  Options options;
  const std::vector<std::pair<std::string, std::function<void(const char*)>>> kOptions = {
      {"--heddle", [&](const char* text) { options.site.heddle = text; }},
      {"--player", [&](const char* text) { options.site.player = text; }},
      {"--family", [&](const char* text) { options.families.emplace_back(text); }},
      {"--programs", [&](const char* text) { options.programs = std::atol(text); }},
      {"--first-seed",
       [&](const char* text) { options.first_seed = std::strtoull(text, nullptr, 10); }},
      {"--configurations", [&](const char* text) { options.configurations = std::atoi(text); }},
      {"--failures", [&](const char* text) { options.most_failures = std::atoi(text); }},
      {"--program", [&](const char* text) { options.program = text; }},
  };
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--fresh") {
      const char* const given = std::getenv("HEDDLE_LIVE_SEED");
      options.first_seed = given != nullptr ? std::strtoull(given, nullptr, 10)
                                            : uint64_t{std::random_device()()} << 20;
    } else if (word == "--show") {
      options.show = true;
    } else if (word == "--no-shrink") {
      options.shrink = false;
    }
    for (const auto& [name, set] : kOptions) {
      if (name == word && i + 1 < argc) {
        set(argv[++i]);
        break;
      }
    }
  }
  if (options.families.empty()) {
    options.families = families();
  }
  return options;
}

int run(int argc, char** argv) {
  Options options = read(argc, argv);
  char folder[] = "/tmp/heddle-live-XXXXXX";
  if (mkdtemp(folder) == nullptr) {
    return 2;
  }
  options.site.folder = folder;
  int failures = 0;
  if (!options.program.empty()) {
    failures = check_one(options);
  } else {
    for (const std::string& family : options.families) {
      failures += check_family(options, family);
    }
  }
  std::filesystem::remove_all(folder);
  return failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace heddle::live

int main(int argc, char** argv) { return heddle::live::run(argc, argv); }
