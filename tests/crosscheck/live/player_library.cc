// SPDX-License-Identifier: Apache-2.0
// Operations of the player that the C++ library makes of atomics and futexes.
#include "player.h"

#include <atomic>
#include <barrier>
#include <future>
#include <latch>
#include <semaphore>
#include <stop_token>

namespace heddle::live {
namespace {

// Never destroyed: destructors would add operations to the end of every program.
struct Objects {
  std::latch latches[2] = {std::latch(1), std::latch(2)};
  std::barrier<> barriers[2] = {std::barrier<>(2), std::barrier<>(3)};
  std::counting_semaphore<8> semaphores[2] = {std::counting_semaphore<8>(0),
                                              std::counting_semaphore<8>(1)};
  std::atomic<int> words[2] = {};
  std::stop_source source;
  std::promise<int> promises[2];
  std::shared_future<int> futures[2] = {promises[0].get_future().share(),
                                        promises[1].get_future().share()};
};

Objects& objects = *new Objects;

int keep_promise(std::promise<int>& promise) {
  try {
    promise.set_value(1);
    return 1;
  } catch (const std::future_error&) {
    return 0;
  }
}

void change(const Op& op) {
  objects.words[op.a].store(op.b);
  if (op.c == 1) {
    objects.words[op.a].notify_one();
  } else {
    objects.words[op.a].notify_all();
  }
}

}  // namespace

int perform_library(const Op& op) {
  switch (op.code) {
    case Code::countdown:
      objects.latches[op.a].count_down();
      return 0;
    case Code::latchtry:
      return objects.latches[op.a].try_wait();
    case Code::latchwait:
      objects.latches[op.a].wait();
      return 0;
    case Code::latcharrive:
      objects.latches[op.a].arrive_and_wait();
      return 0;
    case Code::phase:
      objects.barriers[op.a].arrive_and_wait();
      return 0;
    case Code::acquire:
      objects.semaphores[op.a].acquire();
      return 0;
    case Code::tryacquire:
      return objects.semaphores[op.a].try_acquire();
    case Code::release:
      objects.semaphores[op.a].release();
      return 0;
    case Code::await:
      objects.words[op.a].wait(op.b);
      return 0;
    case Code::notify:
      change(op);
      return 0;
    case Code::stop:
      return objects.source.request_stop();
    case Code::stopped:
      return objects.source.stop_requested();
    case Code::promise:
      return keep_promise(objects.promises[op.a]);
    default: {
      const std::shared_future<int> future = objects.futures[op.a];
      return future.get();
    }
  }
}

}  // namespace heddle::live
