// SPDX-License-Identifier: Apache-2.0
#include "runtime/scenario.h"

#include "runtime/heap/heap.h"
#include "runtime/pins.h"
#include "runtime/raw.h"
#include "runtime/reset/server.h"
#include "runtime/sent_record.h"

#include <new>

namespace heddle::runtime {
namespace {

using event::OpKind;
using event::ThreadId;
using process::Stage;

class DefaultSchedule final : public explore::PlainStrategy {
 public:
  bool begin_execution(explore::Plan& /*plan*/) override { return true; }
  explore::Asks start_execution() override { return explore::Asks::where_planned; }
  uint32_t choose(const event::SchedulePoint& /*point*/) override { return 0; }
  void end_execution(std::span<const event::Event> /*log*/,
                     const event::Outcome& /*outcome*/) override {}
  [[nodiscard]] explore::Coverage coverage() const override { return {}; }
  void start_over() override {}
};

void reach(Stage stage) {
  rt.arena->control().scenario.store(stage);
  send_stage();
}

// What is further up the stack is nothing that a loop in there could go by.
[[gnu::noinline]] void call(ScenarioPart part, void* argument) {
  if (part != nullptr) {
    Fiber& self = current();
    const void* base = self.stack_base;
    self.stack_base = __builtin_frame_address(0);
    part(argument);
    self.stack_base = base;
  }
}

void remember_base() {
  const size_t threads = world().thread_count();
  world().forget_steps();  // which are not in the log of the body
  const size_t bytes = primitive::World::bytes_needed();
  base::Region near(raw_reserve(primitive::World::kNearBytes), primitive::World::kNearBytes);
  base::Region far(raw_reserve(bytes), bytes);
  rt.base.world = primitive::World(near, far);
  rt.base.world.assign(world());
  rt.base.fibers = static_cast<Fiber*>(raw_reserve(threads * sizeof(Fiber)));
  for (size_t i = 0; i < threads; ++i) {
    rt.base.fibers[i] = rt.fibers[i];
  }
  rt.base.generation = rt.generation;
  rt.base.objects = world().object_count();
}

// In place, the execution before has moved on; its threads wait where they did, but
// in a snapshot they do so on stacks that were put back.
void put_back_base() {
  const bool loops = rt.arena->control().reset.load() == explore::Reset::loop;
  if (loops) {
    heap_goes_round();
  }
  begin_session();
  world().assign(rt.base.world);
  for (size_t i = 0; i < rt.base.world.thread_count(); ++i) {
    const void* sp = rt.fibers[i].sp;
    if (loops) {
      rt.fibers[i].random_state = rt.base.fibers[i].random_state;
      rt.fibers[i].children = rt.base.fibers[i].children;
      rt.fibers[i].atomic_depth = rt.base.fibers[i].atomic_depth;
      rt.fibers[i].atomic_begun = rt.base.fibers[i].atomic_begun;
      if (rt.fibers[i].pauses.any || rt.base.fibers[i].pauses.any) [[unlikely]] {
        rt.fibers[i].pauses = rt.base.fibers[i].pauses;
      }
    } else {
      rt.fibers[i] = rt.base.fibers[i];
    }
    if (i == 0) {
      rt.fibers[i].sp = const_cast<void*>(sp);
    }
  }
  begin_pins();
}

void begin_body() {
  rt.phase = Phase::body;
  if (rt.role == Role::worker) {
    put_back_base();
  } else {
    session().change_course(*rt.arena, course());
    ++rt.generation;
    set_active(true);
  }
  if (rt.watch.on) {
    begin_watch_anew();
  }
  session().leftovers.begin_after(rt.base.world.thread_count(), rt.base.objects);
}

void wait_for_quiet(const void* site) { perform({.kind = OpKind::quiesce}, site); }

void end_body(const void* site) {
  wait_for_quiet(site);
  session().execution.exit(0);
  finish_session(session().execution.outcome());
}

[[noreturn]] void end_scenario(ScenarioPart teardown, void* argument) {
  rt.phase = Phase::after;
  reach(Stage::teardown);
  session().change_course(*rt.arena, course());
  set_active(true);
  call(teardown, argument);
  raw_exit(0);
}

}  // namespace

Course quiet_course() {
  static_assert(sizeof(DefaultSchedule) <= sizeof rt.quiet_strategy);
  if (rt.quiet_course.strategy == nullptr) {
    const size_t steps = explore::room_for_steps(rt.arena->settings().step_limit);
    const size_t bytes = steps * sizeof(event::Event) + 128;
    base::Region region(raw_reserve(bytes), bytes);
    rt.quiet_plan = explore::Plan(region, 1);
    rt.quiet_log = explore::Log(region, steps);
    rt.quiet_course = {new (rt.quiet_strategy) DefaultSchedule(), &rt.quiet_plan, &rt.quiet_log};
  }
  return rt.quiet_course;
}

void run_scenario(ScenarioPart setup, ScenarioPart body, ScenarioPart teardown, void* argument,
                  const void* site) {
  if (&current() != &rt.fibers[0] || rt.in_scenario) {
    refuse("heddle_scenario in a scenario, or in another thread than main's");
  }
  rt.in_scenario = true;
  rt.arena->log.clear();
  reach(Stage::setup);
  rt.phase = Phase::before;
  session().change_course(*rt.arena, course());
  call(setup, argument);
  wait_for_quiet(site);
  heap_begins_start();
  remember_base();
  reach(Stage::body);
  const bool served = rt.role == Role::server;
  if (served && rt.arena->settings().threads == explore::Threads::os &&
      world().thread_count() > 1) {
    refuse("threads of a scenario's setup with --threads os (try --reset exec)");
  }
  for (;;) {
    if (served) {
      set_active(false);
      rt.goes_round = true;
      explore_from_here();
      rt.goes_round = false;
    }
    begin_body();
    call(body, argument);
    end_body(site);
    if (rt.tears_down) {
      end_scenario(teardown, argument);
    }
    if (rt.arena->control().reset.load() != explore::Reset::loop || !rt.in_place) {
      leave_execution(0);
    }
  }
}

bool scenario_is_as_before() {
  const primitive::World& before = rt.base.world;
  if (world().holds().size() != before.holds().size()) {
    return false;
  }
  for (size_t i = 0; i < world().thread_count(); ++i) {
    const primitive::Thread& thread = world().thread(static_cast<ThreadId>(i));
    if (i == 0) {
      continue;
    }
    if (i >= before.thread_count()) {
      if (!thread.ended) {
        return false;
      }
      continue;
    }
    const primitive::Thread& then = before.thread(static_cast<ThreadId>(i));
    if (thread.ended != then.ended || thread.announced != then.announced ||
        (then.announced &&
         (thread.pending.kind != then.pending.kind ||
          thread.pending.object != then.pending.object || thread.signalled != then.signalled))) {
      return false;
    }
  }
  return true;
}

}  // namespace heddle::runtime
