// SPDX-License-Identifier: Apache-2.0
#include "runtime/effects/stream_waits.h"

#include "runtime/descriptor_waits.h"
#include "runtime/effects/uses_of_files.h"
#include "runtime/raw.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

#include <algorithm>
#include <cstring>

namespace heddle::runtime {
namespace {

// Of glibc's flags; it promises them to old programs.
constexpr int kNoReads = 0x0004;
constexpr int kEndSeen = 0x0010;
constexpr int kErrorSeen = 0x0020;
constexpr int kInBackup = 0x0100;
constexpr int kPutting = 0x0800;

size_t ready_bytes(const FILE* stream) {
  return static_cast<size_t>(stream->_IO_read_end - stream->_IO_read_ptr);
}

// Whether it reads bytes in the plain way.
bool is_plain(const FILE* stream) {
  return stream->_mode <= 0 && (stream->_flags & (kInBackup | kPutting | kNoReads)) == 0;
}

bool is_awaited(const FILE* stream) {
  return stream->_fileno >= 0 && controlled() && may_wait(stream->_fileno);
}

bool does_another_read(const void* stream) {
  for (size_t i = 0; i < world().thread_count(); ++i) {
    if (&rt.fibers[i] != &current() && rt.fibers[i].reads_stream == stream) {
      return true;
    }
  }
  return false;
}

bool is_left(const CallWait& wait) {
  for (size_t i = 0; i < world().thread_count(); ++i) {
    if (as_long(rt.fibers[i].reads_stream) == wait.a) {
      return false;
    }
  }
  return true;
}

// One thread at a time reads from a stream: libc holds its lock until the call is over.
class StreamTurn {
 public:
  StreamTurn(const FILE* stream, const void* site) {
    announce_first_effect(site);
    while (does_another_read(stream)) {
      CallWait wait = {.what = CallWait::What::stream, .is_over = is_left, .a = as_long(stream)};
      (void)await_call(wait, std::nullopt, site);
    }
    current().reads_stream = stream;
  }
  ~StreamTurn() { current().reads_stream = nullptr; }
  StreamTurn(const StreamTurn&) = delete;
  StreamTurn& operator=(const StreamTurn&) = delete;
};

// libc's own, which reads once into an empty buffer.
int fill(FILE* stream) {
  static void* underflow = nullptr;
  if (underflow == nullptr) {
    underflow = find_next_function("__underflow");
  }
  return reinterpret_cast<int (*)(FILE*)>(underflow)(stream);
}

// As much as there is room for behind what is there.  False at the end, and where there is none.
bool read_more(FILE* stream, const char* call, const void* site) {
  if (ready_bytes(stream) == 0) {
    (void)await_input(stream->_fileno, site);
    note_stream(call, site, stream, DescriptorUse::moves);
    return fill(stream) != EOF;
  }
  const size_t there = ready_bytes(stream);
  if (stream->_IO_read_ptr > stream->_IO_buf_base) {
    memmove(stream->_IO_buf_base, stream->_IO_read_ptr, there);
    stream->_IO_read_base = stream->_IO_buf_base;
    stream->_IO_read_ptr = stream->_IO_buf_base;
    stream->_IO_read_end = stream->_IO_buf_base + there;
    stream->_IO_write_base = stream->_IO_write_ptr = stream->_IO_write_end = stream->_IO_buf_base;
  }
  const auto room = static_cast<size_t>(stream->_IO_buf_end - stream->_IO_read_end);
  if (room == 0) {
    return false;
  }
  (void)await_input(stream->_fileno, site);
  note_stream(call, site, stream, DescriptorUse::moves);
  const ssize_t got = real.read(stream->_fileno, stream->_IO_read_end, room);
  stream->_IO_read_end += std::max<ssize_t>(got, 0);
  return got > 0;
}

}  // namespace

void await_byte(FILE* stream, const char* call, const void* site) {
  if (!is_plain(stream) || !is_awaited(stream)) {
    return;
  }
  const StreamTurn turn(stream, site);
  if ((stream->_flags & kEndSeen) == 0 && ready_bytes(stream) == 0) {
    (void)await_input(stream->_fileno, site);
    note_stream(call, site, stream, DescriptorUse::moves);
  }
}

void await_line(FILE* stream, int delimiter, size_t most, const char* call, const void* site) {
  if (!is_plain(stream) || !is_awaited(stream)) {
    return;
  }
  const StreamTurn turn(stream, site);
  if ((stream->_flags & kEndSeen) != 0) {
    return;
  }
  const auto is_there = [&] {
    const size_t there = ready_bytes(stream);
    return there >= most ||
           (there != 0 && memchr(stream->_IO_read_ptr, delimiter, there) != nullptr);
  };
  while (!is_there() && read_more(stream, call, site)) {
  }
}

bool read_stream(FILE* stream, void* bytes, size_t size, size_t number, const char* call,
                 const void* site, size_t& count) {
  const size_t all = size * number;
  if (all == 0 || !is_plain(stream) || !is_awaited(stream)) {
    return false;
  }
  const StreamTurn turn(stream, site);
  size_t done = 0;
  while (done < all) {
    const size_t there = std::min(ready_bytes(stream), all - done);
    memcpy(static_cast<char*>(bytes) + done, stream->_IO_read_ptr, there);
    stream->_IO_read_ptr += there;
    done += there;
    const bool ended = (stream->_flags & (kEndSeen | kErrorSeen)) != 0;
    if (done < all && (ended || !read_more(stream, call, site))) {
      break;
    }
  }
  count = done / size;
  return true;
}

}  // namespace heddle::runtime
