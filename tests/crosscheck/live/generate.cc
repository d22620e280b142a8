// SPDX-License-Identifier: Apache-2.0
#include "generate.h"

#include "snippets.h"

#include <functional>
#include <random>
#include <utility>

namespace heddle::live {
namespace {

struct Family {
  std::string name;
  Mix mix;
  int fewest_threads = 2;
  int most_threads = 3;
  int most_snippets = 3;
  int initialisers = 0;  // percent of programs whose onces have something to do
  int handlers = 0;      // percent that register exit handlers
  int leaves = 0;        // percent whose main leaves by pthread_exit
  Channels channels = Channels::uses;
};

const std::vector<Family>& table() {
  static const std::vector<Family> kFamilies = {
      {"atomics", {{8, atomic}, {1, fence}, {1, pause}}},
      {"locks", {{4, mutex}, {3, rwlock}, {2, spin}, {2, atomic}, {1, pause}}},
      {"waits",
       {{4, condition}, {2, monitor}, {4, semaphore}, {2, barrier}, {2, mutex}, {1, atomic}}},
      {"choices", {{2, choice}, {3, atomic}, {2, mutex}, {1, condition}}},
      {"onces", {{6, once}, {3, atomic}, {2, mutex}, {1, semaphore}}, 2, 3, 3, 50},
      {"assumes", {{3, assumption}, {5, atomic}, {1, mutex}, {1, choice}}},
      {"aborts", {{3, assertion}, {5, atomic}, {2, mutex}, {1, semaphore}}},
      {"lastexits", {{3, leaving}, {4, atomic}, {2, mutex}, {1, semaphore}}, 2, 3, 2, 0, 60, 70},
      {"exits", {{2, ending}, {1, leaving}, {4, atomic}, {2, mutex}}, 1, 2, 3, 0, 30, 20},
      {"handlers", {{3, registering}, {2, leaving}, {4, atomic}, {1, mutex}}, 2, 3, 2, 0, 60, 50},
      {"descriptors", {{8, descriptors}, {3, atomic}, {2, mutex}}},
      {"channels", {{8, channels}, {2, atomic}, {2, mutex}}},
      {"pipes", {{6, channels}, {3, pipes}, {2, plain_region}}, 1, 2, 2, 0, 0, 0, Channels::steps},
      {"libc", {{8, libc_state}, {3, atomic}, {2, mutex}, {1, registering}}, 2, 3, 3, 0, 20},
      {"library",
       {{3, latch},
        {2, phase},
        {3, counting},
        {3, word},
        {2, stopping},
        {2, promising},
        {2, atomic}},
       1,
       2,
       2},
      {"plain",
       {{4, plain_region}, {4, semaphore}, {3, condition}, {2, once}, {1, barrier}, {1, pause}}},
      {"crowd",
       {{4, atomic}, {3, mutex}, {2, semaphore}, {2, once}, {1, barrier}, {1, rwlock}},
       4,
       9,
       1},
      {"destroys", {{6, user}, {3, destruction}, {2, atomic}}},
      {"reuse", {{5, blocks}, {3, atomic}, {1, mutex}}, 1, 2, 2},
      {"mixed",
       {{4, atomic},
        {3, mutex},
        {2, rwlock},
        {2, semaphore},
        {3, condition},
        {2, once},
        {1, barrier},
        {1, choice},
        {1, assumption},
        {1, assertion},
        {1, ending},
        {1, leaving},
        {1, pause},
        {1, fence},
        {2, descriptors},
        {2, libc_state},
        {1, registering}},
       2,
       3,
       3,
       30,
       20,
       20},
  };
  return kFamilies;
}

const Family& family_of(std::string_view name) {
  for (const Family& family : table()) {
    if (family.name == name) {
      return family;
    }
  }
  return table().front();
}

// Every allocation has a block of its own; those that are one too many are yields.
void number_blocks(Program& program) {
  int8_t next = 0;
  for (Body& body : program.bodies) {
    int8_t own = 0;
    for (Op& op : body.ops) {
      if (op.code == Code::alloc || op.code == Code::free) {
        own = op.code == Code::alloc ? next++ : own;
        op = own < kBlocks ? Op{op.code, own} : Op{Code::yield};
      }
    }
  }
}

// Every handler is registered once; registering one too many is a yield.
void number_handlers(Program& program) {
  int8_t next = 0;
  for (Body& body : program.bodies) {
    for (Op& op : body.ops) {
      if (op.code == Code::atexit) {
        op = next < kObjects ? Op{op.code, next++} : Op{Code::yield};
      }
    }
  }
}

// What the bodies of onces, handlers and destructors do.
void add_small_bodies(Dice& dice, const Family& family, Program& program) {
  if (program.has(Code::once) && dice.chance(family.initialisers)) {
    for (int i = 0; i < 5; ++i) {
      program.bodies.push_back({'O', dice.chance(60) ? atomic(dice) : Ops{}, 0});
    }
  }
  if (program.has(Code::atexit)) {
    for (int i = 0; i < kObjects; ++i) {
      const bool quits = i > 0 && dice.chance(15);
      program.bodies.push_back({'H', quits ? Ops{{Code::quit, 3}} : atomic(dice), 0});
    }
  }
  if (program.has(Code::specific)) {
    program.bodies.push_back({'D', atomic(dice), 0});
    program.bodies.push_back({'D', dice.chance(50) ? mutex(dice) : Ops{}, 0});
  }
}

}  // namespace

const std::vector<std::string>& families() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const Family& family : table()) {
      names.push_back(family.name);
    }
    return names;
  }();
  return kNames;
}

