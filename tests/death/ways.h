// SPDX-License-Identifier: Apache-2.0
#pragma once

// Does what `way` says; the names are in ways.cc.  A number raises that signal.  Returns if the
// process has survived.
void die(const char* way);
