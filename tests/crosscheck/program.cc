// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include "base/check.h"

namespace heddle::crosscheck {
namespace {

using event::OpKind;

struct ActInfo {
  std::string_view name;
  OpKind kind;
  bool timed;
};

constexpr ActInfo kActs[] = {
#define X(name, kind, timed) {#name, OpKind::kind, timed},
    HEDDLE_ACTS(X)
#undef X
};

const ActInfo& info(Act act) { return kActs[static_cast<size_t>(act)]; }

std::string_view word_for(sync::MutexType type) {
  switch (type) {
    case sync::MutexType::normal:
      return "normal";
    case sync::MutexType::recursive:
      return "recursive";
    case sync::MutexType::errorcheck:
      return "errorcheck";
  }
  return "?";
}

std::string to_string(const Op& op) {
  std::string text(to_string(op.act));
  const bool waits = operation_of(op.act) == OpKind::cond_wait;
  const bool names_thread = op.act == Act::join || op.act == Act::try_join ||
                            op.act == Act::timed_join || op.act == Act::detach;
  if (has_object(op.act) || names_thread) {
    text += ' ' + std::to_string(op.object);
  }
  if (waits) {
    text += " mutex " + std::to_string(op.mutex);
  } else if (op.act == Act::futex_wake) {
    text += " count " + std::to_string(op.mutex);
  }
  if (op.after != After::nothing) {
    text += ", " + std::string(to_string(op.after));
  }
  if (op.pinned) {
    text = "pinned " + text;
  }
  if (op.stop != Stop::never) {
    return (op.stop == Stop::assume ? "assume (" : "assert (") + text +
           (op.stops_at_zero ? " != 0);" : " == 0);");
  }
  return op.guard ? "if (" + text + " == 0)" : text + ";";
}

}  // namespace

std::string_view to_string(After after) {
  constexpr std::string_view kNames[] = {
#define X(name) #name,
      HEDDLE_AFTERS(X)
#undef X
  };
  return kNames[static_cast<size_t>(after)];
}

std::string_view to_string(Act act) { return info(act).name; }
OpKind operation_of(Act act) { return info(act).kind; }
bool is_timed(Act act) { return info(act).timed; }

bool has_object(Act act) {
  switch (act) {
    case Act::yield:
    case Act::sleep:
    case Act::create:
    case Act::join:
    case Act::try_join:
    case Act::timed_join:
    case Act::detach:
    case Act::choose:
    case Act::exit_process:
      return false;
    default:
      return true;
  }
}

Family family_of(Act act) {
  HEDDLE_CHECK(has_object(act), "only an act on an object should be asked for its family");
  if (act == Act::raise_flag || act == Act::spin_until_flag) {
    return Family::flag;
  }
  constexpr std::pair<OpKind, Family> kFirstKinds[] = {
      {OpKind::atomic_load, Family::memory},   {OpKind::futex_wait, Family::futex},
      {OpKind::once_enter, Family::once},      {OpKind::barrier_arrive, Family::barrier},
      {OpKind::sem_wait, Family::semaphore},   {OpKind::spin_lock, Family::spin},
      {OpKind::rwlock_rdlock, Family::rwlock}, {OpKind::cond_wait, Family::cond},
      {OpKind::mutex_lock, Family::mutex},
  };
  for (const auto& [first, family] : kFirstKinds) {
    if (operation_of(act) >= first) {
      return family;
    }
  }
  HEDDLE_CHECK(false, "every act on an object should belong to a family");
}

size_t op_count(const Program& program) {
  size_t count = 0;
  for (const std::vector<Op>& ops : program.threads) {
    count += ops.size();
  }
  return count;
}

std::string to_string(const Program& program) {
  std::string text;
  for (size_t i = 0; i < kObjectsPerFamily; ++i) {
    text += "  objects " + std::to_string(i) + ": mutex " +
            std::string(word_for(program.mutex_types[i])) + ", semaphore at " +
            std::to_string(program.semaphore_values[i]) + ", barrier for " +
            std::to_string(program.barrier_sizes[i]) + ", rwlock prefers " +
            (program.prefers_writers[i] ? "writers" : "readers") + "\n";
  }
  for (size_t i = 0; i < program.threads.size(); ++i) {
    text += "  thread ";
    text += static_cast<char>('a' + i);
    text += i > 0 && program.creates ? " (created by a):" : ":";
    for (const Op& op : program.threads[i]) {
      text += ' ' + to_string(op);
    }
    text += i == 0 && program.exits ? " exit\n" : " end\n";
  }
  text += program.late_once ? "  who finds a once flag done makes no step\n" : "";
  text += program.ends_pinned ? "  ends are pinned\n" : "";
  text += program.last_ends ? "  the last thread to end is known\n" : "";
  return text;
}

}  // namespace heddle::crosscheck
