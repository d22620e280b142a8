// SPDX-License-Identifier: Apache-2.0
#include "snippets.h"

namespace heddle::live {
namespace {

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

// Looks at a value, and goes on only if it is (not) this one.
Ops asked(Dice& dice, Code code) {
  Ops ops = dice.chance(70) ? Ops{{Code::load, dice.below(2), 2}}
                            : Ops{{Code::swap, dice.below(2), static_cast<int8_t>(1)}};
  ops.push_back({code, dice.below(2)});
  return ops;
}

}  // namespace

void append(Ops& ops, const Ops& more) { ops.insert(ops.end(), more.begin(), more.end()); }

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
  static constexpr Code kKinds[] = {Code::semwait, Code::sempost, Code::sempost, Code::semtry,
                                    Code::semvalue};
  return {{kKinds[dice.below(5)], dice.below(2)}};
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

Ops channels(Dice& dice) {
  switch (dice.below(9)) {
    case 0:
    case 1:
    case 2:
      return {{Code::put, dice.below(2), static_cast<int8_t>(1 + dice.below(2))}};
    case 3:
    case 4:
      return {{Code::take, dice.below(2)}};
    case 5:
      return dice.chance(60) ? Ops{{Code::notice, 0}} : Ops{{Code::drain, 0}};
    case 6:
      return dice.chance(50) ? Ops{{Code::pollany, dice.below(2)}} : Ops{{Code::epollany}};
    case 7:
      return {{Code::polltime, dice.below(2)}};
    default:
      return {{Code::put, 0, 3}, {Code::take, 1}};
  }
}

// One that does not wait.
Ops pipes(Dice& dice) {
  return dice.chance(50) ? Ops{{Code::pipewrite, 0, static_cast<int8_t>(1 + dice.below(2))}}
                         : Ops{{Code::piperead, 0}};
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

// A use of an object that others may destroy.
Ops user(Dice& dice) {
  switch (dice.below(8)) {
    case 0:
    case 1:
      return region(dice, Code::lock, Code::unlock, 0);
    case 2:
      return guarded(dice, Code::trylock, Code::unlock, 0);
    case 3:
      return dice.chance(50) ? region(dice, Code::rdlock, Code::rdunlock, 0)
                             : region(dice, Code::wrlock, Code::wrunlock, 0);
    case 4:
      return region(dice, Code::spinlock, Code::spinunlock, 0);
    case 5:
      return semaphore(dice);
    case 6:
      return {{dice.chance(50) ? Code::signal : Code::broadcast, 0}};
    default:
      return dice.chance(50) ? barrier(dice) : condition(dice);
  }
}

// At once; or by who is the last to say that it does not use it any more; or after a post.
Ops destruction(Dice& dice) {
  const Op destroys = {Code::destroy, dice.below(6), 0};
  switch (dice.below(4)) {
    case 0:
      return {destroys};
    case 1:
      return {{Code::semwait, 0}, destroys};
    case 2:
      return {
          {Code::load, 3, 2}, {Code::unless, static_cast<int8_t>(1 + dice.below(2)), 1}, destroys};
    default:
      return {{Code::add, 3, 1, 1}, {Code::unless, 1, 1}, destroys};
  }
}

// Blocks get their numbers later.
Ops blocks(Dice& dice) {
  return dice.chance(70) ? Ops{{Code::alloc}, {Code::free}} : Ops{{Code::alloc}};
}

Ops latch(Dice& dice) {
  static constexpr Code kKinds[] = {Code::countdown, Code::latchtry, Code::latchwait,
                                    Code::latcharrive};
  return {{kKinds[dice.below(4)], dice.below(2)}};
}

Ops phase(Dice& /*dice*/) { return {{Code::phase, 0}}; }

Ops counting(Dice& dice) {
  static constexpr Code kKinds[] = {Code::acquire, Code::tryacquire, Code::release};
  return {{kKinds[dice.below(3)], dice.below(2)}};
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

}  // namespace heddle::live