Program generate(std::string_view name, uint64_t seed) {
  const Family& family = family_of(name);
  Dice dice(seed * 31 + std::hash<std::string_view>()(name) % 1000);
  const int others =
      family.fewest_threads + dice.below(family.most_threads - family.fewest_threads + 1);
  Program program;
  program.channels = family.channels;
  program.bodies.resize(static_cast<size_t>(others) + 1);
  // From the last thread on, so that whoever creates one knows what it is.
  for (int thread = others; thread >= 0; --thread) {
    Ops& ops = program.bodies[static_cast<size_t>(thread)].ops;
    const int snippets = thread == 0 ? dice.below(2) : 1 + dice.below(family.most_snippets);
    for (int i = 0; i < snippets; ++i) {
      append(ops, draw(dice, family.mix));
    }
  }
  Ops creates;
  Ops joins;
  if (dice.chance(family.handlers)) {
    append(creates, {{Code::atexit, 0}});
  }
  for (int thread = 1; thread <= others; ++thread) {
    const auto number = static_cast<int8_t>(thread);
    if (thread > 1 && dice.chance(15)) {  // created by the one before
      Ops& ops = program.bodies[static_cast<size_t>(thread) - 1].ops;
      ops.insert(ops.begin(), {Code::create, number});
      if (dice.chance(50)) {
        ops.push_back({Code::join, number});
      }
      continue;
    }
    creates.push_back({Code::create, number});
    if (dice.chance(80)) {
      joins.push_back({Code::join, number});
    } else if (dice.chance(30)) {
      creates.push_back({Code::detach, number});
    }
  }
  Ops& main = program.bodies[0].ops;
  main.insert(main.begin(), creates.begin(), creates.end());
  if (dice.chance(family.leaves)) {
    main.push_back({Code::leave});
  } else {
    append(main, joins);
    if (dice.chance(50)) {
      append(main, family.name == "plain" || family.channels == Channels::steps
                       ? Ops{{Code::semvalue, 0}}
                       : atomic(dice));
    }
  }
  number_blocks(program);
  number_handlers(program);
  add_small_bodies(dice, family, program);
  program.number();
  return program;
}

}  // namespace heddle::live
