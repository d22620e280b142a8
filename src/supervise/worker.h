// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "supervise/exploration.h"
#include "supervise/session.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>

namespace heddle::supervise {

// A session that runs in a thread of ours, or waits to be given something.
class Worker {
 public:
  // What is worth handing over.
  static constexpr uint64_t kEnoughToShare = 16;

  Worker(const Program& program, const Request& request, uint32_t number);
  ~Worker() { join(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  std::optional<base::Error> open();
  std::unique_ptr<Session> take_session() { return std::move(session_); }

  void start();

  // The process of the program ends at its next execution.
  void ask_to_stop();
  [[nodiscard]] bool was_asked() const { return asked_; }

  // Whether it has come to an end since it was started; once.
  bool has_ended();
  [[nodiscard]] const base::Result<verdict::Stopped>& result() const { return *result_; }

  [[nodiscard]] bool is_running() const { return thread_.joinable(); }
  [[nodiscard]] process::Arena& arena() const { return session_->arena(); }
  [[nodiscard]] bool goes_on() const { return session_->goes_on(); }

  // Others are about to have a part of its search, or of the bound that it is at.  From then on it
  // cannot start over alone.
  void note_sharing();
  [[nodiscard]] bool has_shared() const { return arena().kept().shared; }
  [[nodiscard]] bool has_started_over() const {
    return has_shared() && arena().kept().starts != arena().kept().starts_alone;
  }

  [[nodiscard]] uint64_t waiting() const { return arena().counters().coverage.waiting_now; }

  // It runs, and has so much to do that it is worth being stopped for another one.
  [[nodiscard]] bool can_share(Clock::time_point now) const;

  // The search is over, and not only because there is nothing left within the bound.
  [[nodiscard]] bool is_final() const;
  [[nodiscard]] bool has_found_enough() const;
  [[nodiscard]] bool is_ended_by_fairness() const;

 private:
  void join();

  const Program& program_;
  Request request_;
  const uint32_t number_;
  std::unique_ptr<Session> session_;
  std::thread thread_;
  std::atomic<bool> ended_{false};
  std::optional<base::Result<verdict::Stopped>> result_;
  Clock::time_point started_;
  bool asked_ = false;
};

}  // namespace heddle::supervise
