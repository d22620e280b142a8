// SPDX-License-Identifier: Apache-2.0
// Performs a program (program.h) that is given as text, with the real calls.
#include "player.h"

#include "record.h"

#include <cassert>
#include <cstdlib>
#include <thread>

#include <heddle/heddle.h>
#include <pthread.h>
#include <unistd.h>

namespace heddle::live {
namespace {

// Read before main, since this is where every execution begins.
const Program* program;

__attribute__((constructor)) void read_program(int argc, char** argv) {
  program = argc == 2 ? new Program(from_text(argv[1])) : nullptr;
}

pthread_t posix_threads[kMostThreads];
std::thread* threads[kMostThreads];
pthread_key_t keys[kObjects];

void* run_thread(void* number) {
  const int thread = static_cast<int>(reinterpret_cast<intptr_t>(number));
  record_thread(thread);
  run_body('T', thread);
  return nullptr;
}

// Threads of even numbers are those of C++, which allocate memory.
bool is_posix(int thread) { return thread % 2 == 1 || program->has(Code::alloc); }

void create(int thread) {
  void* const number = reinterpret_cast<void*>(static_cast<intptr_t>(thread));
  if (is_posix(thread)) {
    pthread_create(&posix_threads[thread], nullptr, run_thread, number);
  } else {
    threads[thread] = new std::thread(run_thread, number);
  }
}

void join(int thread) {
  if (is_posix(thread)) {
    pthread_join(posix_threads[thread], nullptr);
  } else {
    threads[thread]->join();
  }
}

void detach(int thread) {
  if (is_posix(thread)) {
    pthread_detach(posix_threads[thread]);
  } else {
    threads[thread]->detach();
  }
}

void run_destructor(void* number) {
  run_body('D', static_cast<int>(reinterpret_cast<intptr_t>(number)) - 1);
}

// What ends the thread or the process, or does not return a value.  Whether it was one of these.
bool perform_control(const Op& op, int last) {
  switch (op.code) {
    case Code::create:
      create(op.a);
      return true;
    case Code::join:
      join(op.a);
      return true;
    case Code::detach:
      detach(op.a);
      return true;
    case Code::assume:
      if (last == op.a) {
        record_end(kRecordDropped);
      }
      heddle_assume(last != op.a);
      return true;
    case Code::assert:
      if (last == op.a) {
        record_end(kRecordAborts);
      }
      assert(last != op.a);
      return true;
    case Code::abort:
      record_end(kRecordAborts);
      abort();
    case Code::exit:
      exit(op.a);
    case Code::quit:
      record_end(kRecordExits);
      _exit(op.a);
    case Code::leave:
      pthread_exit(nullptr);
    case Code::destroy:
      perform_destroy(op);
      return true;
    case Code::free:
      free(record_block(op.a));
      return true;
    case Code::specific:
      pthread_setspecific(keys[op.a], reinterpret_cast<void*>(static_cast<intptr_t>(op.a) + 1));
      return true;
    default:
      return false;
  }
}

}  // namespace

void run_body(char kind, int number) {
  const int index = program->body(kind, number);
  if (index < 0) {
    return;
  }
  const Body& body = program->bodies[static_cast<size_t>(index)];
  int last = 0;
  for (size_t i = 0; i < body.ops.size(); ++i) {
    const Op& op = body.ops[i];
    const int at = body.first + static_cast<int>(i);
    int value = 0;
    if (op.code == Code::unless) {
      i += last == op.a ? 0 : static_cast<size_t>(op.b);
    } else if (perform_control(op, last)) {
      value = last;
    } else {
      value = op.code == Code::alloc                ? record_allocation(op.a, malloc(200))
              : class_of(op.code) == Class::effect  ? perform_effect(op)
              : class_of(op.code) == Class::library ? perform_library(op)
                                                    : perform_sync(op);
      last = value;
    }
    record_value(at, value);
  }
}

static int play() {
  record_begin();
  for (pthread_key_t& key : keys) {
    pthread_key_create(&key, run_destructor);
  }
  prepare_effects(*program);
  run_body('T', 0);
  return 0;
}

}  // namespace heddle::live

int main() { return heddle::live::play(); }
