// SPDX-License-Identifier: Apache-2.0
#include "runtime/sent_record.h"

#include "base/check.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <algorithm>

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>

namespace heddle::runtime {
namespace {

std::byte* arena_begin() {
  return const_cast<std::byte*>(reinterpret_cast<const std::byte*>(&rt.arena->settings()));
}

long offset_of(const void* place) {
  return static_cast<long>(static_cast<const std::byte*>(place) - arena_begin());
}

// A program may limit the size of files; the arena is none of its own.
class NoLimit {
 public:
  NoLimit() {
    raw_syscall(SYS_prlimit64, 0, RLIMIT_FSIZE, 0, as_long(&before_));
    const rlimit most{before_.rlim_max, before_.rlim_max};
    change_to(most);
  }
  ~NoLimit() { change_to(before_); }
  NoLimit(const NoLimit&) = delete;
  NoLimit& operator=(const NoLimit&) = delete;

 private:
  void change_to(const rlimit& limit) const {
    if (before_.rlim_cur != before_.rlim_max) {
      raw_syscall(SYS_prlimit64, 0, RLIMIT_FSIZE, as_long(&limit), 0);
    }
  }

  rlimit before_ = {};
};

void send(const void* from, size_t bytes) {
  raw_syscall(SYS_pwrite64, rt.arena_file, as_long(from), static_cast<long>(bytes),
              offset_of(from));
}

template <typename T>
void send(const T& value) {
  send(&value, sizeof value);
}

void send_last_steps(const explore::Log& log) {
  const size_t size = log.size();
  const size_t count = std::min<size_t>(size, 2);
  if (size > log.capacity()) {
    return;
  }
  if (count != 0) {
    send(log.end() - count, count * sizeof(event::Event));
  }
  if (size != rt.sent.log) {
    send(log.size_word());
    rt.sent.log = size;
  }
}

// Which thread runs, and the heartbeat, which is next to it.
void send_progress(const process::Control& control) {
  const auto* begin = reinterpret_cast<const std::byte*>(&control.thread);
  const auto* end = reinterpret_cast<const std::byte*>(&control.heartbeat + 1);
  send(begin, static_cast<size_t>(end - begin));
}

// Elements are written before the size that makes them count.
template <typename T>
void send_new(const base::List<T>& list, size_t& sent) {
  const size_t size = list.size();
  if (size == sent || size > list.capacity()) {
    return;
  }
  const size_t from = sent < size ? sent : 0;
  send(list.begin() + from, (size - from) * sizeof(T));
  send(list.size_word());
  sent = size;
}

}  // namespace

void detach_arena() {
  const std::span<std::byte> others = rt.arena->search_side();
  const long bytes = others.data() - arena_begin();
  const long mapped = raw_syscall(SYS_mmap, as_long(arena_begin()), bytes, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, rt.arena_file, 0);
  HEDDLE_CHECK(mapped == as_long(arena_begin()), "the arena should be mapped once more");
  raw_syscall(SYS_mprotect, as_long(others.data()), static_cast<long>(others.size()), PROT_READ);
  rt.detached = true;
  rt.slow_steps = true;
  settle_slow_turns();
}

void send_steps() {
  if (!rt.detached) {
    return;
  }
  const NoLimit no_limit;
  process::Arena& arena = *rt.arena;
  send_new(arena.stack_words, rt.sent.stack_words);
  send_new(arena.objects, rt.sent.objects);
  send_new(arena.names, rt.sent.names);
  send_new(arena.modules, rt.sent.modules);
  send_new(arena.threads, rt.sent.threads);
  send_new(arena.uncontrolled, rt.sent.uncontrolled);
  send_new(arena.variables, rt.sent.variables);
  send_new(arena.effects, rt.sent.effects);
  send_new(arena.foreign, rt.sent.foreign);
  send_new(arena.newly_shared, rt.sent.newly_shared);
  send_new(arena.waiting, rt.sent.waiting);
  send_new(arena.fairness, rt.sent.fairness);
  send_new(arena.loaded, rt.sent.loaded);
  send_new(arena.instrumented, rt.sent.instrumented);
  send_new(arena.uses_now, rt.sent.uses);
  send_new(arena.await_sites_now, rt.sent.await_sites);
  send_new(arena.holds, rt.sent.holds);
  rt.sent.awaits = 0;  // what was noted last of the same is right
  send_new(arena.awaits_now, rt.sent.awaits);
  send_new(arena.race_threads, rt.sent.race_threads);
  send_new(arena.races, rt.sent.races);
  // A step is told several times: when it is chosen, when it is done, and when the next one is
  // chosen, as it may have used something in between.
  if (rt.phase == Phase::program || rt.phase == Phase::body) {
    send_last_steps(arena.log);
  }
  send_progress(arena.control());
}

void send_record() {
  if (rt.detached) {
    send_steps();
    const NoLimit no_limit;
    if (rt.arena->details().are_any(rt.arena->record())) {
      send(rt.arena->details());
    }
    send(rt.arena->record());
  }
}

void send_stage() {
  if (rt.detached) {
    send_steps();
    send(rt.arena->control().scenario);
  }
}

bool is_called_stuck() {
  const std::atomic<uint32_t>& stuck = rt.arena->control().stuck;
  if (!rt.detached) {
    return stuck.load() != 0;
  }
  uint32_t value = 0;
  raw_syscall(SYS_pread64, rt.arena_file, as_long(&value), sizeof value, offset_of(&stuck));
  return value != 0;
}

}  // namespace heddle::runtime
