// SPDX-License-Identifier: Apache-2.0
#include "model/text.h"

#include <gtest/gtest.h>

namespace heddle::model {
namespace {

std::string problem_of(std::string_view text) {
  const base::Result<Program> read = parse(text);
  return read.ok() ? "" : read.error().sentence;
}

Program program_of(std::string_view text) {
  const base::Result<Program> read = parse(text);
  EXPECT_EQ(problem_of(text), "");
  return read.ok() ? read.value() : Program();
}

TEST(Text, AProgramReadsBackAsItself) {
  Program program;
  program.creates = true;
  program.ends_pinned = true;
  program.mutex_types[1] = primitive::MutexType::recursive;
  program.semaphore_values[0] = 3;
  program.prefers_writers[1] = true;
  program.threads = {
      {{.act = Act::create},
       {.act = Act::lock, .object = 1, .pinned = true},
       {.act = Act::wait, .object = 1, .mutex = 1},
       {.act = Act::join, .object = 1}},
      {{.act = Act::futex_wake, .mutex = 2, .after = After::look},
       {.act = Act::try_acquire, .guard = true},
       {.act = Act::post},
       {.act = Act::load, .object = 1, .stop = Stop::assume},
       {.act = Act::choose, .guard = true, .stop = Stop::abort, .stops_at_zero = true},
       {.act = Act::increment, .after = After::skip_if_odd, .pinned = true}},
      {},
  };
  EXPECT_EQ(program_of(to_string(program)), program) << to_string(program);
}

TEST(Text, WhatIsNotSaidIsAsUsual) {
  Program program;
  program.threads = {{{.act = Act::yield}, {.act = Act::store, .object = 1}}, {}};
  EXPECT_EQ(program_of("# two threads\n\nthread: yield; store 1\nthread:   # ends\n"), program);
}

TEST(Text, TellsWhatIsWrongAndWhere) {
  EXPECT_EQ(problem_of(""), "there is no thread");
  EXPECT_EQ(problem_of("thread: yield;\nthread: jump 1"),
            "line 2: expected what the thread does, not 'jump'");
  EXPECT_EQ(problem_of("thread: lock 2"), "line 1: expected a number from 0 to 1, not '2'");
  EXPECT_EQ(problem_of("thread: lock"), "line 1: expected a number from 0 to 1, and the line ends");
  EXPECT_EQ(problem_of("thread: yield yield"), "line 1: expected ';', not 'yield'");
  EXPECT_EQ(problem_of("thread: if (load 0 != 0)"), "line 1: expected '==', not '!='");
  EXPECT_EQ(problem_of("thread: wait 0"), "line 1: expected 'mutex', and the line ends");
  EXPECT_EQ(problem_of("object 0: barrier 0"), "line 1: expected a number from 1 to 255, not '0'");
  EXPECT_EQ(problem_of("object 0: mutex big"),
            "line 1: expected normal, recursive or errorcheck, not 'big'");
  EXPECT_EQ(problem_of("object 0: mutex normal semaphore 1"),
            "line 1: expected the end of the line, not 'semaphore'");
  EXPECT_EQ(problem_of("options: hurries"), "line 1: expected an option, not 'hurries'");
  EXPECT_EQ(problem_of("main()"), "line 1: expected object, options or thread, not 'main'");
  EXPECT_EQ(problem_of("thread: yield, nap"), "line 1: expected what is done after it, not 'nap'");
}

TEST(Text, NoBytesAreTooMuch) {
  std::string text = "thread:";
  for (int byte = 0; byte < 256; ++byte) {
    text += static_cast<char>(byte);
    EXPECT_FALSE(problem_of(text + "\n=!;").empty());
  }
}

}  // namespace
}  // namespace heddle::model
