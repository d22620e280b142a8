// SPDX-License-Identifier: Apache-2.0

// Whatever is in a trace comes back from its file as it was.
#include "trace/reader.h"
#include "trace/writer.h"

#include <random>

#include <gtest/gtest.h>

namespace heddle::trace {
namespace {

// Traces with anything in them that a trace may hold.
class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  Trace trace() {
    Trace trace;
    trace.heddle = text();
    trace.keyed_hash = text();
    trace.program = {text(), text(), text()};
    trace.directory = text();
    trace.build_id = text();
    trace.environment = {{text(), text()}, {text(), text()}};
    trace.standard_input = text();
    trace.seed = number<uint64_t>();
    trace.start_time = number<int64_t>();
    trace.pool = number<uint32_t>();
    trace.fair_every = number<uint32_t>();
    trace.step_limit = number<uint32_t>();
    trace.execution = number<uint64_t>();
    trace.message = text();
    trace.detail = text();
    trace.memory = text();
    trace.visible = static_cast<Visible>(below(3));
    trace.volatile_sync = flip();
    trace.reuse = flip();
    trace.holds_idle = flip();
    trace.sees_pauses = flip();
    fill(trace.holds, below(3), [this](uint32_t) {
      return event::Hold{number<uint32_t>(), static_cast<uint16_t>(below(99)),
                         static_cast<uint16_t>(below(2))};
    });
    if (below(2) == 0) {
      trace.scoped = true;
      trace.scope_only = below(2) == 0;
      trace.scope.modules = {text(), text()};
      fill(trace.scope.ranges, below(3), [this](uint32_t) {
        return ScopeRange{number<uint64_t>(), number<uint64_t>(), below(2), below(4)};
      });
    }
    trace.ends_at_cycles = flip();
    fill(trace.places, below(3), [this](uint32_t) { return Place{text(), number<uint64_t>()}; });
    fill(trace.shared, below(3), [this](uint32_t) {
      return SharedBytes{number<uint64_t>(), number<uint64_t>()};
    });
    fill(trace.known_races, below(3), [this](uint32_t) { return number<uint64_t>(); });
    trace.wanted_race = flip() ? number<uint64_t>() : 0;
    trace.ignores_races = flip();

    threads_ = 1 + below(5);
    objects_ = 1 + below(5);
    steps_ = below(20);
    stacks_ = below(4);
    trace.failure_stack = below(stacks_ + 1);
    if (flip()) {
      trace.finding = finding();
    }
    fill(trace.accesses, below(event::kMaxAccesses + 1), [this](uint32_t) { return access(); });
    fill(trace.threads, threads_, [this](uint32_t i) { return thread(i); });
    fill(trace.objects, objects_, [this](uint32_t) { return object(); });
    fill(trace.steps, steps_, [this](uint32_t) { return step(); });
    fill(trace.stacks, stacks_, [this](uint32_t) { return stack(); });
    return trace;
  }

 private:
  template <typename Items, typename Make>
  static void fill(Items& items, uint32_t count, Make make) {
    for (uint32_t i = 0; i < count; ++i) {
      items.push_back(make(i));
    }
  }

  event::Finding finding() {
    return {.kind = static_cast<event::FindingKind>(below(12)),
            .misuse = static_cast<event::Misuse>(below(14)),
            .thread = thread_id(),
            .object = object_id(),
            .code = number<int32_t>(),
            .place = number<uint64_t>()};
  }

  event::Access access() {
    return {.kind = static_cast<event::AccessKind>(below(8)),
            .thread = event::ThreadId{below(threads_)},
            .step = below(steps_ + 1),
            .stack = below(stacks_ + 1),
            .bytes = number<uint64_t>(),
            .address = number<uint64_t>(),
            .place = number<uint64_t>()};
  }

  Thread thread(uint32_t index) {
    Thread thread{.creator = thread_id(), .name = text(), .end = {}, .stack = below(stacks_ + 1)};
    thread.end = {.state = static_cast<event::ThreadState>(below(4)),
                  .waits_for_good = flip(),
                  .thread = event::ThreadId{index},
                  .creator = thread.creator,
                  .kind = op_kind(),
                  .object = object_id(),
                  .mutex = object_id(),
                  .target = thread_id(),
                  .holder = thread_id(),
                  .held_since = below(steps_ + 1)};
    return thread;
  }

  Object object() { return {static_cast<event::ObjectKind>(below(9)), text(), flip()}; }

  event::Event step() {
    const auto options = static_cast<uint16_t>(1 + below(65535));
    event::Event step{.thread = event::ThreadId{below(threads_)},
                      .kind = op_kind(),
                      .preemption = flip(),
                      .yielded = flip(),
                      .timed_out = flip(),
                      .misuse = static_cast<event::Misuse>(below(14)),
                      .options = options,
                      .chosen = static_cast<uint16_t>(below(options)),
                      .own = number<uint16_t>(),
                      .alternative = number<uint16_t>(),
                      .alternatives = number<uint16_t>(),
                      .object = object_id(),
                      .other = thread_id(),
                      .mutex = object_id(),
                      .result = number<int32_t>(),
                      .stack = below(stacks_ + 1),
                      .fingerprint = number<uint32_t>()};
    if (event::is_memory_access(step.kind)) {
      step.order = static_cast<event::MemoryOrder>(below(6));
      step.bytes = number<uint32_t>();
      step.value = number<uint64_t>();
    }
    return step;
  }

