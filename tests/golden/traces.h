// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trace/trace.h"

// Executions as reports meet them.
namespace heddle::golden {

trace::Trace bank();       // two clerks take two accounts in opposite order
trace::Trace buffer();     // a consumer goes on after a time-out, and asserts
trace::Trace handshake();  // two threads that wait for each other, yielding
trace::Trace boot();       // a thread that goes round without yielding
trace::Trace pool();       // twelve threads, and a signal before anybody waits
trace::Trace ledger();     // many steps in no pattern, then a crash
trace::Trace names();      // names as templates, other alphabets and evil make them
trace::Trace unlocker();   // a thread unlocks what another one has locked
trace::Trace counter();    // two threads count, one of them without the lock
trace::Trace mailbox();    // a flag of relaxed order says that there is mail
trace::Trace queue();      // an element is read after another thread has freed it
trace::Trace cache();      // two threads free the same entry

}  // namespace heddle::golden
