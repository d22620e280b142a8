// SPDX-License-Identifier: Apache-2.0
#include "supervise/recording.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>

#include <gtest/gtest.h>
#include <link.h>
#include <sys/mman.h>

namespace bank {

int totals[4];

}  // namespace bank

namespace heddle::supervise {
namespace {

using event::AccessKind;
using event::ThreadId;

uint64_t address_of(const void* memory) { return reinterpret_cast<uint64_t>(memory); }

// An arena as an execution of this very process would leave it: one thread, on a stack that
// is `stack`, and a finding.
class Recorded : public testing::Test {
 protected:
  static constexpr uint32_t kSteps = 100;
  static constexpr size_t kSearchBytes = 4096;

  Recorded() : bytes_(process::Arena::bytes_wanted(kSteps, kSearchBytes)) {
    memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    explore::Settings settings;
    settings.step_limit = kSteps;
    settings.visible = explore::Visible::all;
    settings.volatile_sync = true;
    arena_.emplace(memory_, bytes_, settings);
    program_.path = std::filesystem::read_symlink("/proc/self/exe").string();
    program_.arguments = {program_.path};
    dl_iterate_phdr(add_executable, &*arena_);
    process::ThreadRecord thread;
    thread.end.thread = ThreadId{0};
    thread.stack_begin = address_of(stack_);
    thread.stack_end = address_of(stack_ + sizeof stack_);
    arena_->threads.push_back(thread);
    arena_->record().outcome.has_finding = true;
    arena_->record().outcome.finding.kind = event::FindingKind::race;
  }
  ~Recorded() override { munmap(memory_, bytes_); }

  // The first module is the executable, and has no name.
  static int add_executable(dl_phdr_info* info, size_t, void* arena) {
    process::ModuleRecord module;
    module.bias = info->dlpi_addr;
    module.begin = UINT64_MAX;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const auto& segment = info->dlpi_phdr[i];
      if (segment.p_type == PT_LOAD) {
        const uint64_t begin = info->dlpi_addr + segment.p_vaddr;
        module.begin = std::min(module.begin, begin);
        module.end = std::max(module.end, begin + segment.p_memsz);
      }
    }
    static_cast<process::Arena*>(arena)->modules.push_back(module);
    return 1;
  }

  void add_access(AccessKind kind, uint32_t thread, const void* address, uint64_t bytes) {
    explore::Record& record = arena_->record();
    record.accesses[record.access_count++] = {.kind = kind,
                                              .thread = ThreadId{thread},
                                              .step = 1,
                                              .bytes = bytes,
                                              .address = address_of(address)};
  }

  trace::Trace recorded() { return recording_of(*arena_, program_, symbols_); }

  char stack_[64] = {};
  size_t bytes_;
  void* memory_;
  Symbols symbols_;
  std::optional<process::Arena> arena_;
  Program program_;
};

TEST_F(Recorded, HasWhatTheAccessesOfAFindingTouched) {
  arena_->log.push_back({.thread = ThreadId{0}, .kind = event::OpKind::atomic_store});
  arena_->log.back().bytes = 4;
  arena_->log.back().value = 7;
  arena_->log.back().order = event::MemoryOrder::release;
  // The second one touches the last two bytes of the first.
  add_access(AccessKind::write, 0, &bank::totals[1], 4);
  add_access(AccessKind::read, 1, reinterpret_cast<char*>(&bank::totals[1]) + 2, 2);
  arena_->stack_words.push_back(1);
  arena_->stack_words.push_back(address_of(reinterpret_cast<const void*>(&add_executable)));
  arena_->record().accesses[1].stack = 1;

  const trace::Trace trace = recorded();
  ASSERT_EQ(trace.accesses.size(), 2U);
  EXPECT_EQ(trace.memory, "bank::totals+6");
  EXPECT_EQ(trace.accesses[0].kind, AccessKind::write);
  EXPECT_EQ(trace.accesses[0].step, 1U);
  EXPECT_EQ(trace.accesses[0].stack, 0U);
  EXPECT_EQ(trace.accesses[1].stack, 1U);
  EXPECT_EQ(trace.threads.size(), 2U);  // one that did not say who it was
  EXPECT_EQ(trace.steps[0].value, 7U);
  EXPECT_EQ(trace.steps[0].bytes, 4U);
  EXPECT_EQ(trace.steps[0].order, event::MemoryOrder::release);
}

TEST_F(Recorded, SaysOnWhoseStackAVariableIs) {
  add_access(AccessKind::write, 0, stack_ + 8, 4);
  EXPECT_EQ(recorded().memory, "the stack of T0");
}

TEST_F(Recorded, NamesNothingOnTheHeap) {
  const std::vector<char> heap(64);
  add_access(AccessKind::write, 0, heap.data(), 4);
  EXPECT_EQ(recorded().memory, "");
}

// A process that dies may leave anything.
TEST_F(Recorded, BelievesNoNumberOfAccessesOrSteps) {
  add_access(AccessKind::write, 0, stack_, 4);
  arena_->record().access_count = 4000;
  arena_->record().accesses[0].step = 4000;
  const trace::Trace trace = recorded();
  EXPECT_EQ(trace.accesses.size(), event::kMaxAccesses);
  EXPECT_EQ(trace.accesses[0].step, 0U);
}

TEST_F(Recorded, HasWhatMakesSchedulingPointsOfAccesses) {
  explore::PlaceRecord place;
  place.offset = 0x1136;
  strcpy(place.module, "/opt/lib/libmail.so");
  arena_->places.push_back(place);
  arena_->shared.push_back({0x80808, 0xf});
  arena_->known_races.push_back(42);
  const trace::Trace trace = recorded();
  EXPECT_EQ(trace.visible, trace::Visible::all);
  EXPECT_TRUE(trace.volatile_sync);
  EXPECT_EQ(trace.places, (std::vector<trace::Place>{{"/opt/lib/libmail.so", 0x1136}}));
  EXPECT_EQ(trace.shared, (std::vector<trace::SharedBytes>{{0x80808, 0xf}}));
  EXPECT_EQ(trace.known_races, std::vector<uint64_t>{42});
}

}  // namespace
}  // namespace heddle::supervise
