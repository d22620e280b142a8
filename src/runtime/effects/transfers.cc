// SPDX-License-Identifier: Apache-2.0
#include "runtime/effects/transfers.h"

#include "runtime/descriptor_waits.h"
#include "runtime/effects/uses_of_files.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"

#include <algorithm>
#include <cerrno>

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

namespace heddle::runtime {
namespace {

// As much fits into a pipe or a socket that the kernel calls ready.
constexpr size_t kFits = 4096;
constexpr int kMostPieces = 64;

enum class Way : uint8_t { whole, pipe, socket };

// A datagram is sent as a whole.
Way way_of(int descriptor) {
  struct stat status = {};
  if (!may_wait(descriptor) || raw_syscall(SYS_fstat, descriptor, as_long(&status)) != 0) {
    return Way::whole;
  }
  if (S_ISFIFO(status.st_mode)) {
    return Way::pipe;
  }
  int type = 0;
  socklen_t size = sizeof type;
  const bool is_stream = S_ISSOCK(status.st_mode) &&
                         raw_syscall(SYS_getsockopt, descriptor, SOL_SOCKET, SO_TYPE,
                                     as_long(&type), as_long(&size)) == 0 &&
                         type == SOCK_STREAM;
  return is_stream ? Way::socket : Way::whole;
}

// As much of it as goes in now; or -errno.
long write_now(const Transfer& transfer, Way way, iovec* pieces, int count) {
  if (way == Way::socket) {
    msghdr message = {};
    message.msg_iov = pieces;
    message.msg_iovlen = static_cast<size_t>(count);
    return raw_syscall(SYS_sendmsg, transfer.descriptor, as_long(&message),
                       transfer.flags | MSG_DONTWAIT);
  }
  const WithoutWaiting without(transfer.descriptor);
  return raw_syscall(SYS_writev, transfer.descriptor, as_long(pieces), count);
}

// The pieces without what was written.
void drop_written(iovec*& first, iovec* end, size_t written) {
  while (first != end && written >= first->iov_len) {
    written -= first->iov_len;
    ++first;
  }
  if (first != end) {
    first->iov_base = static_cast<char*>(first->iov_base) + written;
    first->iov_len -= written;
  }
}

ssize_t as_result(long written, long error) {
  if (written > 0 || error == 0) {
    return written;
  }
  errno = static_cast<int>(error);
  return -1;
}

}  // namespace

bool write_in_pieces(const Transfer& transfer, const iovec* pieces, int count, ssize_t& result) {
  if (count <= 0 || count > kMostPieces || !controlled() ||
      is_captured_output(transfer.descriptor, DescriptorUse::writes)) {
    return false;
  }
  iovec left[kMostPieces];
  std::copy_n(pieces, count, left);
  size_t size = 0;
  for (const iovec& piece : left) {
    size += &piece < left + count ? piece.iov_len : 0;
  }
  const Way way = size <= kFits ? Way::whole : way_of(transfer.descriptor);
  if (way == Way::whole) {
    return false;
  }
  iovec* first = left;
  long done = 0;
  long error = 0;
  while (first != left + count && error == 0) {
    const bool ready = await_output(transfer.descriptor, transfer.site);
    note_descriptor(transfer.call, transfer.site, transfer.descriptor, DescriptorUse::writes);
    const auto rest = static_cast<int>(left + count - first);
    const long now = ready ? write_now(transfer, way, first, rest) : -EAGAIN;
    error = now < 0 && (!ready || now != -EAGAIN) ? -now : 0;
    done += std::max(now, 0L);
    drop_written(first, left + count, static_cast<size_t>(std::max(now, 0L)));
  }
  result = as_result(done, error);
  return true;
}

bool write_in_pieces(const Transfer& transfer, const void* bytes, size_t size, ssize_t& result) {
  if (size <= kFits) {
    return false;
  }
  const iovec piece = {const_cast<void*>(bytes), size};
  return write_in_pieces(transfer, &piece, 1, result);
}

}  // namespace heddle::runtime
