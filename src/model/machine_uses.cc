// SPDX-License-Identifier: Apache-2.0
// What the invisible code after an operation does to things that threads share outside objects and
// memory.  Whatever order matters shows in state(): what a thread has seen, and what was left.
#include "model/machine.h"

namespace heddle::model {

using event::Resource;
using event::ResourceKind;
using event::ThreadId;
using event::Use;

namespace {

constexpr Resource kThings[] = {{ResourceKind::random},
                                {ResourceKind::environment},
                                {ResourceKind::descriptor, 0},
                                {ResourceKind::descriptor, 1}};
constexpr Resource kBoth{ResourceKind::descriptor};

constexpr size_t kRandom = 0;
constexpr size_t kEnvironment = 1;
constexpr size_t kFirst = 2;
constexpr size_t kSecond = 3;

}  // namespace

void Machine::use(ThreadId thread, const event::Resource& resource, Use use) {
  world_->use(thread, resource, use);
  uses_.push_back({resource, use, world_->time(thread)});
}

void Machine::change(ThreadId thread, size_t thing) {
  use(thread, kThings[thing], Use::changes);
  things_[thing] = static_cast<uint8_t>(things_[thing] * 3 + event::index(thread) + 1);
}

uint8_t Machine::look_at(ThreadId thread, size_t thing) {
  use(thread, kThings[thing], Use::reads);
  uint8_t& noticed = places_[event::index(thread)].noticed;
  noticed = static_cast<uint8_t>(noticed * 5 + things_[thing] + 1);
  return things_[thing];
}

// Whether the next op is left out.
bool Machine::run_code_after(ThreadId thread, const Op& op, const primitive::Effect& effect) {
  const bool loaded = world_->thread(thread).pending.kind == event::OpKind::atomic_load;
  const bool came_to_nothing =
      effect.result != 0 || effect.timed_out || (loaded && effect.value != 0);
  switch (op.after) {
    case After::nothing:
      break;
    case After::change_one:
      change(thread, kRandom);
      break;
    case After::change_other:
      change(thread, kEnvironment);
      break;
    case After::look:
      look_at(thread, kRandom);
      break;
    case After::look_and_change_other:
      if (look_at(thread, kRandom) % 2 != 0) {
        change(thread, kEnvironment);
      }
      break;
    case After::change_one_of_both:
      change(thread, came_to_nothing ? kRandom : kEnvironment);
      break;
    case After::change_if_nothing:
      if (came_to_nothing) {
        change(thread, kRandom);
      }
      break;
    case After::change_first:
      change(thread, kFirst);
      break;
    case After::change_second:
      change(thread, kSecond);
      break;
    case After::look_at_first:
      look_at(thread, kFirst);
      break;
    case After::change_whole:
      use(thread, kBoth, Use::changes);
      change(thread, kFirst);
      change(thread, kSecond);
      break;
    case After::look_at_whole:
      use(thread, kBoth, Use::reads);
      look_at(thread, kFirst);
      look_at(thread, kSecond);
      break;
    case After::skip_if_odd:
      return look_at(thread, kRandom) % 2 != 0;
  }
  return false;
}

// A once flag that is done is passed without a step.
bool Machine::passes_once(ThreadId thread, const Op& op) {
  if (op.act != Act::call_once || !program_->late_once || places_[event::index(thread)].part != 0) {
    return false;
  }
  const primitive::Object& flag = world_->object(object_of(op));
  use(thread, {ResourceKind::once, flag.identity}, Use::reads);
  return flag.once == primitive::OnceState::done;
}

// Which thread is the last to end shows.  It matters when the first one has ended.
void Machine::end_thread(ThreadId thread) {
  if (world_->thread(event::kMainThread).ended) {
    use(thread, {ResourceKind::ending}, Use::changes);
  }
  for (const primitive::Thread& other : world_->threads()) {
    if (!other.ended) {
      return;
    }
  }
  last_ = static_cast<uint8_t>(event::index(thread) + 1);
}

}  // namespace heddle::model
