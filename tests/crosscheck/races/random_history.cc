// SPDX-License-Identifier: Apache-2.0
#include "random_history.h"

#include "rules.h"

#include <iterator>
#include <random>

namespace heddle::crosscheck::races {
namespace {

using event::AccessKind;
using event::MemoryOrder;
using event::OpKind;

// Operations that go together, and what they are on.
struct Theme {
  Thing thing;
  std::initializer_list<OpKind> kinds;
};

const Theme kThemes[] = {
    {Thing::mutex_a,
     {OpKind::mutex_lock, OpKind::mutex_trylock, OpKind::mutex_unlock, OpKind::mutex_unlock}},
    {Thing::mutex_b, {OpKind::mutex_lock, OpKind::mutex_unlock}},
    {Thing::condition,
     {OpKind::mutex_lock, OpKind::mutex_lock, OpKind::cond_wait, OpKind::cond_wait,
      OpKind::cond_signal, OpKind::cond_broadcast, OpKind::mutex_unlock}},
    {Thing::rwlock,
     {OpKind::rwlock_rdlock, OpKind::rwlock_tryrdlock, OpKind::rwlock_wrlock,
      OpKind::rwlock_trywrlock, OpKind::rwlock_unlock, OpKind::rwlock_unlock,
      OpKind::rwlock_unlock}},
    {Thing::spin, {OpKind::spin_lock, OpKind::spin_trylock, OpKind::spin_unlock}},
    {Thing::semaphore,
     {OpKind::sem_post, OpKind::sem_wait, OpKind::sem_trywait, OpKind::sem_getvalue}},
    {Thing::barrier, {OpKind::barrier_arrive}},
    {Thing::once, {OpKind::once_enter, OpKind::once_finish}},
    {Thing::futex, {OpKind::futex_wait, OpKind::futex_wake}},
    {Thing::atomic_a,
     {OpKind::atomic_load, OpKind::atomic_store, OpKind::atomic_rmw, OpKind::atomic_cas}},
    {Thing::atomic_a, {OpKind::atomic_load, OpKind::atomic_store, OpKind::atomic_rmw}},
    {Thing::atomic_b, {OpKind::atomic_load, OpKind::atomic_store, OpKind::atomic_cas}},
    {Thing::atomic_b, {OpKind::fence}},
    {Thing::volatile_a, {OpKind::volatile_read, OpKind::volatile_write}},
};

constexpr uint64_t kMemory = 0x7ffff000 - 24;  // words on both sides of a page's end
constexpr uint64_t kMemoryBytes = 48;

class Generator {
 public:
  explicit Generator(uint64_t seed) : random_(seed) {}

  History history() {
    const size_t themes = 1 + below(3);
    for (size_t i = 0; i < themes; ++i) {
      themes_.push_back(&kThemes[below(std::size(kThemes))]);
    }
    orders_ = below(3);
    frees_ = one_in(4);
    most_accesses_ = 1 + below(4);
    visible_places_ = below(64) & below(64);
    const size_t turns = 6 + below(60);
    for (size_t i = 0; i < turns; ++i) {
      turn();
    }
    return history_;
  }

 private:
  // A step of some thread, and what it does after it.
  void turn() {
    const auto thread = static_cast<event::ThreadId>(below(rules_.threads()));
    const size_t before = rules_.threads();
    if (!add(step_of(thread))) {
      return;
    }
    if (rules_.threads() > before) {
      accesses_of(history_.back().done.other);
    }
    accesses_of(thread);
  }

  void accesses_of(event::ThreadId thread) {
    for (size_t i = below(most_accesses_ + 1); i > 0; --i) {
      add(access_of(thread));
    }
  }

  Act step_of(event::ThreadId thread) {
    Act act;
    act.thread = thread;
    if (const auto due = rules_.due(thread)) {
      act.operation = *due;
      return act;
    }
    const size_t what = below(30);
    if (what < 3 || rules_.threads() == 1) {
      act.operation.kind = OpKind::thread_create;
    } else if (what == 3) {
      act.operation.kind = OpKind::thread_end;
    } else if (what < 6) {
      act.operation.kind = what == 4 ? OpKind::thread_join : OpKind::thread_tryjoin;
      act.operation.thread = static_cast<event::ThreadId>(below(rules_.threads()));
    } else if (what == 6) {
      act.operation.kind = one_in(2) ? OpKind::quiesce : OpKind::yield;
    } else {
      choose_operation(act);
    }
    return act;
  }

