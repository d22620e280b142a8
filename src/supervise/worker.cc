// SPDX-License-Identifier: Apache-2.0
#include "supervise/worker.h"

#include <chrono>

namespace heddle::supervise {
namespace {

// To stop it and start it again takes some time; what it has left should take longer.
constexpr std::chrono::milliseconds kLongEnough{100};

}  // namespace

Worker::Worker(const Program& program, const Request& request, uint32_t number)
    : program_(program), request_(request), number_(number) {
  request_.onlooker = nullptr;  // who looks on wants to see all of them
}

std::optional<base::Error> Worker::open() {
  base::Result<std::unique_ptr<Session>> opened = Session::open(program_, request_, number_);
  if (!opened.ok()) {
    return opened.error();
  }
  session_ = std::move(opened.value());
  return std::nullopt;
}

void Worker::start() {
  ended_.store(false);
  asked_ = false;
  started_ = Clock::now();
  session_->get_ready();  // here, so that whoever asks it to stop from now on is heard
  thread_ = std::thread([this] {
    result_ = session_->run();
    ended_.store(true);
  });
}

void Worker::note_sharing() {
  explore::Kept& kept = arena().kept();
  if (!kept.shared) {
    arena().journal.save(kept);
    kept.shared = true;
    kept.starts_alone = kept.starts;
    arena().journal.commit();
  }
}

void Worker::ask_to_stop() {
  if (is_running() && !asked_) {
    asked_ = true;
    arena().control().stop.store(1);
  }
}

bool Worker::has_ended() {
  if (!is_running() || !ended_.load()) {
    return false;
  }
  join();
  return true;
}

bool Worker::can_share(Clock::time_point now) const {
  return is_running() && !asked_ && now - started_ > kLongEnough && waiting() >= kEnoughToShare;
}

bool Worker::is_final() const {
  const explore::Counters& counters = arena().counters();
  return !result_->ok() || result_->value() != verdict::Stopped::no ||
         arena().control().damaged.load() != 0 || counters.race_met || counters.shared_lost ||
         counters.refusal.ending == event::Ending::refused;
}

bool Worker::has_found_enough() const {
  return arena().findings.size() >= arena().settings().max_findings;
}

bool Worker::is_ended_by_fairness() const {
  return arena().settings().ends_when_fair && arena().counters().fairness_acted;
}

void Worker::join() {
  if (thread_.joinable()) {
    thread_.join();
  }
}

}  // namespace heddle::supervise
