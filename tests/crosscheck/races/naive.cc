// SPDX-License-Identifier: Apache-2.0
// Happens-before from its definition: a graph whose nodes are the acts, whose edges are
// program order and synchronizes-with, and whose paths are what is asked for.
//
// A step is three nodes, one after the other: where it acquires, its access, and where it
// releases.
#include "base/check.h"
#include "outcome.h"

#include <algorithm>
#include <bitset>
#include <cerrno>
#include <map>
#include <vector>

namespace heddle::crosscheck::races {
namespace {

using event::OpKind;

constexpr size_t kMostNodes = 1024;
using Nodes = std::bitset<kMostNodes>;

constexpr size_t acquires_at(size_t act) { return 3 * act; }
constexpr size_t accesses_at(size_t act) { return 3 * act + 1; }
constexpr size_t releases_at(size_t act) { return 3 * act + 2; }

class Graph {
 public:
  explicit Graph(const History& history) : history_(history), before_(3 * history.size()) {
    HEDDLE_CHECK(before_.size() <= kMostNodes, "a history should not be too long");
    for (size_t i = 0; i < history_.size(); ++i) {
      add(i);
    }
  }

  [[nodiscard]] bool happens_before(size_t first, size_t second) const {
    return before_[accesses_at(second)][accesses_at(first)];
  }

 private:
  // Edges only lead forward, so what is before a node is known when the node is added.
  void add(size_t act) {
    const event::ThreadId thread = history_[act].thread;
    Nodes& before = before_[acquires_at(act)];
    if (const auto last = last_node_.find(thread); last != last_node_.end()) {
      link(last->second, before);
    }
    for (size_t earlier = 0; earlier < act; ++earlier) {
      if (synchronizes(history_[earlier], history_[act])) {
        link(releases_at(earlier), before);
      }
      const bool created = history_[earlier].what == What::step &&
                           history_[earlier].operation.kind == OpKind::thread_create &&
                           history_[earlier].done.other == thread;
      if (created) {
        link(acquires_at(earlier), before);
      }
    }
    for (const size_t source : atomic_sources(act)) {
      link(source, before);
    }
    link(acquires_at(act), before_[accesses_at(act)]);
    link(accesses_at(act), before_[releases_at(act)]);
    last_node_[thread] = releases_at(act);
  }

  void link(size_t node, Nodes& before) const {
    before |= before_[node];
    before.set(node);
  }

  static bool releases_mutex(const Act& act, event::ObjectId mutex) {
    const bool unlocks =
        act.operation.kind == OpKind::mutex_unlock && act.operation.object == mutex;
    const bool waits = act.operation.kind == OpKind::cond_wait && act.operation.mutex == mutex;
    return unlocks || waits;
  }

  // All but atomics and fences.
  static bool synchronizes(const Act& first, const Act& second) {
    if (second.what == What::acquire) {
      return first.what == What::release;
    }
    if (first.what != What::step || second.what != What::step) {
      return false;
    }
    const event::Operation& one = first.operation;
    const event::Operation& two = second.operation;
    const bool same = one.object == two.object;
    const bool succeeds = second.done.result == 0;
    switch (two.kind) {
      case OpKind::mutex_lock:
      case OpKind::mutex_trylock:
        return succeeds && releases_mutex(first, two.object);
      case OpKind::cond_wake:
        return releases_mutex(first, two.mutex);
      case OpKind::spin_lock:
      case OpKind::spin_trylock:
        return succeeds && same && one.kind == OpKind::spin_unlock;
      case OpKind::rwlock_rdlock:
      case OpKind::rwlock_tryrdlock:
        return succeeds && same && one.kind == OpKind::rwlock_unlock && first.was_writer;
      case OpKind::rwlock_wrlock:
      case OpKind::rwlock_trywrlock:
        return succeeds && same && one.kind == OpKind::rwlock_unlock;
      case OpKind::sem_wait:
      case OpKind::sem_trywait:
        return succeeds && same && one.kind == OpKind::sem_post;
      case OpKind::barrier_leave:
        return same && one.kind == OpKind::barrier_arrive && first.done.round == second.done.round;
      case OpKind::once_enter:
        return same && one.kind == OpKind::once_finish;
      case OpKind::futex_woken:
        return !second.done.timed_out && same && one.kind == OpKind::futex_wake;
      case OpKind::thread_join:
      case OpKind::thread_tryjoin:
        return succeeds && one.kind == OpKind::thread_end && first.thread == two.thread;
      case OpKind::quiesce:
        return one.kind == OpKind::thread_end;
      case OpKind::volatile_read:
        return same && one.kind == OpKind::volatile_write && event::releases(one.order) &&
               event::acquires(two.order);
      default:
        return false;
    }
  }

