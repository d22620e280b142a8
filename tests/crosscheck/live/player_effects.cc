// SPDX-License-Identifier: Apache-2.0
// Operations of the player whose effects are outside the memory that heddle sees.
#include "player.h"
#include "record.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle::live {
namespace {

int pipes[2][2];
int files[3];
int lowest;
FILE* out;
FILE* in;
char* text;
size_t length;
char* first_page;

template <int number>
void handler() {
  run_body('H', number);
}

void (*const kHandlers[kObjects])() = {handler<0>, handler<1>, handler<2>, handler<3>};

template <int number>
void on_signal(int /*signal*/) {}

void (*const kSignalHandlers[3])(int) = {SIG_DFL, on_signal<1>, on_signal<2>};

void* page() {
  return mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

int read_byte(int descriptor) {
  unsigned char byte = 0;
  return read(descriptor, &byte, 1) == 1 ? byte : -1;
}

int write_byte(int descriptor, int value) {
  const auto byte = static_cast<unsigned char>(value);
  return static_cast<int>(write(descriptor, &byte, 1));
}

int replace_handler(int number) {
  void (*const before)(int) = signal(SIGUSR1, kSignalHandlers[number]);
  return before == kSignalHandlers[1] ? 1 : before == kSignalHandlers[2] ? 2 : 0;
}

const char* variable(int number) { return number == 0 ? "HEDDLE_LIVE_A" : "HEDDLE_LIVE_B"; }

}  // namespace

void prepare_effects(const Program& program) {
  if (program.has(Code::pipewrite) || program.has(Code::piperead)) {
    for (auto& each : pipes) {
      if (pipe2(each, O_NONBLOCK) != 0) {
        abort();
      }
    }
  }
  for (const Code code : {Code::put, Code::take, Code::notice, Code::drain, Code::pollany,
                          Code::epollany, Code::polltime}) {
    if (program.has(code)) {
      prepare_channels();
      break;
    }
  }
  if (program.has(Code::filewrite) || program.has(Code::fileread) || program.has(Code::fileseek) ||
      program.has(Code::filetell)) {
    files[0] = memfd_create("live", 0);
    files[1] = dup(files[0]);
    files[2] = open(("/proc/self/fd/" + std::to_string(files[0])).c_str(), O_RDWR);
  }
  if (program.has(Code::putc) || program.has(Code::tell)) {
    out = open_memstream(&text, &length);
  }
  if (program.has(Code::getc)) {
    static char bytes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    in = fmemopen(bytes, sizeof bytes, "r");
  }
  if (program.has(Code::mmap)) {
    first_page = static_cast<char*>(page());
  }
  umask(0);
  if (program.has(Code::dup) || program.has(Code::close)) {
    lowest = dup(0);
    close(lowest);
  }
}

int perform_effect(const Op& op) {
  switch (op.code) {
    case Code::atexit:
      return atexit(kHandlers[op.a]);
    case Code::pipewrite:
      return write_byte(pipes[op.a][1], op.b);
    case Code::piperead:
      return read_byte(pipes[op.a][0]);
    case Code::put:
    case Code::notice:
      return perform_channel(op);
    case Code::filewrite:
      return write_byte(files[op.a], op.b);
    case Code::fileread:
      return read_byte(files[op.a]);
    case Code::fileseek:
      return static_cast<int>(lseek(files[op.a], op.b, SEEK_SET));
    case Code::filetell:
      return static_cast<int>(lseek(files[op.a], 0, SEEK_CUR));
    case Code::dup:
      return dup(0) - lowest;
    case Code::close:
      return close(lowest + op.a);
    case Code::putc:
      return fputc(op.a, out);
    case Code::tell:
      return static_cast<int>(ftell(out));
    case Code::getc:
      return fgetc(in);
    case Code::srand:
      srand(static_cast<unsigned>(op.a));
      return 0;
    case Code::rand:
      return rand() % 1000;
    case Code::setenv:
      return setenv(variable(op.a), std::to_string(op.b).c_str(), 1);
    case Code::getenv: {
      const char* const value = getenv(variable(op.a));
      return value ? atoi(value) : -1;
    }
    case Code::umask:
      return static_cast<int>(umask(static_cast<mode_t>(op.a)));
    case Code::handle:
      return replace_handler(op.a);
    default:
      return static_cast<int>((first_page - static_cast<char*>(page())) / 4096);
  }
}

}  // namespace heddle::live