  void choose_operation(Act& act) {
    const Theme& theme = *themes_[below(themes_.size())];
    event::Operation& operation = act.operation;
    operation.kind = theme.kinds.begin()[below(theme.kinds.size())];
    const bool locks =
        operation.kind == OpKind::mutex_lock || operation.kind == OpKind::mutex_unlock;
    operation.object =
        id_of(theme.thing == Thing::condition && locks ? Thing::mutex_a : theme.thing);
    operation.mutex =
        operation.kind == OpKind::cond_wait ? id_of(Thing::mutex_a) : event::kNoObject;
    operation.timed = one_in(4);
    operation.argument = operation.kind == OpKind::once_finish ? below(2) : below(3);
    if (operation.kind == OpKind::rwlock_wrlock) {
      operation.argument = 0;
    }
    if (event::is_memory_access(operation.kind)) {
      choose_order(act);
    }
  }

  void choose_order(Act& act) {
    event::Operation& operation = act.operation;
    operation.order = order();
    operation.failure = order();
    act.fails = operation.kind == OpKind::atomic_cas && one_in(3);
    if (operation.kind == OpKind::fence) {
      operation.object = event::kNoObject;
      return;
    }
    const bool is_volatile =
        operation.kind == OpKind::volatile_read || operation.kind == OpKind::volatile_write;
    const bool reads = operation.kind == OpKind::atomic_load ||
                       operation.kind == OpKind::volatile_read || act.fails;
    act.kind = is_volatile ? (reads ? AccessKind::volatile_read : AccessKind::volatile_write)
                           : (reads ? AccessKind::atomic_read : AccessKind::atomic_write);
    act.touches = true;
    act.visible = true;
    act.bytes = 4;
    act.address = kMemory + 8 * (event::index(operation.object) % 3) + 4;
    act.place = below(6);
  }

  Act access_of(event::ThreadId thread) {
    Act act;
    act.what = What::access;
    act.thread = thread;
    act.touches = true;
    act.bytes = uint64_t{1} << below(5);
    act.address = kMemory + below(kMemoryBytes);
    act.place = below(6);
    const size_t what = below(40);
    if (what == 0) {
      act.kind = one_in(2) ? AccessKind::volatile_read : AccessKind::volatile_write;
    } else if (what == 1) {
      act.what = one_in(2) ? What::acquire : What::release;
      act.operation.object = id_of(Thing::annotated);
    } else if (what < 6 && frees_) {
      act.what = one_in(2) ? What::deallocate : What::allocate;
      act.kind = act.what == What::deallocate ? AccessKind::deallocate : AccessKind::allocate;
      act.bytes = one_in(8) ? 10000 : 1 + below(kMemoryBytes);
    } else {
      act.kind = one_in(2) ? AccessKind::read : AccessKind::write;
    }
    if (act.what == What::access && (visible_places_ >> act.place & 1) != 0) {
      make_step(act);
    }
    return act;
  }

  // A place that is a scheduling point.
  static void make_step(Act& act) {
    act.what = What::step;
    act.visible = true;
    act.operation.kind = event::is_write(act.kind) ? OpKind::data_write : OpKind::data_read;
    act.operation.order = MemoryOrder::relaxed;
  }

  // Few orders in some histories, so that more is synchronized.
  MemoryOrder order() {
    static constexpr MemoryOrder kOrders[] = {MemoryOrder::relaxed, MemoryOrder::acquire,
                                              MemoryOrder::release, MemoryOrder::acq_rel,
                                              MemoryOrder::seq_cst, MemoryOrder::consume};
    if (orders_ == 0) {
      return one_in(3) ? MemoryOrder::relaxed : MemoryOrder::seq_cst;
    }
    return kOrders[below(std::size(kOrders))];
  }

  bool add(Act act) {
    if (!rules_.allow(act)) {
      return false;
    }
    rules_.apply(act);
    history_.push_back(act);
    return true;
  }

  uint64_t below(uint64_t limit) { return random_() % limit; }
  bool one_in(uint64_t chances) { return below(chances) == 0; }

  std::mt19937_64 random_;
  Rules rules_;
  History history_;
  std::vector<const Theme*> themes_;
  uint64_t orders_ = 0;
  uint64_t visible_places_ = 0;
  uint64_t most_accesses_ = 0;  // after a step
  bool frees_ = false;
};

}  // namespace

History random_history(uint64_t seed) { return Generator(seed).history(); }

}  // namespace heddle::crosscheck::races
