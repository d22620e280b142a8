// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "primitive/family.h"

#include <algorithm>

// Accesses to memory and fences: they never wait, but for reads in loops that wait.  What they read
// and write is the program's own memory, which is not known here; whoever does the access
// completes the effect.
namespace heddle::primitive {

struct Memory : NeverWaits, HasNoTally, UsesItsObject, SaysNothingBefore {
  enum class Op : uint8_t { HEDDLE_MEMORY_OPERATIONS(HEDDLE_AS_OP) };
  Op op;
  explicit constexpr Memory(event::OpKind kind) : op(static_cast<Op>(kind)) {}

  static Effect apply(State& /*state*/, const Turn& /*turn*/) { return {}; }

  [[nodiscard]] constexpr event::Use use(const Used& step) const {
    switch (op) {
      case Op::atomic_load:
      case Op::volatile_read:
      case Op::data_read:
        return event::Use::reads;
      case Op::atomic_cas:
        return changes_if(step.result != EAGAIN);
      case Op::fence:
        return event::Use::none;
      case Op::atomic_store:
      case Op::atomic_rmw:
      case Op::volatile_write:
      case Op::data_write:
        break;
    }
    return event::Use::changes;
  }

  [[nodiscard]] constexpr Touching touching() const {
    return op == Op::fence ? Touching::more : Touching::memory;
  }

  [[nodiscard]] constexpr ClockEdge acquires(const event::Operation& operation,
                                             const Done& done) const {
    switch (op) {
      case Op::atomic_load:
      case Op::atomic_rmw:
        return with(ClockEdge::What::load, operation);
      case Op::atomic_cas: {
        ClockEdge edge = with(ClockEdge::What::load, operation);
        edge.order = done.result == EAGAIN ? operation.failure : operation.order;
        return edge;
      }
      case Op::fence:
        return event::acquires(operation.order) ? with(ClockEdge::What::fence, operation)
                                                : ClockEdge{};
      case Op::volatile_read:
        return event::acquires(operation.order) ? with(ClockEdge::What::object, operation)
                                                : ClockEdge{};
      case Op::atomic_store:
      case Op::volatile_write:
      case Op::data_read:
      case Op::data_write:
        break;
    }
    return {};
  }
  [[nodiscard]] constexpr ClockEdge releases(const event::Operation& operation,
                                             const Done& done) const {
    switch (op) {
      case Op::atomic_store:
        return with(ClockEdge::What::store, operation);
      case Op::atomic_rmw:
        return with(ClockEdge::What::update, operation);
      case Op::atomic_cas:
        return done.result != EAGAIN ? with(ClockEdge::What::update, operation) : ClockEdge{};
      case Op::fence:
        return event::releases(operation.order) ? with(ClockEdge::What::fence, operation)
                                                : ClockEdge{};
      case Op::volatile_write:
        return event::releases(operation.order) ? with(ClockEdge::What::object, operation)
                                                : ClockEdge{};
      case Op::atomic_load:
      case Op::volatile_read:
      case Op::data_read:
      case Op::data_write:
        break;
    }
    return {};
  }

  static Ready ready_without(const Past& past) {
    const bool waits = past.step.await() != 0 && !past.is_answered() && past.comes_back();
    return past.at_once_if(!waits);
  }

  void simulate(const Past& past, Simulated& simulated) const {
    simulated.uses[0] = op == Op::atomic_cas ? exchange_without(past) : past.touches[0].use;
  }

  // Whether an access tells what was there before it by its value: what it has read.
  [[nodiscard]] constexpr bool value_is_found() const {
    switch (op) {
      case Op::atomic_load:
      case Op::volatile_read:
      case Op::data_read:
      case Op::atomic_cas:
        return true;
      case Op::atomic_store:
      case Op::atomic_rmw:
      case Op::fence:
      case Op::volatile_write:
      case Op::data_write:
        break;
    }
    return false;
  }

 private:
  static constexpr uint64_t kWordBytes = 8;

  static constexpr ClockEdge with(ClockEdge::What what, const event::Operation& operation) {
    return {.what = what, .order = operation.order, .object = operation.object};
  }

  static uint64_t end_of(const Touch& touch) { return touch.at + touch.bytes; }

  static bool is_exchange(const event::Event& step) {
    return step.kind == event::OpKind::atomic_cas && step.result == 0;
  }

  static bool byte_of(const event::Event& step, uint64_t offset, uint8_t& found) {
    if (offset >= sizeof step.value) {
      return false;
    }
    found = static_cast<uint8_t>(step.value >> (8 * offset));
    return true;
  }

  // Whether a compare-exchange would find what it expects, if that can be known.
  static event::Use exchange_without(const Past& past) {
    const Touch& used = past.touches[0];
    const bool succeeds = past.done && past.step.result == 0;
    const event::ThreadId expected =
        succeeds ? event::expected_by(past.step.value) : past.step.other;
    const auto use_if_found = [&](event::ThreadId found) { return changes_if(found == expected); };
    uint64_t found = 0;
    for (uint32_t i = 0; i < used.bytes; ++i) {
      uint8_t byte = 0;
      if (i >= sizeof found || !byte_without(past, used.at + i, byte)) {
        const event::ThreadId written = exchanged_without(past);
        return written == event::kNoThread ? event::Use::changes : use_if_found(written);
      }
      found |= uint64_t{byte} << (8 * i);
    }
    return use_if_found(event::expected_by(found));
  }

  // What is there before the first of those that are gone, or after the last of the other steps,
  // if one of them tells; if none is gone, that is what it has found itself.
  static bool byte_without(const Past& past, uint64_t byte, uint8_t& found) {
    const event::Event* first = nullptr;
    const event::Event* last = nullptr;
    for (Past::User user = past.latest_in_word(byte / kWordBytes);
         user.is_there() && last == nullptr; user = past.before(user)) {
      if (byte >= user.touch->at && byte < end_of(*user.touch)) {
        (past.is_gone(user) ? first : last) = user.step;
      }
    }
    if (first == nullptr && past.done) {
      return byte_of(past.step, byte - past.step.identity, found);
    }
    if (first != nullptr && tells_value(*first)) {
      return byte_of(*first, byte - first->identity, found);
    }
    return last != nullptr && !is_exchange(*last) && byte_of(*last, byte - last->identity, found);
  }

  // A futex wait looks at its word, and keeps nothing of it.
  static bool tells_value(const event::Event& step) {
    return event::is_memory_access(step.kind) && Memory(step.kind).value_is_found();
  }

  // If the last of the other steps is a compare-exchange of just that: what it has written, as a
  // hash.
  static event::ThreadId exchanged_without(const Past& past) {
    const Touch& used = past.touches[0];
    if (used.at / kWordBytes != (end_of(used) - 1) / kWordBytes) {
      return event::kNoThread;  // others may have changed a part of it
    }
    Past::User user = past.latest_in_word(used.at / kWordBytes);
    while (user.is_there() && (past.is_gone(user) || user.touch->at >= end_of(used) ||
                               end_of(*user.touch) <= used.at)) {
      user = past.before(user);
    }
    if (!user.is_there() || user.touch->at != used.at || user.touch->bytes != used.bytes) {
      return event::kNoThread;
    }
    return is_exchange(*user.step) ? user.step->other : event::kNoThread;
  }
};

}  // namespace heddle::primitive
