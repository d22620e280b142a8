// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/check.h"
#include "explore/arena.h"
#include "explore/execution.h"
#include "explore/explorer.h"
#include "explore/own_arena.h"
#include "explore/subject.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <sys/mman.h>

// What unit tests of strategies and monitors share: an arena in ordinary memory,
// and a program of a few lines that is no program at all.
namespace heddle::explore::testing {

using TestArena = OwnArena;

// What a thread of a fake program does.
inline constexpr event::Operation kStep{};

// Threads that exist from the start; each does so many steps that never block.
// A yielding thread's steps are all yields.
class Counting : public Subject {
 public:
  explicit Counting(std::vector<uint32_t> steps) : steps_(std::move(steps)) {}

  event::Outcome run(Execution& execution) override {
    std::vector<uint32_t> left = steps_;
    for (;;) {
      std::vector<Candidate> candidates;
      for (size_t i = 0; i < left.size(); ++i) {
        if (left[i] > 0) {
          candidates.push_back({.thread = static_cast<event::ThreadId>(i), .operation = &kStep});
        }
      }
      event::Choice choice;
      if (!execution.next(candidates, choice) || !execution.done({})) {
        return execution.outcome();
      }
      --left[event::index(choice.thread)];
    }
  }

 private:
  const std::vector<uint32_t> steps_;
};

// Notes every execution as a word: "aabb" is two steps of thread 0, then two of
// thread 1.
class Words : public Listener {
 public:
  struct Word {
    std::string text;
    uint32_t preemptions;
  };

  void execution_done(std::span<const event::Event> log, uint32_t preemptions) override {
    std::string text;
    for (const event::Event& event : log) {
      text += static_cast<char>('a' + event::index(event.thread));
    }
    words.push_back({text, preemptions});
  }

  std::vector<Word> words;
};

// An arena that processes share.
class SharedArena {
 public:
  explicit SharedArena(const Settings& settings)
      : bytes_(Arena::bytes_wanted(settings.step_limit, size_t{1} << 24)),
        memory_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)),
        arena_(memory_, bytes_, settings) {}
  ~SharedArena() { munmap(memory_, bytes_); }
  SharedArena(const SharedArena&) = delete;
  SharedArena& operator=(const SharedArena&) = delete;

  Arena& operator*() { return arena_; }
  Arena* operator->() { return &arena_; }

 private:
  const size_t bytes_;
  void* const memory_;
  Arena arena_;
};

// Whether each word that is in the journal's care is as it was at the last commit, but for those
// that the journal would put back.
inline bool is_whole(Arena& arena) {
  constexpr size_t kPage = 4096;
  const std::span<std::byte> side = arena.search_side();
  std::vector<unsigned char> touched(side.size() / kPage);
  HEDDLE_CHECK(mincore(side.data(), side.size(), touched.data()) == 0,
               "a test should know which pages it has touched");
  uint64_t sum = 0;
  for (size_t i = 0; i < touched.size(); ++i) {
    if ((touched[i] & 1) != 0) {
      sum += arena.journal.sum_of(i * kPage, (i + 1) * kPage);
    }
  }
  return arena.journal.is_plausible() && arena.journal.is_committed_with(sum);
}

// Memory for the side of an execution.
class Scratch {
 public:
  Scratch() : bytes_(Execution::bytes_needed()) {}
  base::Region region() {
    bytes_.assign(bytes_.size(), std::byte{0});
    return {bytes_.data(), bytes_.size()};
  }

 private:
  std::vector<std::byte> bytes_;
};

// Always the option with that number, or the last one.
class Stubborn final : public PlainStrategy {
 public:
  explicit Stubborn(uint32_t option) : option_(option) {}
  bool begin_execution(Plan& /*plan*/) override { return true; }
  Asks start_execution() override { return Asks::everywhere; }
  uint32_t choose(const event::SchedulePoint& point) override {
    points.emplace_back(point.own, point.options.size());
    return std::min<uint32_t>(option_, static_cast<uint32_t>(point.options.size()) - 1);
  }
  void end_execution(std::span<const event::Event> /*log*/,
                     const event::Outcome& /*outcome*/) override {}
  Coverage coverage() const override { return {}; }
  void start_over() override {}

  std::vector<std::pair<uint16_t, size_t>> points;

 private:
  const uint32_t option_;
};

}  // namespace heddle::explore::testing
