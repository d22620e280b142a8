// SPDX-License-Identifier: Apache-2.0
#include "model/program.h"

#include "base/check.h"

namespace heddle::model {
namespace {

using event::OpKind;

struct ActInfo {
  std::string_view name;
  OpKind kind;
  bool timed;
};

constexpr ActInfo kActInfos[] = {
#define X(name, kind, timed) {#name, OpKind::kind, timed},
    HEDDLE_ACTS(X)
#undef X
};

const ActInfo& info(Act act) { return kActInfos[static_cast<size_t>(act)]; }

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

bool names_thread(Act act) {
  return act == Act::join || act == Act::try_join || act == Act::timed_join || act == Act::detach;
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

}  // namespace heddle::model
