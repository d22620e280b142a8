// SPDX-License-Identifier: Apache-2.0
#include "cli/origin.h"

#include "report/terminal.h"
#include "trust/variables.h"

#include <fmt/format.h>

namespace heddle::cli {
namespace {

std::string in_directory(const std::string& directory) {
  return directory.empty() ? "" : "cd " + report::quoted(directory) + " && ";
}

}  // namespace

std::string quoted_words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : " ") + report::quoted(word);
  }
  return text;
}

trust::Message what_is_run(const trace::Trace& trace) {
  trust::Message message("heddle trace 1");
  message.add(trace.program);
  message.add(trace.directory);
  message.add(trace.build_id);
  std::vector<std::string> environment;
  for (const auto& [name, value] : trace.environment) {
    environment.push_back(name);
    environment.push_back(value);
  }
  message.add(environment);
  message.add(trace.standard_input);
  return message;
}

trust::Message what_is_run(const SearchDescription& description,
                           const std::string& standard_input) {
  trust::Message message("heddle search 1");
  message.add(description.arguments);
  message.add(description.directory);
  message.add(description.build_id);
  message.add(standard_input);
  return message;
}

std::string why_not_own(const trust::Message& message, const std::string& hash) {
  if (hash.empty()) {
    return "it carries no keyed hash";
  }
  const base::Result<trust::Key> key = trust::find_key();
  if (!key.ok()) {
    return "there is no key to verify it with: " + key.error().sentence;
  }
  return key.value().verifies(message, hash) ? "" : "its keyed hash was not made with your key";
}

std::string command_of(const trace::Trace& trace) {
  std::string variables;
  for (const auto& [name, value] : trace.environment) {
    variables += report::quoted(name) + "=" + report::quoted(value) + " ";
  }
  const std::string input = trace.standard_input.empty() ? ""
                                                         : fmt::format(" (with {} bytes of input)",
                                                                       trace.standard_input.size());
  return in_directory(trace.directory) + variables + quoted_words(trace.program) + input;
}

std::string command_of(const SearchDescription& description) {
  return in_directory(description.directory) + "heddle run " + quoted_words(description.arguments);
}

std::vector<std::string> remove_foreign_code(trace::Trace& trace) {
  std::vector<std::string> removed;
  std::erase_if(trace.environment, [&](const auto& variable) {
    const bool foreign = trust::brings_in_code(variable.first);
    if (foreign) {
      removed.push_back(variable.first);
    }
    return foreign;
  });
  return removed;
}

base::Error not_own(const std::string& what, const std::string& why, const std::string& command) {
  return {
      fmt::format("{} is not known to be your own: {}. It would run: {} -- if you trust that, "
                  "name the program with --program FILE",
                  what, why, command)};
}

}  // namespace heddle::cli
