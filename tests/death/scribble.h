// SPDX-License-Identifier: Apache-2.0
#pragma once

// What can be written to, by what is there: the program's own variables, its heap, the stack above
// the caller, the variables of libc and other libraries but heddle's, or all that /proc/self/maps
// shows as writable, heddle's too.
enum class Region { data, heap, stack, libraries, everything };

// Writes over all of it.  The caller may go on only with what needs no memory.
void scribble(Region region);