  Stack stack() {
    Stack stack;
    fill(stack, below(4), [this](uint32_t) {
      return Frame{text(), text(), number<uint32_t>(), text(), flip()};
    });
    return stack;
  }

  event::OpKind op_kind() { return static_cast<event::OpKind>(below(event::kOpKinds)); }
  event::ThreadId thread_id() {
    return flip() ? event::kNoThread : event::ThreadId{below(threads_)};
  }
  event::ObjectId object_id() {
    return flip() ? event::kNoObject : event::ObjectId{below(objects_)};
  }

  std::string text() {
    static const char* const parts[] = {"a", "transfer", "\xff", "\xc3\xa9", "\"\\", "\n", "\x1b"};
    std::string text;
    for (uint32_t i = below(4); i > 0; --i) {
      text += parts[below(7)];
    }
    return flip() ? text + std::string(1, static_cast<char>(random_())) : text;
  }

  // The edges of the type are as likely as all the rest.
  template <typename Integer>
  Integer number() {
    using Limits = std::numeric_limits<Integer>;
    const Integer edges[] = {0, 1, Limits::max(), Limits::min()};
    return flip() ? edges[below(4)] : static_cast<Integer>(random_());
  }

  bool flip() { return below(2) == 0; }
  uint32_t below(uint32_t limit) { return static_cast<uint32_t>(random_() % limit); }

  std::mt19937_64 random_;
  uint32_t threads_ = 1;
  uint32_t objects_ = 1;
  uint32_t steps_ = 0;
  uint32_t stacks_ = 0;
};

auto fields(const Trace& t) {
  return std::tie(t.heddle, t.keyed_hash, t.program, t.directory, t.build_id, t.environment,
                  t.standard_input, t.seed, t.start_time, t.pool, t.fair_every, t.step_limit,
                  t.message, t.detail, t.failure_stack, t.execution, t.stacks, t.memory, t.visible,
                  t.volatile_sync, t.reuse, t.holds_idle, t.sees_pauses, t.holds, t.ends_at_cycles,
                  t.places, t.shared, t.known_races, t.wanted_race, t.ignores_races, t.scoped,
                  t.scope_only, t.scope);
}

auto fields(const event::Event& e) {
  return std::make_tuple(e.thread, e.kind, e.preemption, e.yielded, bool{e.timed_out}, e.misuse,
                         e.options, e.chosen, e.own, e.alternative, e.alternatives, e.object,
                         e.mutex, e.other, e.result, e.stack, e.fingerprint, e.order, e.bytes,
                         e.value);
}

auto fields(const event::Access& a) {
  return std::tie(a.kind, a.thread, a.step, a.stack, a.bytes, a.address, a.place);
}

auto fields(const Thread& t) {
  const event::ThreadEnd& e = t.end;
  return std::tie(t.creator, t.name, t.stack, e.state, e.waits_for_good, e.thread, e.creator,
                  e.kind, e.object, e.mutex, e.target, e.holder, e.held_since, e.stack);
}

auto fields(const Object& o) { return std::tie(o.kind, o.name, o.given); }

auto fields(const event::Finding& f) {
  return std::tie(f.kind, f.misuse, f.thread, f.object, f.code, f.place);
}

template <typename Item>
bool same(const std::vector<Item>& a, const std::vector<Item>& b) {
  return std::ranges::equal(a, b,
                            [](const Item& x, const Item& y) { return fields(x) == fields(y); });
}

bool same(const std::optional<event::Finding>& a, const std::optional<event::Finding>& b) {
  return a.has_value() == b.has_value() && (!a || fields(*a) == fields(*b));
}

TEST(RoundTrip, GivesEveryTraceBackAsItWas) {
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    const Trace written = Generator(seed).trace();
    const base::Result<Trace> read = parse(serialize(written));
    ASSERT_TRUE(read.ok()) << "seed " << seed << ": " << read.error().sentence;
    ASSERT_EQ(fields(read.value()), fields(written)) << "seed " << seed;
    ASSERT_TRUE(same(read.value().threads, written.threads)) << "seed " << seed;
    ASSERT_TRUE(same(read.value().objects, written.objects)) << "seed " << seed;
    ASSERT_TRUE(same(read.value().steps, written.steps)) << "seed " << seed;
    ASSERT_TRUE(same(read.value().finding, written.finding)) << "seed " << seed;
    ASSERT_TRUE(same(read.value().accesses, written.accesses)) << "seed " << seed;
  }
}

TEST(RoundTrip, GivesAnEmptyTraceBack) { EXPECT_TRUE(parse(serialize(Trace{})).ok()); }

// One bit changed anywhere is noticed: before the body by the first line's form,
// in it by the checksum.
TEST(RoundTrip, NoticesEveryChangedBit) {
  const std::string bytes = serialize(Generator(7).trace());
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string changed = bytes;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
    const base::Result<Trace> read = parse(changed);
    // "AF" and "af" are the same checksum.
    EXPECT_TRUE(!read.ok() || std::tolower(bytes[bit / 8]) == std::tolower(changed[bit / 8]))
        << "bit " << bit;
  }
}

TEST(RoundTrip, NoticesEveryMissingEnd) {
  const std::string bytes = serialize(Generator(7).trace());
  for (size_t length = 1; length < bytes.size(); ++length) {
    const base::Result<Trace> read = parse(bytes.substr(0, length), "t.heddle");
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().sentence.find("t.heddle is cut short: "), 0U) << read.error().sentence;
  }
}

}  // namespace
}  // namespace heddle::trace
