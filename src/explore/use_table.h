// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event/resource.h"
#include "explore/arena.h"

#include <cstdint>

namespace heddle::explore {

// So many different things a step may use; of more of them, the whole kind is taken.
inline constexpr uint32_t kMostNamedUses = 32;

// The last step of the execution under way, or the code after it, uses this.
void add_use(Arena& arena, const event::Resource& resource, event::Use use);

// The uses of an execution that has ended, from now on by numbers that mean the same in all
// executions: equal ones for steps that have used the same in the same order.  False if there is
// no room, or they are none that add_use() writes.
//
// They are in the journal: after a rollback a number may stand for something else.
[[nodiscard]] bool keep_uses(Arena& arena);

// Undoes keep_uses(): the uses of the execution by numbers of its own again, which a rollback does
// not touch.
void recall_uses(Arena& arena);

// After a rollback: it stays known that steps use something.  Reductions have to know that from
// their beginning.
void remember_uses(Arena& arena);

}  // namespace heddle::explore
