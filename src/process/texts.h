// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/list.h"
#include "process/records.h"

// Lists of short texts in shared memory, each text once.
namespace heddle::process {

// Adds `text` unless it is there already or there is no room.  Lists of texts are in no journal,
// and only grow: who is killed while it adds one leaves a text without a check behind the last one,
// or a whole one.
void add_text(base::List<TextRecord>& texts, const char* text);
void add_texts(const base::List<TextRecord>& from, base::List<TextRecord>& to);

// Both only grow, and one has what the other has.
void keep_texts(const base::List<TextRecord>& texts, base::List<TextRecord>& kept);

// Whether there is one behind the last that only the size does not tell of yet.
[[nodiscard]] bool has_one_more(const base::List<TextRecord>& texts);

// Whether they are as add_text() leaves them.
[[nodiscard]] bool are_whole(const base::List<TextRecord>& texts);

}  // namespace heddle::process
