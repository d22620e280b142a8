// SPDX-License-Identifier: Apache-2.0
#include "process/process_outcome.h"

#include "base/hash.h"

#include <sys/wait.h>

namespace heddle::process {

event::Outcome outcome_of_process(Arena& arena, int wait_status) {
  event::Outcome outcome = arena.record().outcome;
  // It may have ended well, as far as the execution goes, and be killed on its way out.
  const bool died_later =
      outcome.ending == event::Ending::exited && !outcome.has_finding && WIFSIGNALED(wait_status);
  if (outcome.ending != event::Ending::none && !died_later) {
    return outcome;
  }
  if (WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 0) {
    outcome.ending = event::Ending::exited;
    outcome.unseen = event::Unseen::no_word;
    return outcome;
  }
  outcome.ending = event::Ending::failed;
  outcome.has_finding = true;
  outcome.finding.thread = static_cast<event::ThreadId>(arena.control().thread.load());
  if (arena.control().stuck.load() != 0) {
    outcome.finding.kind = event::FindingKind::stuck;
  } else if (WIFSIGNALED(wait_status)) {
    outcome.finding.kind = event::FindingKind::crash;
    outcome.finding.code = WTERMSIG(wait_status);
  } else {
    outcome.finding.kind = event::FindingKind::exit;
    outcome.finding.code = WEXITSTATUS(wait_status);
  }
  outcome.finding.place = base::mix(static_cast<uint64_t>(outcome.finding.code));
  return outcome;
}

}  // namespace heddle::process
