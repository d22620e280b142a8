// SPDX-License-Identifier: Apache-2.0
// What effects_entry.S asks before a function of list.h is called.
#include "runtime/call_waits.h"
#include "runtime/descriptor_waits.h"
#include "runtime/effects/effects.h"
#include "runtime/effects/stream_waits.h"
#include "runtime/effects/table.h"
#include "runtime/effects/transfers.h"
#include "runtime/effects/uses_of_files.h"
#include "runtime/runtime.h"

#include <cstdio>

#include <fcntl.h>
#include <sys/socket.h>

extern "C" void* heddle_real_effects[];

namespace heddle::runtime {
namespace {

using event::Use;

constexpr unsigned kArguments = 6;

struct Call {
  EffectRow row;
  const uint64_t* arguments;  // that are in registers
  const void* site;
  mutable void* made = nullptr;  // what to go on with, if not with libc's function

  [[nodiscard]] uint64_t argument() const { return arguments[row.detail]; }
  [[nodiscard]] int descriptor() const { return static_cast<int>(argument()); }
  [[nodiscard]] const FILE* stream() const { return reinterpret_cast<const FILE*>(argument()); }
  [[nodiscard]] FILE* file() const { return reinterpret_cast<FILE*>(argument()); }
};

// The part of a C++ stream that all views of it share: where its virtual base is.
uint64_t base_of_cxx_stream(uint64_t stream) {
  constexpr int kVirtualBaseOffset = -3;
  const auto* table = *reinterpret_cast<const int64_t* const*>(stream);
  return stream + static_cast<uint64_t>(table[kVirtualBaseOffset]);
}

bool is_standard_cxx_output(uint64_t stream) {
  for (const void* known : rt.cxx_outputs) {
    if (known != nullptr && reinterpret_cast<uint64_t>(known) == stream) {
      return true;
    }
  }
  return false;
}

// Nobody else can know of it before the thread has done something visible.
bool is_on_own_stack(uint64_t address) {
  const Fiber& self = current();
  return address >= self.stack_end() && address < reinterpret_cast<uint64_t>(self.stack_top);
}

// What is written to std::cout goes on to stdout, which tells of itself, or stays in a buffer that
// belongs to it.
void look_at_cxx_stream(const Call& call) {
  const uint64_t stream = call.argument();
  if (is_standard_cxx_output(stream)) {
    return;
  }
  if (!is_on_own_stack(stream)) {
    begin_effect("C++ streams", call.site);
  }
  add_effect(Shared::stream, Use::changes, base_of_cxx_stream(stream));
}

void look_at_callers(const Call& call) {
  if (!is_on_own_stack(call.argument())) {
    begin_effect(call.row.name, call.site);
  }
  add_effect(Shared::stream, Use::changes, call.argument());
}

void look_at_handle(const Call& call, bool reads_names, bool closes) {
  begin_effect(call.row.name, call.site);
  add_effect(Shared::stream, Use::changes, call.argument());
  if (reads_names) {
    add_effect(Shared::names, Use::reads);
  }
  if (closes) {
    add_table_change();
  }
}

// Where relative paths begin.
void look_at_directories(const Call& call) {
  for (unsigned i = 0; i < kArguments; ++i) {
    const auto descriptor = static_cast<int>(call.arguments[i]);
    if (((call.row.detail >> i) & 1) != 0 && descriptor != AT_FDCWD) {
      add_descriptor(descriptor, DescriptorUse::looks);
    }
  }
}

void look_at_sending(const Call& call) {
  const auto descriptor = static_cast<int>(call.arguments[0]);
  if ((call.argument() & MSG_DONTWAIT) == 0) {
    (void)await_output(descriptor, call.site);
  } else {
    step_on_channel(descriptor, call.site);
  }
  note_descriptor(call.row.name, call.site, descriptor, DescriptorUse::writes);
}

// What becomes of the call, if it was made here.
ssize_t result_of_transfer;

// Goes on where the program called.
extern "C" ssize_t heddle_result_of_transfer() { return result_of_transfer; }

void make_here(const Call& call) { call.made = reinterpret_cast<void*>(heddle_result_of_transfer); }

void look_at_output(const Call& call) {
  if (!is_captured_output(call.descriptor(), DescriptorUse::writes)) {
    (void)await_output(call.descriptor(), call.site);
  }
  note_descriptor(call.row.name, call.site, call.descriptor(), DescriptorUse::writes);
}

void look_at_bytes(const Call& call) {
  const Transfer transfer = {call.row.name, call.site, call.descriptor(), 0};
  const auto* bytes = reinterpret_cast<const void*>(call.arguments[1]);
  if (write_in_pieces(transfer, bytes, call.arguments[2], result_of_transfer)) {
    make_here(call);
  } else {
    look_at_output(call);
  }
}

void look_at_vector(const Call& call) {
  const Transfer transfer = {call.row.name, call.site, call.descriptor(), 0};
  const auto* pieces = reinterpret_cast<const iovec*>(call.arguments[1]);
  if (write_in_pieces(transfer, pieces, static_cast<int>(call.arguments[2]), result_of_transfer)) {
    make_here(call);
  } else {
    look_at_output(call);
  }
}

void look_at_sent_bytes(const Call& call) {
  const auto flags = static_cast<int>(call.argument());
  const Transfer transfer = {call.row.name, call.site, static_cast<int>(call.arguments[0]), flags};
  const auto* bytes = reinterpret_cast<const void*>(call.arguments[1]);
  if ((flags & MSG_DONTWAIT) == 0 &&
      write_in_pieces(transfer, bytes, call.arguments[2], result_of_transfer)) {
    make_here(call);
  } else {
    look_at_sending(call);
  }
}

void look_at_stream(const Call& call, const FILE* stream, DescriptorUse use) {
  if (stream == nullptr) {
    note_all_streams(call.row.name, call.site);
  } else {
    note_stream(call.row.name, call.site, stream, use);
  }
}

void look_at_stream_bytes(const Call& call) {
  const uint8_t detail = call.row.detail;
  size_t count = 0;
  if (read_stream(call.file(), reinterpret_cast<void*>(call.arguments[0]),
                  call.arguments[detail - 2], call.arguments[detail - 1], call.row.name, call.site,
                  count)) {
    result_of_transfer = static_cast<ssize_t>(count);
    make_here(call);
  }
  look_at_stream(call, call.stream(), DescriptorUse::moves);
}

// What is written may have to go on to the descriptor.
void look_at_written_stream(const Call& call, const FILE* stream) {
  if (stream != nullptr && stream->_fileno >= 0 &&
      !is_captured_output(stream->_fileno, DescriptorUse::writes)) {
    (void)await_output(stream->_fileno, call.site);
  }
  look_at_stream(call, stream, DescriptorUse::writes);
}

void look_at(const Call& call) {
  const char* name = call.row.name;
  switch (call.row.shape) {
    case Shape::output:
      look_at_written_stream(call, call.stream());
      break;
    case Shape::standard_output:
      look_at_written_stream(call, stdout);
      break;
    case Shape::standard_error:
      look_at_written_stream(call, stderr);
      break;
    case Shape::stream:
      look_at_stream(call, call.stream(), DescriptorUse::moves);
      break;
    case Shape::stream_byte:
      await_byte(call.file(), name, call.site);
      look_at_stream(call, call.stream(), DescriptorUse::moves);
      break;
    case Shape::stream_text:
      await_line(call.file(), '\n', call.arguments[call.row.detail - 1] - 1, name, call.site);
      look_at_stream(call, call.stream(), DescriptorUse::moves);
      break;
    case Shape::stream_line:
      await_line(call.file(), call.row.detail == 3 ? static_cast<int>(call.arguments[2]) : '\n',
                 SIZE_MAX, name, call.site);
      look_at_stream(call, call.stream(), DescriptorUse::moves);
      break;
    case Shape::stream_bytes:
      look_at_stream_bytes(call);
      break;
    case Shape::stream_scan:
      await_line(call.file(), '\n', SIZE_MAX, name, call.site);
      look_at_stream(call, call.stream(), DescriptorUse::moves);
      break;
    case Shape::input_byte:
      await_byte(stdin, name, call.site);
      look_at_stream(call, stdin, DescriptorUse::moves);
      break;
    case Shape::input_line:
      await_line(stdin, '\n', SIZE_MAX, name, call.site);
      look_at_stream(call, stdin, DescriptorUse::moves);
      break;
    case Shape::standard_input:
      look_at_stream(call, stdin, DescriptorUse::moves);
      break;
    case Shape::number_of_stream:
      note_number_of_stream(name, call.site, call.stream());
      break;
    case Shape::closes_stream:
      note_closing_stream(name, call.site, call.stream());
      break;
    case Shape::handle:
      look_at_handle(call, false, false);
      break;
    case Shape::callers:
      look_at_callers(call);
      break;
    case Shape::own_state:
      if (call.argument() == 0) {
        note_effect(name, call.site, Shared::text_buffers, Use::changes);
      }
      break;
    case Shape::directory:
      look_at_handle(call, true, false);
      break;
    case Shape::closes_directory:
      look_at_handle(call, false, true);
      break;
    case Shape::cxx_stream:
      look_at_cxx_stream(call);
      break;
    case Shape::descriptor_looks:
      note_descriptor(name, call.site, call.descriptor(), DescriptorUse::looks);
      break;
    case Shape::descriptor_moves:
      note_descriptor(name, call.site, call.descriptor(), DescriptorUse::moves);
      break;
    case Shape::descriptor_writes:
      note_descriptor(name, call.site, call.descriptor(), DescriptorUse::writes);
      break;
    case Shape::descriptor_input:
      (void)await_input(call.descriptor(), call.site);
      note_descriptor(name, call.site, call.descriptor(), DescriptorUse::moves);
      break;
    case Shape::descriptor_output:
      look_at_output(call);
      break;
    case Shape::bytes_output:
      look_at_bytes(call);
      break;
    case Shape::vector_output:
      look_at_vector(call);
      break;
    case Shape::socket_output:
      look_at_sending(call);
      break;
    case Shape::socket_bytes:
      look_at_sent_bytes(call);
      break;
    case Shape::child:
      await_child(static_cast<pid_t>(call.arguments[0]), static_cast<int>(call.arguments[2]),
                  call.site);
      note_effect_on_everything(name, call.site);
      break;
    case Shape::child_of_kind:
      await_child(static_cast<int>(call.arguments[0]), static_cast<id_t>(call.arguments[1]),
                  static_cast<int>(call.arguments[3]), call.site);
      note_effect_on_everything(name, call.site);
      break;
    case Shape::any_child:
      await_child(-1, static_cast<int>(call.arguments[1]), call.site);
      note_effect_on_everything(name, call.site);
      break;
    case Shape::receives:
      note_descriptor(name, call.site, call.descriptor(), DescriptorUse::moves);
      note_opening(name, call.site);
      break;
    case Shape::duplicates:
      note_descriptor(name, call.site, call.descriptor(), DescriptorUse::looks);
      note_opening(name, call.site);
      break;
    case Shape::opens:
      note_opening(name, call.site);
      break;
    case Shape::path_looks:
      note_path(name, call.site, PathUse::looks);
      look_at_directories(call);
      break;
    case Shape::path_changes:
      note_path(name, call.site, PathUse::changes);
      look_at_directories(call);
      break;
    case Shape::path_opens:
      note_opening_path(name, call.site, PathUse::looks);
      break;
    case Shape::path_creates:
      note_opening_path(name, call.site, PathUse::changes);
      break;
    case Shape::reads:
      note_effect(name, call.site, static_cast<Shared>(call.row.detail), Use::reads);
      break;
    case Shape::changes:
      note_effect(name, call.site, static_cast<Shared>(call.row.detail), Use::changes);
      break;
    case Shape::everything:
      note_effect_on_everything(name, call.site);
      break;
    case Shape::unseen:
      note_unseen_effect(name, call.site);
      break;
  }
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

// Where the call is to go on.
extern "C" __attribute__((used, visibility("hidden"))) void* heddle_effect_before(
    uint32_t row, const uint64_t* arguments, const void* site) {
  if (heddle_real_effects[row] == nullptr) [[unlikely]] {
    resolve_real_functions();
    find_real_effect(row);
  }
  if (!has_effect(site)) {
    return heddle_real_effects[row];
  }
  const Call call = {effect_row(row), arguments, site};
  look_at(call);
  release_awaited();
  return call.made != nullptr ? call.made : heddle_real_effects[row];
}
