// SPDX-License-Identifier: Apache-2.0
#include "cli/captured_output.h"

#include "cli/output.h"
#include "report/terminal.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

constexpr size_t kMostShown = size_t{1} << 20;

}  // namespace

CapturedOutput::CapturedOutput() : descriptor_(memfd_create("output", MFD_CLOEXEC)) {
  fcntl(descriptor_, F_SETFL, O_APPEND);
}

CapturedOutput::~CapturedOutput() { close(descriptor_); }

base::Result<size_t> CapturedOutput::show(int to, const std::string& heading) const {
  std::string text(kMostShown, '\0');
  const ssize_t got = pread(descriptor_, text.data(), text.size(), 0);
  if (got <= 0) {
    return size_t{0};
  }
  text.resize(static_cast<size_t>(got));
  const bool cut = text.size() == kMostShown;
  text = report::escape_lines(text);
  if (text.back() != '\n') {
    text += '\n';
  }
  if (!heading.empty()) {
    text = "--- " + heading + " ---\n" + text + (cut ? "… (cut)\n" : "") + "---\n";
  }
  return Terminal(to).print(text);
}

}  // namespace heddle::cli
