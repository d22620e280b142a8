// SPDX-License-Identifier: Apache-2.0
// Random executions, told to order/ and detect/ as the runtime tells them: the pairs that race
// are those of the naive definition, no fewer and no more.
#include "detect/race.h"
#include "outcome.h"
#include "random_history.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <random>

#include <gtest/gtest.h>
#include <sys/mman.h>

namespace heddle::crosscheck::races {
namespace {

// Both, for all histories: what one leaves behind must not be seen by the next.
class Subject {
 public:
  static Subject& instance() {
    static Subject subject;
    return subject;
  }

  Pairs pairs(const History& history) {
    pairs_.clear();
    order_.begin_execution();
    races_.begin_execution();
    order_.add_thread(event::kMainThread, event::kNoThread);
    for (const Act& act : history) {
      tell(act);
    }
    return pairs_;
  }

 private:
  static base::Region memory() {
    const size_t bytes = order::HappensBefore::bytes_needed() + detect::Races::bytes_needed();
    void* all = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    HEDDLE_CHECK(all != MAP_FAILED, "a test should have address space");
    return {all, bytes};
  }

  void tell(const Act& act) {
    const detect::Races::Now now = races_.now(order_, act.thread);
    switch (act.what) {
      case What::step:
        step(act);
        break;
      case What::access:
        access(act);
        break;
      case What::deallocate:
        if (!races_.deallocate(now, act.address, act.bytes, act.place)) {
          add(act);
        }
        break;
      case What::allocate:
        races_.allocate(act.address, act.bytes);
        break;
      case What::acquire:
        order_.acquire(act.thread, act.operation.object);
        break;
      case What::release:
        order_.release(act.thread, act.operation.object);
        break;
    }
  }

  void step(const Act& act) {
    order_.arrive(act.thread, act.operation, act.done);
    if (act.touches) {
      access(act);
    }
    if (act.operation.kind == event::OpKind::thread_create) {
      order_.add_thread(act.done.other, act.thread);
    }
    order_.depart(act.thread, act.operation, act.done);
  }

  void access(const Act& act) {
    const detect::Races::Now now = races_.now(order_, act.thread);
    if (!races_.access(now, act.address, act.bytes, act.kind, act.place, act.visible)) {
      add(act);
    }
  }

  void add(const Act& act) {
    for (const detect::Races::Found& found : races_.found()) {
      EXPECT_EQ(found.second.thread, act.thread);
      EXPECT_EQ(found.second.address, act.address);
      EXPECT_EQ(found.second.bytes, act.bytes);
      EXPECT_EQ(found.second.kind, act.kind);
      EXPECT_LE(found.first.address, found.address);
      EXPECT_GE(found.first.address + found.first.bytes, found.address + found.bytes);
      Sort first =
          sort_of(found.first.kind, found.first.thread, found.first.place, found.first_visible);
      first.freed = found.use_after_free;
      const uint64_t end = std::min(found.address + found.bytes, kEndOfInterest);
      for (uint64_t byte = found.address; byte < end; ++byte) {
        pairs_.insert({byte, first, event::index(act.thread), found.second.step,
                       act.visible ? act.place + 1 : 0});
      }
    }
  }

  base::Region memory_ = memory();
  order::HappensBefore order_{memory_};
  detect::Races races_{memory_};
  Pairs pairs_;
};

std::string to_string(const Pair& pair) {
  const Sort& first = pair.first;
  return "byte " + std::to_string(pair.byte) + ": " + std::to_string(first.thread) +
         (first.freed   ? " freed"
          : first.write ? " wrote"
                        : " read") +
         (first.atomic ? " atomic" : "") +
         (first.visible ? " visible at " + std::to_string(first.place - 1) : "") + ", then " +
         std::to_string(pair.second_thread) + " at time " + std::to_string(pair.second_time) + "\n";
}

std::string list(std::string_view what, const Pairs& some, const Pairs& others) {
  std::string text;
  for (const Pair& pair : some) {
    text += others.contains(pair) ? "" : std::string(what) + to_string(pair);
  }
  return text;
}

void check(uint64_t first, uint64_t count) {
  if (const char* only = std::getenv("HEDDLE_CROSSCHECK_SEED")) {
    first = std::strtoull(only, nullptr, 10);
    count = 1;
  }
  uint64_t racing = 0;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    const History history = random_history(seed);
    const Pairs naive = naive_pairs(history);
    racing += naive.empty() ? 0 : 1;
    if (found_pairs(history) == naive) {
      continue;
    }
    const History small =
        shrunk(history, [](const History& it) { return found_pairs(it) != naive_pairs(it); });
    ADD_FAILURE() << "HEDDLE_CROSSCHECK_SEED=" << seed << ", shrunk:\n"
                  << to_string(small) << difference(naive_pairs(small), found_pairs(small));
    return;
  }
  // Otherwise little would be shown.
  if (count > 100) {
    EXPECT_GT(racing, count / 4);
    EXPECT_LT(racing, count * 97 / 100);
  }
}

class Races : public ::testing::TestWithParam<uint64_t> {};

TEST_P(Races, AreThoseOfTheDefinition) { check(GetParam() * 2500, 2500); }

INSTANTIATE_TEST_SUITE_P(Seeds, Races, ::testing::Range(uint64_t{0}, uint64_t{4}));

TEST(Soak, RacesOfManyExecutions) {
  std::random_device device;
  check(uint64_t{device()} << 24, 1000000);
}

}  // namespace

Pairs found_pairs(const History& history) { return essential(Subject::instance().pairs(history)); }

Pairs essential(const Pairs& pairs) {
  Pairs result;
  for (const Pair& pair : pairs) {
    const bool is_plain_read = !pair.first.write && !pair.first.atomic && !pair.first.visible;
    Pair write = pair;
    write.first.write = true;
    if (!is_plain_read || !pairs.contains(write)) {
      result.insert(pair);
    }
  }
  return result;
}

std::string difference(const Pairs& expected, const Pairs& found) {
  return list("missed: ", expected, found) + list("invented: ", found, expected);
}

}  // namespace heddle::crosscheck::races
