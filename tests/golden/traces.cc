// SPDX-License-Identifier: Apache-2.0
#include "traces.h"

#include "event/operation.h"
#include "sample.h"

#include <cerrno>
#include <csignal>

namespace heddle::golden {

using event::FindingKind;
using event::ObjectId;
using event::ObjectKind;
using event::OpKind;
using event::ThreadId;

trace::Trace bank() {
  Sample s("./bank", "/home/me/bank");
  const uint32_t main = s.thread("main");
  const uint32_t first = s.thread("clerk");
  const uint32_t second = s.thread("clerk");
  const uint32_t a = s.object(ObjectKind::mutex, "accounts");
  const uint32_t b = s.object(ObjectKind::mutex, "accounts+48");
  const uint32_t create = s.place("bank.c", 31, "main");
  const uint32_t join = s.place("bank.c", 34, "main");
  const uint32_t clerk = s.place("bank.c", 22, "clerk");
  const uint32_t from = s.place("bank.c", 12, "transfer", clerk);
  const uint32_t to = s.place("bank.c", 13, "transfer", clerk);

  s.step(main, OpKind::thread_create, create).other = ThreadId{first};
  s.step(main, OpKind::thread_create, create).other = ThreadId{second};
  s.step(first, OpKind::mutex_lock, a, from);
  s.preempt().step(second, OpKind::mutex_lock, b, from);

  auto& first_end = s.blocked(first, OpKind::mutex_lock, to);
  first_end.object = ObjectId{b};
  first_end.holder = ThreadId{second};
  first_end.held_since = 4;
  auto& second_end = s.blocked(second, OpKind::mutex_lock, to);
  second_end.object = ObjectId{a};
  second_end.holder = ThreadId{first};
  second_end.held_since = 3;
  s.blocked(main, OpKind::thread_join, join).target = ThreadId{first};
  s.finding(FindingKind::deadlock);
  return s.trace;
}

trace::Trace buffer() {
  Sample s("./buffer_test", "/home/me/buffer");
  s.trace.program.emplace_back("--items=2");
  const uint32_t main = s.thread("main");
  const uint32_t producer = s.thread("producer");
  const uint32_t consumer = s.thread("consumer");
  const uint32_t mu = s.object(ObjectKind::mutex, "buffer");
  const uint32_t cv = s.object(ObjectKind::cond, "buffer+40");
  const uint32_t create = s.place("src/buffer_test.cc", 40, "main");
  const uint32_t join = s.place("src/buffer_test.cc", 42, "main");
  const uint32_t take = s.place("src/buffer_test.cc", 30, "consumer");
  const uint32_t pop = s.place("src/buffer.cc", 17, "Buffer<int>::pop_for", take);
  const uint32_t wait = s.place("src/buffer.cc", 18, "Buffer<int>::pop_for", take);
  const uint32_t fails = s.place("src/buffer.cc", 21, "Buffer<int>::pop_for", take);
  const uint32_t push = s.place("src/buffer.cc", 9, "Buffer<int>::push");

  s.step(main, OpKind::thread_create, create).other = ThreadId{producer};
  s.step(main, OpKind::thread_create, create).other = ThreadId{consumer};
  s.step(producer, OpKind::mutex_trylock, mu, push);
  s.preempt().step(consumer, OpKind::mutex_trylock, mu, pop).result = EBUSY;
  s.step(consumer, OpKind::yield, pop).yielded = true;
  s.step(producer, OpKind::cond_signal, cv, push);
  s.step(producer, OpKind::mutex_unlock, mu, push);
  s.step(consumer, OpKind::mutex_lock, mu, pop);
  s.step(consumer, OpKind::cond_wait, cv, wait).mutex = ObjectId{mu};
  auto& wake = s.step(consumer, OpKind::cond_wake, cv, wait);
  wake.mutex = ObjectId{mu};
  wake.timed_out = true;

  s.trace.stacks.push_back(
      {{"__pthread_kill_implementation", "./nptl/pthread_kill.c", 44,
        "/lib/x86_64-linux-gnu/libc.so.6", true},
       {"abort", "./stdlib/abort.c", 79, "/lib/x86_64-linux-gnu/libc.so.6", true}});
  for (const trace::Frame& frame : trace::stack_at(s.trace, fails)) {
    s.trace.stacks.back().push_back(frame);
  }
  s.trace.failure_stack = static_cast<uint32_t>(s.trace.stacks.size());
  s.trace.detail =
      "buffer_test: src/buffer.cc:21: int Buffer<int>::pop_for(Duration): "
      "Assertion `count > 0' failed.\n";
  s.runnable(producer, OpKind::thread_end, push);
  s.blocked(main, OpKind::thread_join, join).target = ThreadId{producer};
  s.runnable(consumer, OpKind::yield, fails);
  s.finding(FindingKind::assertion, consumer).code = SIGABRT;
  return s.trace;
}

trace::Trace handshake() {
  Sample s("./handshake", "/home/me/handshake");
  const uint32_t main = s.thread("main");
  const uint32_t left = s.thread("left");
  const uint32_t right = s.thread("right");
  const uint32_t mu = s.object(ObjectKind::mutex, "");
  const uint32_t create = s.place("handshake.cc", 25, "main");
  const uint32_t join = s.place("handshake.cc", 27, "main");
  const uint32_t look = s.place("handshake.cc", 12, "wait_for_other");
  const uint32_t leave = s.place("handshake.cc", 14, "wait_for_other");
  const uint32_t rest = s.place("handshake.cc", 16, "wait_for_other");

  s.step(main, OpKind::thread_create, create).other = ThreadId{left};
  s.step(main, OpKind::thread_create, create).other = ThreadId{right};
  while (s.trace.steps.size() < 1000) {
    for (const uint32_t who : {left, right}) {
      s.step(who, OpKind::mutex_lock, mu, look);
      s.step(who, OpKind::mutex_unlock, mu, leave);
      s.step(who, OpKind::yield, rest).yielded = true;
    }
  }
  s.blocked(main, OpKind::thread_join, join).target = ThreadId{left};
  s.runnable(left, OpKind::mutex_lock, look).object = ObjectId{mu};
  s.runnable(right, OpKind::mutex_lock, look).object = ObjectId{mu};
  s.finding(FindingKind::livelock);
  return s.trace;
}

trace::Trace boot() {
  Sample s("./boot", "/home/me/boot");
  const uint32_t main = s.thread("main");
  const uint32_t boot = s.thread("boot");
  const uint32_t disk = s.thread("disk");
  const uint32_t mu = s.object(ObjectKind::mutex, "pending");
  const uint32_t create = s.place("boot.c", 44, "main");
  const uint32_t join = s.place("boot.c", 47, "main");
  const uint32_t dispatch = s.place("boot.c", 30, "dispatch");
  const uint32_t halt = s.place("boot.c", 14, "halt", dispatch);
  const uint32_t look = s.place("boot.c", 21, "is_pending", dispatch);

  s.step(main, OpKind::thread_create, create).other = ThreadId{boot};
  s.step(main, OpKind::thread_create, create).other = ThreadId{disk};
  for (int i = 0; i < 100; ++i) {
    for (const uint32_t place : {halt, look}) {
      s.step(boot, OpKind::mutex_lock, mu, place);
      s.step(boot, OpKind::mutex_unlock, mu, place);
    }
  }
  s.step(boot, OpKind::mutex_lock, mu, halt);
  s.blocked(main, OpKind::thread_join, join).target = ThreadId{boot};
  s.runnable(boot, OpKind::mutex_unlock, halt).object = ObjectId{mu};
  s.runnable(disk, OpKind::thread_end, look);
  s.finding(FindingKind::livelock, boot);
  return s.trace;
}

trace::Trace pool() {
  Sample s("./pool_test", "/home/me/pool");
  const uint32_t main = s.thread("main");
  for (int i = 1; i < 12; ++i) {
    s.thread("worker");
  }
  const uint32_t mu = s.object(ObjectKind::mutex, "pool+8");
  const uint32_t cv = s.object(ObjectKind::cond, "pool+48");
  const uint32_t create = s.place("pool_test.cc", 51, "main");
  const uint32_t signal = s.place("pool.cc", 33, "Pool::add");
  const uint32_t lock = s.place("pool.cc", 12, "Pool::work");
  const uint32_t wait = s.place("pool.cc", 14, "Pool::work");
  const uint32_t join = s.place("pool.cc", 40, "Pool::~Pool");

  for (uint32_t i = 1; i < 12; ++i) {
    s.step(main, OpKind::thread_create, create).other = ThreadId{i};
  }
  s.step(1, OpKind::mutex_lock, mu, lock);
  s.step(1, OpKind::cond_wait, cv, wait).mutex = ObjectId{mu};
  s.step(main, OpKind::cond_signal, cv, signal).other = ThreadId{1};
  s.step(main, OpKind::cond_signal, cv, signal);
  s.step(1, OpKind::cond_wake, cv, wait).mutex = ObjectId{mu};
  s.step(1, OpKind::mutex_unlock, mu, wait);
  s.step(1, OpKind::thread_end, wait);
  s.step(main, OpKind::thread_join, join).other = ThreadId{1};
  for (uint32_t i = 2; i < 12; ++i) {
    s.step(i, OpKind::mutex_lock, mu, lock);
    s.step(i, OpKind::cond_wait, cv, wait).mutex = ObjectId{mu};
    auto& end = s.blocked(i, OpKind::cond_wake, wait);
    end.object = ObjectId{cv};
    end.mutex = ObjectId{mu};
  }
  s.blocked(main, OpKind::thread_join, join).target = ThreadId{2};
  s.finding(FindingKind::deadlock);
  return s.trace;
}

trace::Trace ledger() {
  Sample s("/opt/ledger/bin/ledger_test", "/home/me/ledger");
  const uint32_t main = s.thread("main");
  const uint32_t writer = s.thread("writer");
  const uint32_t books = s.object(ObjectKind::rwlock, "books");
  const uint32_t rows = s.object(ObjectKind::semaphore, "rows");
  const uint32_t create = s.place("ledger_test.cc", 80, "main");
  const uint32_t entry = s.place("ledger.cc", 101, "Ledger::enter");
  const uint32_t sum = s.place("ledger.cc", 140, "Ledger::sum");
  const uint32_t crash =
      s.place("ledger.cc", 143, "Ledger::sum", s.place("ledger_test.cc", 84, "main"));

  s.step(main, OpKind::thread_create, create).other = ThreadId{writer};
  // The rounds differ in no pattern, so that none of them is folded as a loop.
  uint32_t random = 1;
  for (uint32_t round = 1; round <= 60; ++round) {
    random = random * 1664525 + 1013904223;
    for (uint32_t posts = 1 + (random >> 30); posts > 0; --posts) {
      s.step(main, OpKind::sem_post, rows, create);
    }
    if (round == 25) {
      s.preempt();
    }
    s.step(writer, OpKind::rwlock_wrlock, books, entry);
    s.step(writer, OpKind::sem_trywait, rows, entry).result = random >> 29 == 0 ? EAGAIN : 0;
    s.step(writer, OpKind::rwlock_unlock, books, entry);
  }
  s.step(main, OpKind::rwlock_rdlock, books, sum);
  s.trace.failure_stack = crash;
  s.runnable(writer, OpKind::rwlock_wrlock, entry).object = ObjectId{books};
  s.runnable(main, OpKind::rwlock_unlock, crash);
  s.finding(FindingKind::crash, main).code = SIGSEGV;
  return s.trace;
}

trace::Trace names() {
  Sample s("./names", "/home/me/a rather long directory/with/many/levels");
  const uint32_t main = s.thread("main");
  const uint32_t kanji = s.thread("\xe7\xb9\x94\xe6\xa9\x9f");
  const uint32_t evil = s.thread("evil\x1b[31m\xff\n");
  const uint32_t mu =
      s.object(ObjectKind::mutex, "app::registry<app::tenant_id, app::connection_pool>::lock_+184");
  const uint32_t cafe = s.object(ObjectKind::semaphore, "caf\xc3\xa9");
  const uint32_t create = s.place("source/a_file_with_quite_a_long_name_indeed.cc", 1234, "main");
  const uint32_t lock =
      s.place("x.cc", 7, "app::registry<...>::with_connection<...>::{lambda#1}::operator()");

  s.step(main, OpKind::thread_create, create).other = ThreadId{kanji};
  s.step(main, OpKind::thread_create, create).other = ThreadId{evil};
  s.step(kanji, OpKind::sem_post, cafe, lock);
  s.step(evil, OpKind::mutex_lock, mu, lock);
  auto& end = s.blocked(evil, OpKind::mutex_lock, lock);
  end.object = ObjectId{mu};
  end.holder = ThreadId{evil};
  end.held_since = 4;
  s.blocked(main, OpKind::thread_join, create).target = ThreadId{evil};
  s.finding(FindingKind::deadlock);
  return s.trace;
}

trace::Trace unlocker() {
  Sample s("./unlocker", "/home/me/unlocker");
  const uint32_t main = s.thread("main");
  const uint32_t helper = s.thread("helper");
  const uint32_t mu = s.object(ObjectKind::mutex, "mu");
  const uint32_t create = s.place("unlocker.c", 20, "main");
  const uint32_t lock = s.place("unlocker.c", 21, "main");
  const uint32_t unlock = s.place("unlocker.c", 9, "helper");

  s.step(main, OpKind::thread_create, create).other = ThreadId{helper};
  s.step(main, OpKind::mutex_lock, mu, lock);
  s.runnable(helper, OpKind::mutex_unlock, unlock).object = ObjectId{mu};
  s.blocked(main, OpKind::thread_join, lock).target = ThreadId{helper};
  auto& finding = s.finding(FindingKind::misuse, helper);
  finding.misuse = event::Misuse::unlock_not_owner;
  finding.object = ObjectId{mu};
  return s.trace;
}

}  // namespace heddle::golden