  // What this act synchronizes with as an atomic operation or a fence that acquires.
  [[nodiscard]] std::vector<size_t> atomic_sources(size_t act) const {
    const Act& sink = history_[act];
    if (sink.what != What::step) {
      return {};
    }
    if (is_read(sink)) {
      const bool acquires =
          event::acquires(sink.fails ? sink.operation.failure : sink.operation.order);
      return acquires ? releases_read_by(act) : std::vector<size_t>();
    }
    std::vector<size_t> all;
    if (sink.operation.kind == OpKind::fence && event::acquires(sink.operation.order)) {
      for (size_t read = 0; read < act; ++read) {
        if (history_[read].thread == sink.thread && is_read(history_[read])) {
          const std::vector<size_t> some = releases_read_by(read);
          all.insert(all.end(), some.begin(), some.end());
        }
      }
    }
    return all;
  }

  // The releases whose release sequence, be it hypothetical, has what that act read.
  [[nodiscard]] std::vector<size_t> releases_read_by(size_t read) const {
    std::vector<size_t> all;
    for (size_t i = read; i-- > 0;) {
      const Act& source = history_[i];
      if (!is_modification(source) || source.operation.object != history_[read].operation.object) {
        continue;
      }
      if (event::releases(source.operation.order)) {
        all.push_back(releases_at(i));
      }
      for (size_t fence = 0; fence < i; ++fence) {
        const Act& act = history_[fence];
        if (act.what == What::step && act.thread == source.thread &&
            act.operation.kind == OpKind::fence && event::releases(act.operation.order)) {
          all.push_back(releases_at(fence));
        }
      }
      if (source.operation.kind == OpKind::atomic_store) {
        break;  // no release sequence from before goes on
      }
    }
    return all;
  }

  static bool is_read(const Act& act) {
    return act.what == What::step &&
           (act.operation.kind == OpKind::atomic_load || act.operation.kind == OpKind::atomic_rmw ||
            act.operation.kind == OpKind::atomic_cas);
  }
  static bool is_modification(const Act& act) {
    return act.what == What::step && (act.operation.kind == OpKind::atomic_store ||
                                      act.operation.kind == OpKind::atomic_rmw ||
                                      (act.operation.kind == OpKind::atomic_cas && !act.fails));
  }

  const History& history_;
  std::vector<Nodes> before_;
  std::map<event::ThreadId, size_t> last_node_;
};

// Steps and releases so far, which is a thread's time.
class Times {
 public:
  explicit Times(const History& history) {
    uint64_t times[kMostThreads] = {};
    for (const Act& act : history) {
      uint64_t& time = times[event::index(act.thread)];
      all_.push_back(time + 1);
      time += act.what == What::step || act.what == What::release ? 1 : 0;
    }
  }
  [[nodiscard]] uint64_t of(size_t act) const { return all_[act]; }

 private:
  std::vector<uint64_t> all_;
};

// What was done to one byte that is in use.
struct Byte {
  std::vector<size_t> accesses;
  bool freed = false;
  Sort freed_by;
};

class Finder {
 public:
  explicit Finder(const History& history) : history_(history), graph_(history), times_(history) {}

  Pairs pairs() {
    for (size_t i = 0; i < history_.size(); ++i) {
      const Act& act = history_[i];
      const bool any = act.touches && act.what != What::acquire && act.what != What::release;
      const uint64_t end = std::min(act.address + act.bytes, kEndOfInterest);
      for (uint64_t byte = act.address; any && byte < end; ++byte) {
        if (act.what == What::allocate) {
          bytes_[byte] = {};
        } else {
          access(i, byte);
        }
      }
    }
    return pairs_;
  }

 private:
  void access(size_t act, uint64_t address) {
    Byte& byte = bytes_[address];
    if (byte.freed) {
      add(address, byte.freed_by, act);
      return;
    }
    for (const size_t earlier : byte.accesses) {
      if (races(earlier, act)) {
        add(address, sort(earlier), act);
      }
    }
    byte.accesses.push_back(act);
    if (history_[act].what == What::deallocate) {
      byte.freed = true;
      byte.freed_by = sort(act);
      byte.freed_by.freed = true;
    }
  }

  [[nodiscard]] bool races(size_t first, size_t second) const {
    const Act& one = history_[first];
    const Act& two = history_[second];
    return one.thread != two.thread && (event::is_write(one.kind) || event::is_write(two.kind)) &&
           !(event::is_atomic(one.kind) && event::is_atomic(two.kind)) &&
           !graph_.happens_before(first, second);
  }

  [[nodiscard]] Sort sort(size_t act) const {
    const Act& it = history_[act];
    return sort_of(it.kind, it.thread, it.place, it.visible);
  }

  void add(uint64_t byte, const Sort& first, size_t act) {
    const Act& it = history_[act];
    pairs_.insert(
        {byte, first, event::index(it.thread), times_.of(act), it.visible ? it.place + 1 : 0});
  }

  const History& history_;
  const Graph graph_;
  const Times times_;
  std::map<uint64_t, Byte> bytes_;
  Pairs pairs_;
};

}  // namespace

Pairs naive_pairs(const History& history) { return essential(Finder(history).pairs()); }

}  // namespace heddle::crosscheck::races
