// SPDX-License-Identifier: Apache-2.0
#include "shrink.h"

#include <algorithm>
#include <optional>

namespace heddle::crosscheck {
namespace {

Program without_thread(Program program, size_t thread) {
  program.threads.erase(program.threads.begin() + static_cast<ptrdiff_t>(thread));
  for (std::vector<Op>& ops : program.threads) {
    std::erase_if(ops,
                  [thread](const Op& op) { return names_thread(op.act) && op.object == thread; });
    for (Op& op : ops) {
      op.object =
          static_cast<uint8_t>(op.object - (names_thread(op.act) && op.object > thread ? 1 : 0));
    }
  }
  return program;
}

Program without_op(Program program, size_t thread, size_t op) {
  std::vector<Op>& ops = program.threads[thread];
  ops.erase(ops.begin() + static_cast<ptrdiff_t>(op));
  return program;
}

std::vector<Program> smaller_ones(const Program& program) {
  std::vector<Program> all;
  for (size_t i = 0; i < program.threads.size() && program.threads.size() > 1; ++i) {
    all.push_back(without_thread(program, i));
  }
  for (size_t i = 0; i < program.threads.size(); ++i) {
    for (size_t j = 0; j < program.threads[i].size(); ++j) {
      all.push_back(without_op(program, i, j));
    }
  }
  if (program.exits) {
    all.push_back(program);
    all.back().exits = false;
  }
  return all;
}

std::optional<Program> smaller_that_fails(const Program& program, const Check& check) {
  for (const Program& smaller : smaller_ones(program)) {
    if (!check(smaller).empty()) {
      return smaller;
    }
  }
  return std::nullopt;
}

}  // namespace

Program shrunk(Program program, const Check& check) {
  while (std::optional<Program> smaller = smaller_that_fails(program, check)) {
    program = std::move(*smaller);
  }
  return program;
}

}  // namespace heddle::crosscheck
