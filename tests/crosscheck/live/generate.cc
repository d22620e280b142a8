// SPDX-License-Identifier: Apache-2.0
#include "generate.h"

#include <functional>
#include <random>
#include <utility>

namespace heddle::live {
namespace {

using Ops = std::vector<Op>;

class Dice {
 public:
  explicit Dice(uint64_t seed) : engine_(seed) {}

  int8_t below(int n) { return static_cast<int8_t>(engine_() % static_cast<uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }

 private:
  std::mt19937_64 engine_;
};

void append(Ops& ops, const Ops& more) { ops.insert(ops.end(), more.begin(), more.end()); }

// What a thread does at once: a few operations that belong together.
using Snippet = std::function<Ops(Dice&)>;

struct Share {
  int weight;
  Snippet snippet;
};

using Mix = std::vector<Share>;

Ops draw(Dice& dice, const Mix& mix) {
  int sum = 0;
  for (const Share& share : mix) {
    sum += share.weight;
  }
  int left = dice.below(sum);
  for (const Share& share : mix) {
    left -= share.weight;
    if (left < 0) {
      return share.snippet(dice);
    }
  }
  return {};
}

Ops atomic(Dice& dice) {
  const int8_t object = dice.below(2);
  const auto value = static_cast<int8_t>(1 + dice.below(2));
  switch (dice.below(5)) {
    case 0:
    case 1:
      return {{Code::load, object, dice.below(3)}};
    case 2:
      return {{Code::store, object, value, dice.below(3)}};
    case 3:
      return {{Code::add, object, 1, dice.below(2)}};
    default:
      return dice.chance(50) ? Ops{{Code::swap, object, value}}
                             : Ops{{Code::cas, object, dice.below(2), value}};
  }
}

// What is done under a lock.
Ops inside(Dice& dice) { return dice.chance(70) ? atomic(dice) : Ops{}; }

// Tries to take something, and only then does more and gives it back.
Ops guarded(Dice& dice, Code take, Code give, int8_t object) {
  const Ops more = inside(dice);
  Ops ops = {{take, object}, {Code::unless, 1, static_cast<int8_t>(more.size() + 1)}};
  append(ops, more);
  ops.push_back({give, object});
  return ops;
}

Ops region(Dice& dice, Code take, Code give, int8_t object) {
  Ops ops = {{take, object}};
  append(ops, inside(dice));
  ops.push_back({give, object});
  return ops;
}

Ops mutex(Dice& dice) {
  const auto object = static_cast<int8_t>(2 * dice.below(2) + dice.below(2) * dice.below(2));
  if (dice.chance(20)) {
    return guarded(dice, Code::trylock, Code::unlock, object);
  }
  if (dice.chance(15)) {  // another one inside
    const auto other = static_cast<int8_t>(object ^ 1);
    Ops ops = {{Code::lock, object}};
    append(ops, region(dice, Code::lock, Code::unlock, other));
    ops.push_back({Code::unlock, object});
    return ops;
  }
  return region(dice, Code::lock, Code::unlock, object);
}

Ops rwlock(Dice& dice) {
  const auto object = static_cast<int8_t>(2 * dice.below(2));
  switch (dice.below(5)) {
    case 0:
      return guarded(dice, Code::tryrdlock, Code::rdunlock, object);
    case 1:
      return guarded(dice, Code::trywrlock, Code::wrunlock, object);
    case 2:
      return region(dice, Code::wrlock, Code::wrunlock, object);
    default:
      return region(dice, Code::rdlock, Code::rdunlock, object);
  }
}

Ops spin(Dice& dice) {
  return dice.chance(30) ? guarded(dice, Code::spintry, Code::spinunlock, 0)
                         : region(dice, Code::spinlock, Code::spinunlock, 0);
}

Ops semaphore(Dice& dice) {
  static constexpr Code kCodes[] = {Code::semwait, Code::sempost, Code::sempost, Code::semtry,
                                    Code::semvalue};
  return {{kCodes[dice.below(5)], dice.below(2)}};
}

Ops condition(Dice& dice) {
  const auto object = static_cast<int8_t>(2 * dice.below(2));
  switch (dice.below(4)) {
    case 0:
      return {{Code::lock, object}, {Code::wait, object, object}, {Code::unlock, object}};
    case 1:
      return {{Code::lock, object}, {Code::signal, object}, {Code::unlock, object}};
    case 2:
      return {{Code::broadcast, object}};
    default:
      return {{Code::signal, object}};
  }
}

// Waits for a value by a condition, once.
Ops monitor(Dice& dice) {
  if (dice.chance(50)) {
    return {{Code::lock, 0},
            {Code::load, 0, 0},
            {Code::unless, 0, 1},
            {Code::wait, 0, 0},
            {Code::unlock, 0}};
  }
  return {{Code::lock, 0}, {Code::store, 0, 1, 0}, {Code::signal, 0}, {Code::unlock, 0}};
}

Ops barrier(Dice& dice) { return {{Code::barrier, dice.below(2)}}; }

Ops once(Dice& dice) { return {{Code::once, static_cast<int8_t>(2 * dice.below(3))}}; }

Ops pause(Dice& dice) { return {{dice.chance(50) ? Code::yield : Code::sleep}}; }

Ops fence(Dice& dice) { return {{Code::fence, dice.below(2)}}; }

Ops choice(Dice& dice) {
  Ops ops = {{Code::choose, static_cast<int8_t>(2 + dice.below(2))}};
  if (dice.chance(50)) {
    ops.push_back({Code::unless, dice.below(2), 1});
    append(ops, atomic(dice));
  }
  return ops;
}

// Looks at a value, and goes on only if it is (not) this one.
Ops asked(Dice& dice, Code code) {
  Ops ops = dice.chance(70) ? Ops{{Code::load, dice.below(2), 2}}
                            : Ops{{Code::swap, dice.below(2), static_cast<int8_t>(1)}};
  ops.push_back({code, dice.below(2)});
  return ops;
}

Ops assumption(Dice& dice) { return asked(dice, Code::assume); }

Ops assertion(Dice& dice) {
  if (dice.chance(40)) {
    return {{Code::load, dice.below(2), 2}, {Code::unless, dice.below(2), 1}, {Code::abort}};
  }
  return asked(dice, Code::assert);
}

Ops ending(Dice& dice) {
  const auto status = static_cast<int8_t>(3 * dice.below(2));
  const Code code = dice.chance(50) ? Code::exit : Code::quit;
  if (dice.chance(50)) {
    return {{code, status}};
  }
  return {{Code::load, dice.below(2), 2}, {Code::unless, dice.below(2), 1}, {code, status}};
}

Ops leaving(Dice& dice) {
  return dice.chance(50) ? Ops{{Code::leave}} : Ops{{Code::specific, dice.below(2)}};
}

Ops registering(Dice& dice) { return {{Code::atexit, dice.below(2)}}; }

Ops descriptors(Dice& dice) {
  switch (dice.below(7)) {
    case 0:
      return {{Code::pipewrite, 0, static_cast<int8_t>(1 + dice.below(2))}};
    case 1:
      return {{Code::piperead, 0}};
    case 2:
      return {{Code::filewrite, dice.below(3), static_cast<int8_t>(1 + dice.below(3))}};
    case 3:
      return {{Code::fileread, dice.below(3)}};
    case 4:
      return dice.chance(50) ? Ops{{Code::fileseek, dice.below(3), dice.below(2)}}
                             : Ops{{Code::filetell, dice.below(3)}};
    case 5:
      return {{Code::dup}};
    default:
      return {{Code::close, dice.below(2)}};
  }
}

Ops libc_state(Dice& dice) {
  switch (dice.below(9)) {
    case 0:
      return {{Code::putc, 'x'}};
    case 1:
      return {{Code::tell}};
    case 2:
      return {{Code::getc}};
    case 3:
      return {{Code::rand}};
    case 4:
      return {{Code::srand, static_cast<int8_t>(2 + dice.below(2))}};
    case 5:
      return {{Code::setenv, 0, dice.below(3)}};
    case 6:
      return {{Code::getenv, 0}};
    case 7:
      return {{Code::umask, static_cast<int8_t>(1 + dice.below(3))}};
    default:
      return dice.chance(50) ? Ops{{Code::handle, dice.below(3)}} : Ops{{Code::mmap}};
  }
}

Ops latch(Dice& dice) {
  static constexpr Code kCodes[] = {Code::countdown, Code::latchtry, Code::latchwait,
                                    Code::latcharrive};
  return {{kCodes[dice.below(4)], dice.below(2)}};
}

Ops phase(Dice& /*dice*/) { return {{Code::phase, 0}}; }

Ops counting(Dice& dice) {
  static constexpr Code kCodes[] = {Code::acquire, Code::tryacquire, Code::release};
  return {{kCodes[dice.below(3)], dice.below(2)}};
}

Ops word(Dice& dice) {
  return dice.chance(50) ? Ops{{Code::await, 0, dice.below(2)}}
                         : Ops{{Code::notify, 0, dice.below(3), 0}};
}

Ops stopping(Dice& dice) { return {{dice.chance(50) ? Code::stop : Code::stopped}}; }

Ops promising(Dice& dice) { return {{dice.chance(50) ? Code::promise : Code::future, 0}}; }

// What any compiler leaves for heddle to see.
Ops plain_region(Dice& dice) {
  const auto object = static_cast<int8_t>(2 * dice.below(2));
  const Ops inner = {{Code::semvalue, 1}};
  if (dice.chance(25)) {
    Ops ops = {{Code::trylock, object}, {Code::unless, 1, 2}};
    append(ops, inner);
    ops.push_back({Code::unlock, object});
    return ops;
  }
  Ops ops = {{Code::lock, object}};
  append(ops, inner);
  ops.push_back({Code::unlock, object});
  return ops;
}

struct Family {
  std::string name;
  Mix mix;
  int fewest_threads = 2;
  int most_threads = 3;
  int most_snippets = 3;
  int initialisers = 0;  // percent of programs whose onces have something to do
  int handlers = 0;      // percent that register exit handlers
  int leaves = 0;        // percent whose main leaves by pthread_exit
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
      {"lastexits",
       {{3, leaving}, {4, atomic}, {2, mutex}, {1, semaphore}, {1, registering}},
       2,
       3,
       2,
       0,
       60,
       70},
      {"exits",
       {{2, ending}, {1, leaving}, {4, atomic}, {2, mutex}, {1, registering}},
       1,
       2,
       3,
       0,
       30,
       20},
      {"descriptors", {{8, descriptors}, {3, atomic}, {2, mutex}}},
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
      {"plain", {{4, plain_region}, {4, semaphore}, {3, condition}, {1, barrier}, {1, pause}}},
      {"crowd", {{4, atomic}, {3, mutex}, {2, semaphore}, {1, barrier}, {1, rwlock}}, 4, 9, 1},
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

bool uses(const Program& program, Code code) {
  for (const Body& body : program.bodies) {
    for (const Op& op : body.ops) {
      if (op.code == code) {
        return true;
      }
    }
  }
  return false;
}

// What the bodies of onces, handlers and destructors do.
void add_small_bodies(Dice& dice, const Family& family, Program& program) {
  if (uses(program, Code::once) && dice.chance(family.initialisers)) {
    for (int i = 0; i < 5; ++i) {
      program.bodies.push_back({'O', dice.chance(60) ? atomic(dice) : Ops{}, 0});
    }
  }
  if (uses(program, Code::atexit)) {
    program.bodies.push_back({'H', atomic(dice), 0});
    program.bodies.push_back({'H', dice.chance(30) ? Ops{{Code::quit, 3}} : atomic(dice), 0});
  }
  if (uses(program, Code::specific)) {
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
      append(main, family.name == "plain" ? Ops{{Code::semvalue, 0}} : atomic(dice));
    }
  }
  add_small_bodies(dice, family, program);
  program.number();
  return program;
}

}  // namespace heddle::live
