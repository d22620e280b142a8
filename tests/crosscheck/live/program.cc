// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace heddle::live {
namespace {

struct Description {
  std::string_view name;
  int arguments;
  Class what;
};

constexpr std::array<Description, kCodes> kDescriptions = {{
#define X(name, arguments, what) {#name, arguments, Class::what},
    HEDDLE_LIVE_OPERATIONS(X)
#undef X
}};

const Description& describe(Code code) { return kDescriptions[static_cast<size_t>(code)]; }

bool read_op(const std::string& word, Op& op) {
  const size_t dot = word.find('.');
  const std::string name = word.substr(0, dot);
  const auto found = std::find_if(kDescriptions.begin(), kDescriptions.end(),
                                  [&](const Description& each) { return each.name == name; });
  if (found == kDescriptions.end()) {
    return false;
  }
  op = {};
  op.code = static_cast<Code>(found - kDescriptions.begin());
  std::istringstream arguments(dot == std::string::npos ? "" : word.substr(dot + 1));
  int8_t* const places[] = {&op.a, &op.b, &op.c};
  std::string number;
  for (int i = 0; i < found->arguments && std::getline(arguments, number, ','); ++i) {
    *places[i] = static_cast<int8_t>(std::atoi(number.c_str()));
  }
  return true;
}

}  // namespace

std::string_view name_of(Code code) { return describe(code).name; }

int arguments_of(Code code) { return describe(code).arguments; }

Class class_of(Code code) { return describe(code).what; }

int Program::threads() const {
  return static_cast<int>(std::count_if(bodies.begin(), bodies.end(),
                                        [](const Body& body) { return body.kind == 'T'; }));
}

int Program::ops() const {
  int count = 0;
  for (const Body& each : bodies) {
    count += static_cast<int>(each.ops.size());
  }
  return count;
}

int Program::body(char kind, int n) const {
  for (size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].kind == kind && n-- == 0) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

bool Program::has(Class what) const {
  for (const Body& each : bodies) {
    for (const Op& op : each.ops) {
      if (class_of(op.code) == what) {
        return true;
      }
    }
  }
  return false;
}

bool Program::has(Code code) const {
  for (const Body& each : bodies) {
    for (const Op& op : each.ops) {
      if (op.code == code) {
        return true;
      }
    }
  }
  return false;
}

void Program::number() {
  int next = 0;
  for (Body& each : bodies) {
    each.first = next;
    next += static_cast<int>(each.ops.size());
  }
}

std::string to_text(const Program& program) {
  std::string text;
  for (const Body& body : program.bodies) {
    text += text.empty() ? "" : " / ";
    text += body.kind;
    for (const Op& op : body.ops) {
      text += ' ';
      text += name_of(op.code);
      const int8_t arguments[] = {op.a, op.b, op.c};
      for (int i = 0; i < arguments_of(op.code); ++i) {
        text += (i == 0 ? "." : ",") + std::to_string(arguments[i]);
      }
    }
  }
  return text;
}

Program from_text(std::string_view text) {
  Program program;
  std::istringstream words{std::string(text)};
  bool begins = true;
  for (std::string word; words >> word;) {
    if (word == "/") {
      begins = true;
    } else if (begins) {
      program.bodies.push_back({word[0], {}, 0});
      begins = false;
    } else if (Op op; read_op(word, op)) {
      program.bodies.back().ops.push_back(op);
    }
  }
  program.number();
  return program;
}

}  // namespace heddle::live
