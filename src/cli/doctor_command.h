// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace heddle::cli {

struct DoctorOptions {
  std::string json;
};

void declare_doctor_options(CLI::App& command, DoctorOptions& options);

// `heddle doctor`; the exit status: 0 if programs can be run here, else 2.
int doctor_command(const DoctorOptions& options);

}  // namespace heddle::cli
