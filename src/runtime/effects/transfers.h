// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <sys/types.h>
#include <sys/uio.h>

// Writes to pipes and sockets of more than there is sure to be room for: piece by piece, each when
// there is room.  Between two pieces other threads go on, as they do when the kernel waits in the
// middle of such a call.
namespace heddle::runtime {

struct Transfer {
  const char* call;
  const void* site;
  int descriptor;
  int flags;  // of a send
};

// True if the call was made so; `result` is what it returns, and errno is set.
[[nodiscard]] bool write_in_pieces(const Transfer& transfer, const void* bytes, size_t size,
                                   ssize_t& result);
[[nodiscard]] bool write_in_pieces(const Transfer& transfer, const iovec* pieces, int count,
                                   ssize_t& result);

}  // namespace heddle::runtime
