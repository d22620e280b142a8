// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/run_options.h"

#include <string>

namespace heddle::cli {

// `heddle model trial FILE`: explores a model of the small language of model/text.h.
struct ModelOptions {
  std::string file;
  RunOptions run;
};

void declare_model_options(CLI::App& command, ModelOptions& options);
int model_command(const ModelOptions& options);

}  // namespace heddle::cli
