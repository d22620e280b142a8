// SPDX-License-Identifier: Apache-2.0
#include "shrink.h"

#include <optional>
#include <utility>

namespace heddle::live {
namespace {

bool names_thread(Code code) {
  return code == Code::create || code == Code::join || code == Code::detach;
}

// Without a body; of a thread, also without what names it.
std::optional<Program> without_body(Program program, size_t index) {
  if (index == 0) {
    return std::nullopt;
  }
  const char kind = program.bodies[index].kind;
  program.bodies.erase(program.bodies.begin() + static_cast<std::ptrdiff_t>(index));
  if (kind == 'T') {
    for (Body& body : program.bodies) {
      std::erase_if(body.ops, [&](const Op& op) {
        return names_thread(op.code) && op.a == static_cast<int>(index);
      });
      for (Op& op : body.ops) {
        if (names_thread(op.code) && op.a > static_cast<int>(index)) {
          --op.a;
        }
      }
    }
  }
  program.number();
  return program;
}

Program without_op(Program program, size_t body, size_t op) {
  Body& from = program.bodies[body];
  from.ops.erase(from.ops.begin() + static_cast<std::ptrdiff_t>(op));
  // What is left out by a condition before it stays the same.
  for (size_t i = 0; i < op; ++i) {
    Op& each = from.ops[i];
    if (each.code == Code::unless && i + static_cast<size_t>(each.b) >= op) {
      --each.b;
    }
  }
  program.number();
  return program;
}

// A program with one or two operations, or a body, less that still fails.
std::optional<Program> smaller(const Program& program,
                               const std::function<bool(const Program&)>& fails) {
  for (size_t body = program.bodies.size(); body-- > 0;) {
    if (const std::optional<Program> less = without_body(program, body); less && fails(*less)) {
      return less;
    }
  }
  for (size_t body = 0; body < program.bodies.size(); ++body) {
    const size_t count = program.bodies[body].ops.size();
    for (size_t op = 0; op < count; ++op) {
      const Program less = without_op(program, body, op);
      if (fails(less)) {
        return less;
      }
      for (size_t other = op; other + 1 < count; ++other) {  // a lock and its unlock
        if (const Program both = without_op(less, body, other); fails(both)) {
          return both;
        }
      }
    }
  }
  return std::nullopt;
}

}  // namespace

Program shrunk(Program program, const std::function<bool(const Program&)>& fails) {
  while (std::optional<Program> less = smaller(program, fails)) {
    program = std::move(*less);
  }
  return program;
}

}  // namespace heddle::live
