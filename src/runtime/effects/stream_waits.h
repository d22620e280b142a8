// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdio>

// What libc reads for a stream of which the descriptor may wait: a pipe, a socket, a terminal.
//
// The call that follows must not wait in the middle, so what it needs is read into the stream's own
// buffer before, each time when there is something.  A line that is longer than the buffer is
// waited for as far as that goes.
namespace heddle::runtime {

// Until there is a byte, or the end.
void await_byte(FILE* stream, const char* call, const void* site);

// Until there is a line, as many bytes, or the end.
void await_line(FILE* stream, int delimiter, size_t most, const char* call, const void* site);

// Reads as many bytes as fread() does; true if that is the call, and `count` what it returns.
[[nodiscard]] bool read_stream(FILE* stream, void* bytes, size_t size, size_t number,
                               const char* call, const void* site, size_t& count);

}  // namespace heddle::runtime
