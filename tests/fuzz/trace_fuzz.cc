// SPDX-License-Identifier: Apache-2.0

// Whatever bytes a trace file holds, reading it ends in a trace or in a sentence;
// and whatever trace comes of it can be shown, and written again as it is.
//
// libFuzzer does not guess checksums, so the first line is taken off and the body
// is parsed by itself as well.
#include "report/json.h"
#include "report/text.h"
#include "trace/format.h"
#include "trace/reader.h"
#include "trace/writer.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace heddle {
namespace {

void expect(bool condition) {
  if (!condition) {
    std::abort();
  }
}

void expect_sentence(const base::Error& error) {
  expect(error.sentence.starts_with("x.heddle "));
  expect(error.sentence.find('\n') == std::string::npos);
}

void expect_usable(const trace::Trace& trace) {
  const std::string written = trace::serialize(trace);
  const base::Result<trace::Trace> again = trace::parse(written);
  expect(again.ok());
  expect(trace::serialize(again.value()) == written);

  for (const report::Style& style : {report::Style{.columns = 1, .colour = true, .all = true},
                                     report::Style{.columns = 80, .colour = false, .all = false}}) {
    expect(!report::render_trace(trace, style).empty());
  }
  verdict::Summary summary;
  summary.findings.emplace_back().trace = trace;
  expect(!report::to_json(summary).empty());
}

void parse_all(std::string_view bytes) {
  const base::Result<trace::Trace> whole = trace::parse(bytes, "x.heddle");
  if (!whole.ok()) {
    expect_sentence(whole.error());
  }
  const bool has_header = bytes.starts_with(trace::kMagic);
  const size_t line = has_header ? bytes.find('\n') : std::string_view::npos;
  const std::string_view body = line == std::string_view::npos ? bytes : bytes.substr(line + 1);
  const base::Result<trace::Trace> parsed = trace::parse_body(body, "x.heddle");
  if (parsed.ok()) {
    expect_usable(parsed.value());
  } else {
    expect_sentence(parsed.error());
  }
}

}  // namespace
}  // namespace heddle

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  heddle::parse_all({reinterpret_cast<const char*>(data), size});
  return 0;
}
