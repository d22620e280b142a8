// SPDX-License-Identifier: Apache-2.0
// Of the executions, those whose finding is about accesses to memory.
#include "event/operation.h"
#include "sample.h"
#include "traces.h"

namespace heddle::golden {

using event::AccessKind;
using event::FindingKind;
using event::MemoryOrder;
using event::ObjectId;
using event::ObjectKind;
using event::OpKind;
using event::ThreadId;

trace::Trace counter() {
  Sample s("./counter", "/home/me/counter");
  const uint32_t main = s.thread("main");
  const uint32_t careful = s.thread("careful");
  const uint32_t hasty = s.thread("hasty");
  const uint32_t mu = s.object(ObjectKind::mutex, "mu");
  const uint32_t create = s.place("counter.cc", 24, "main");
  const uint32_t join = s.place("counter.cc", 27, "main");
  const uint32_t lock = s.place("counter.cc", 9, "careful");
  const uint32_t count = s.place("counter.cc", 5, "add", s.place("counter.cc", 10, "careful"));
  const uint32_t read = s.place("counter.cc", 16, "hasty");

  s.trace.visible = trace::Visible::race;
  s.step(main, OpKind::thread_create, create).other = ThreadId{careful};
  s.step(main, OpKind::thread_create, create).other = ThreadId{hasty};
  s.access(AccessKind::read, hasty, read, 4, 0x404040);
  s.step(careful, OpKind::mutex_lock, mu, lock);
  s.access(AccessKind::write, careful, count, 4, 0x404040);
  s.blocked(main, OpKind::thread_join, join).target = ThreadId{careful};
  s.runnable(hasty, OpKind::thread_end, 0);
  s.trace.memory = "totals+8";
  s.finding(FindingKind::race, careful);
  return s.trace;
}

trace::Trace mailbox() {
  Sample s("./mailbox", "/home/me/mailbox");
  const uint32_t main = s.thread("main");
  const uint32_t sender = s.thread("sender");
  const uint32_t reader = s.thread("reader");
  const uint32_t flag = s.object(ObjectKind::memory, "flag");
  const uint32_t slot = s.object(ObjectKind::memory, "");
  const uint32_t head = s.object(ObjectKind::memory, "mailbox<letter>::head_");
  const uint32_t create = s.place("mailbox.cc", 50, "main");
  const uint32_t put = s.place("mailbox.cc", 12, "put");
  const uint32_t fill = s.place("mailbox.cc", 13, "put");
  const uint32_t tell = s.place("mailbox.cc", 14, "put");
  const uint32_t look = s.place("mailbox.cc", 30, "get");
  const uint32_t take = s.place("mailbox.cc", 34, "get");
  const uint32_t clear = s.place("mailbox.cc", 35, "get");

  s.trace.visible = trace::Visible::all;
  s.trace.volatile_sync = true;
  s.trace.places = {{"", 0x1136}, {"/opt/lib/libmail.so", 0x2000}};
  s.trace.shared = {{0x80808, 0xf}};
  s.trace.known_races = {0x123456789abcdef0};
  s.step(main, OpKind::thread_create, create).other = ThreadId{sender};
  s.step(main, OpKind::thread_create, create).other = ThreadId{reader};
  s.access_step(reader, OpKind::atomic_load, flag, look, 0).order = MemoryOrder::acquire;
  auto& first = s.access_step(sender, OpKind::atomic_cas, head, put, 0);
  first.order = MemoryOrder::acq_rel;
  first.bytes = 8;
  s.preempt();
  auto& other = s.access_step(reader, OpKind::atomic_cas, head, look, 0x7ffff7a01040);
  other.bytes = 8;
  other.result = EAGAIN;
  s.access_step(sender, OpKind::atomic_rmw, slot, put, 0xffffffff).order = MemoryOrder::relaxed;
  s.access_step(sender, OpKind::volatile_write, slot, put, 0);
  auto& box = s.access(AccessKind::write, sender, fill, 16, 0x7ffff7a01040);
  box.step = 7;
  s.step(sender, OpKind::fence, fill).order = MemoryOrder::acquire;
  s.step(sender, OpKind::fence, fill);
  s.access_step(sender, OpKind::atomic_store, flag, tell, 1).order = MemoryOrder::relaxed;
  s.access_step(reader, OpKind::volatile_read, slot, look, 3);
  s.access_step(reader, OpKind::data_read, slot, look, 70000);
  s.access_step(reader, OpKind::atomic_load, flag, look, 1).order = MemoryOrder::acquire;
  s.access_step(reader, OpKind::data_write, slot, clear, 0).bytes = 24;
  s.access_step(reader, OpKind::data_read, slot, take, 5);
  s.access(AccessKind::read, reader, take, 4, 0x7ffff7a01048);
  s.runnable(sender, OpKind::atomic_load, tell).object = ObjectId{flag};
  s.runnable(main, OpKind::fence, create);
  s.finding(FindingKind::race, reader).object = ObjectId{slot};
  return s.trace;
}

trace::Trace queue() {
  Sample s("./queue_test", "/home/me/queue");
  const uint32_t main = s.thread("main");
  const uint32_t popper = s.thread("popper");
  const uint32_t reader = s.thread("reader");
  const uint32_t head = s.object(ObjectKind::memory, "queue");
  const uint32_t tail = s.object(ObjectKind::rwlock, "tail_lock");
  const uint32_t create = s.place("queue_test.cc", 60, "main");
  const uint32_t push = s.place("queue.h", 20, "Queue<int>::push", create);
  const uint32_t peek = s.place("queue.h", 40, "Queue<int>::peek");
  const uint32_t use = s.place("queue.h", 41, "Queue<int>::peek");
  const uint32_t pop = s.place("queue.h", 30, "Queue<int>::pop");
  const uint32_t drop = s.place("queue.h", 33, "Queue<int>::pop");

  s.access(AccessKind::allocate, main, push, 32, 0x7ffff7a01040);
  s.step(main, OpKind::thread_create, create).other = ThreadId{popper};
  s.step(main, OpKind::thread_create, create).other = ThreadId{reader};
  s.step(reader, OpKind::rwlock_rdlock, tail, peek);
  auto& load = s.access_step(reader, OpKind::atomic_load, head, peek, 0x7ffff7a01040);
  load.bytes = 8;
  s.preempt();
  auto& taken = s.access_step(popper, OpKind::atomic_cas, head, pop, 0x7ffff7a01040);
  taken.bytes = 8;
  s.access(AccessKind::deallocate, popper, drop, 32, 0x7ffff7a01040);
  s.step(popper, OpKind::thread_end, 0);
  s.step(main, OpKind::thread_join, create).other = ThreadId{popper};
  s.access_step(reader, OpKind::atomic_load, head, peek, 0).bytes = 8;
  s.access(AccessKind::read, reader, use, 8, 0x7ffff7a01050);
  s.blocked(main, OpKind::thread_join, create).target = ThreadId{reader};
  s.finding(FindingKind::use_after_free, reader);
  return s.trace;
}

trace::Trace cache() {
  Sample s("./cache", "/home/me/cache");
  const uint32_t main = s.thread("main");
  const uint32_t first = s.thread("evict");
  const uint32_t second = s.thread("evict");
  const uint32_t mu = s.object(ObjectKind::mutex, "mu");
  const uint32_t create = s.place("cache.c", 40, "main");
  const uint32_t find = s.place("cache.c", 15, "evict");
  const uint32_t drop = s.place("cache.c", 20, "evict");

  s.step(main, OpKind::thread_create, create).other = ThreadId{first};
  s.step(main, OpKind::thread_create, create).other = ThreadId{second};
  s.access(AccessKind::allocate, main, create, 4096, 0x7ffff7a02000);
  for (const uint32_t thread : {first, second}) {
    s.step(thread, OpKind::mutex_lock, mu, find);
    s.step(thread, OpKind::mutex_unlock, mu, find);
    s.access(AccessKind::deallocate, thread, drop, 4096, 0x7ffff7a02000);
  }
  s.runnable(first, OpKind::thread_end, 0);
  s.blocked(main, OpKind::thread_join, create).target = ThreadId{first};
  s.finding(FindingKind::double_free, second);
  return s.trace;
}

}  // namespace heddle::golden
