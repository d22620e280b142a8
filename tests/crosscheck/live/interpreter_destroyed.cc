// SPDX-License-Identifier: Apache-2.0
// What it is to destroy an object: no step, and not while it is held or waited for.
#include "interpreter.h"

#include <optional>

namespace heddle::live {
namespace {

enum Kind { mutex, condition, rwlock, spin, semaphore, barrier };

// What an operation is on.
std::optional<Kind> kind_of(Code code) {
  switch (code) {
    case Code::lock:
    case Code::trylock:
    case Code::unlock:
      return mutex;
    case Code::wait:
    case Code::signal:
    case Code::broadcast:
      return condition;
    case Code::rdlock:
    case Code::wrlock:
    case Code::tryrdlock:
    case Code::trywrlock:
    case Code::rdunlock:
    case Code::wrunlock:
      return rwlock;
    case Code::spinlock:
    case Code::spintry:
    case Code::spinunlock:
      return spin;
    case Code::semwait:
    case Code::semtry:
    case Code::sempost:
    case Code::semvalue:
      return semaphore;
    case Code::barrier:
      return barrier;
    default:
      return std::nullopt;
  }
}

bool blocks(Code code) {
  return code == Code::lock || code == Code::rdlock || code == Code::wrlock ||
         code == Code::spinlock || code == Code::semwait;
}

bool is_held(const State& state, int kind, int object) {
  switch (kind) {
    case mutex:
      return state.mutexes[object] != kNobody;
    case rwlock:
      return state.writers[object] != kNobody || state.readers[object] != 0;
    case spin:
      return state.spins[object] != kNobody;
    case barrier:
      return state.arrived[object] > 0;
    default:
      return false;
  }
}

}  // namespace

// Who was woken, or has come to a barrier that is full, does not touch it again.
bool is_on_destroyed(const State& state, const ThreadState& self, const Op& op) {
  const std::optional<Kind> kind = kind_of(op.code);
  return kind.has_value() && self.half == 0 && (state.destroyed[*kind] >> op.a & 1) != 0;
}

bool Interpreter::is_waited_for(const State& state, int kind, int object) const {
  for (int i = 0; i < threads(); ++i) {
    const ThreadState& other = state.threads[i];
    const Op* const op =
        other.mode == Mode::absent || other.mode == Mode::ended ? nullptr : next(state, i);
    if (op == nullptr) {
      continue;
    }
    const bool waits = op->code == Code::wait && other.half == 1;
    if ((blocks(op->code) && kind_of(op->code) == kind && op->a == object) ||
        (waits && kind == mutex && op->b == object) ||
        (waits && kind == condition && op->a == object && other.signalled == 0)) {
      return true;
    }
  }
  return false;
}

void Interpreter::destroy(State& state, const Op& op) const {
  const bool twice = (state.destroyed[op.a] >> op.b & 1) != 0;
  if (twice || is_held(state, op.a, op.b) || is_waited_for(state, op.a, op.b)) {
    state.end = End::destroyed;
  }
  state.destroyed[op.a] = static_cast<int8_t>(state.destroyed[op.a] | 1 << op.b);
}

}  // namespace heddle::live
