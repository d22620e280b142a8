// SPDX-License-Identifier: Apache-2.0
#include "trace/reader.h"

#include "trace/writer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace heddle::trace {
namespace {

std::string complaint(std::string_view bytes) {
  const base::Result<Trace> read = parse(bytes, "t.heddle");
  return read.ok() ? "ok" : read.error().sentence;
}

std::string body_complaint(std::string_view body) {
  const base::Result<Trace> read = parse_body(body, "t.heddle");
  return read.ok() ? "ok" : read.error().sentence;
}

// A document with one thread, object and stack, and these steps.
std::string with_steps(std::string_view steps) {
  return fmt::format(
      R"({{"heddle":"1","program":["a"],"environment":[],"threads":[{{"end":{{"state":"ended","op":"yield"}}}}],)"
      R"("objects":[{{"kind":"mutex"}}],"stacks":[[{{"function":"f"}}]],"steps":[{}]}})",
      steps);
}

std::string step_complaint(std::string_view step) {
  const std::string sentence = body_complaint(with_steps(step));
  const std::string head = "t.heddle is not a valid trace: ";
  return sentence.starts_with(head) ? sentence.substr(head.size()) : sentence;
}

TEST(Parse, SaysThatAnotherFileIsNoTrace) {
  EXPECT_EQ(complaint(""), "t.heddle is empty, so it is not a heddle trace");
  EXPECT_EQ(complaint("#!/bin/sh\n"), "t.heddle is not a heddle trace");
  EXPECT_EQ(complaint(std::string_view("\x7f"
                                       "ELF\0\0",
                                       6)),
            "t.heddle is not a heddle trace");
}

TEST(Parse, SaysThatTheFirstLineIsDamaged) {
  const char* const damaged = "t.heddle is not a heddle trace: its first line is damaged";
  for (const char* line :
       {"heddle-trace \n", "heddle-trace one 2 3\n", "heddle-trace -1 2 3\n",
        "heddle-trace 0 2 3\n", "heddle-trace 1 2\n", "heddle-trace 1 x 3\n",
        "heddle-trace 1 2 3 4\n", "heddle-trace 1 2 xyz\n",
        "heddle-trace 1 99999999999999999999 3\n", "heddle-trace 99999999999999999999 2 3\n"}) {
    EXPECT_EQ(complaint(line), damaged) << line;
  }
}

TEST(Parse, SaysThatANewerHeddleWroteIt) {
  EXPECT_EQ(complaint("heddle-trace 4 whatever\n"),
            "t.heddle was written by a newer heddle (trace version 4; this one reads 1 to 3)");
}

TEST(Parse, SaysWhatIsMissingAtTheEnd) {
  EXPECT_EQ(complaint("heddle-tr"), "t.heddle is cut short: its first line has no end");
  EXPECT_EQ(complaint("heddle-trace 1 10 0123"),
            "t.heddle is cut short: its first line has no end");
  EXPECT_EQ(complaint("heddle-trace 1 18446744073709551615 0\n{}"),
            "t.heddle is cut short: 2 of 18446744073709551615 bytes are there");
}

TEST(Parse, SaysThatTheBodyWasChanged) {
  std::string bytes = serialize(Trace{});
  EXPECT_EQ(complaint(bytes + "xy"), "t.heddle is damaged: 2 bytes follow its end");
  bytes[bytes.size() - 5] = '#';
  EXPECT_EQ(complaint(bytes), "t.heddle is damaged: its checksum does not match");
}

TEST(ParseBody, SaysWhereTheJsonIsWrong) {
  EXPECT_EQ(body_complaint(""), "t.heddle is not a valid trace: its JSON is wrong at byte 1");
  EXPECT_EQ(body_complaint("{\"a\":}"),
            "t.heddle is not a valid trace: its JSON is wrong at byte 6");
  EXPECT_EQ(body_complaint("{\"a\":\"\xff\"}"),
            "t.heddle is not a valid trace: its JSON is wrong at byte 7");
  EXPECT_EQ(body_complaint("{} {}"), "t.heddle is not a valid trace: its JSON is wrong at byte 4");
}

TEST(ParseBody, SaysWhatIsMissing) {
  EXPECT_EQ(body_complaint("[]"),
            "t.heddle is not a valid trace: the document should be an object");
  EXPECT_EQ(body_complaint("{}"), "t.heddle is not a valid trace: threads is missing");
  EXPECT_EQ(body_complaint(R"({"threads":3})"),
            "t.heddle is not a valid trace: threads should be a list");
}

TEST(ParseBody, TakesKeysThatItDoesNotKnow) {
  EXPECT_EQ(step_complaint(R"({"thread":0,"op":"yield","weather":[1,{"a":2}]})"), "ok");
}

TEST(ParseBody, ChecksEveryFieldOfAStep) {
  const std::pair<const char*, const char*> rows[] = {
      {R"(7)", "steps[0] should be an object"},
      {R"({"op":"yield"})", "steps[0].thread is missing"},
      {R"({"thread":0})", "steps[0].op is missing"},
      {R"({"thread":0,"op":"dance"})", "steps[0].op is none of the names known there"},
      {R"({"thread":0,"op":4})", "steps[0].op is none of the names known there"},
      {R"({"thread":1,"op":"yield"})", "steps[0].thread names 1, which does not exist"},
      {R"({"thread":-1,"op":"yield"})", "steps[0].thread is -1, and at least 0 is possible"},
      {R"({"thread":"0","op":"yield"})",
       "steps[0].thread should be a whole number of at most 64 bits"},
      {R"({"thread":0,"op":"yield","object":1})", "steps[0].object names 1, which does not exist"},
      {R"({"thread":0,"op":"yield","mutex":4294967295})",
       "steps[0].mutex names 4294967295, which does not exist"},
      {R"({"thread":0,"op":"yield","other":9})", "steps[0].other names 9, which does not exist"},
      {R"({"thread":0,"op":"yield","stack":2})", "steps[0].stack names 2, which does not exist"},
      {R"({"thread":0,"op":"yield","stack":1.5})",
       "steps[0].stack should be a whole number of at most 64 bits"},
      {R"({"thread":0,"op":"yield","options":65536})",
       "steps[0].options is 65536, and at most 65535 is possible"},
      {R"({"thread":0,"op":"yield","options":0})",
       "steps[0].chosen is 0, and there are only 0 options"},
      {R"({"thread":0,"op":"yield","result":-2147483649})",
       "steps[0].result is -2147483649, and at least -2147483648 is possible"},
      {R"({"thread":0,"op":"yield","fingerprint":1e400})", ""},
      {R"({"thread":0,"op":"yield","fingerprint":99999999999999999999})",
       "steps[0].fingerprint should be a whole number of at most 64 bits"},
      {R"({"thread":0,"op":"yield","preemption":1})",
       "steps[0].preemption should be true or false"},
      {R"({"thread":0,"op":"atomic_load","order":"tidy"})",
       "steps[0].order is none of the names known there"},
      {R"({"thread":0,"op":"fence","order":2})", "steps[0].order is none of the names known there"},
      {R"({"thread":0,"op":"atomic_load","bytes":4294967296})",
       "steps[0].bytes is 4294967296, and at most 4294967295 is possible"},
      {R"({"thread":0,"op":"atomic_store","value":-1})",
       "steps[0].value is -1, and at least 0 is possible"},
  };
  for (const auto& [step, expected] : rows) {
    const std::string found = step_complaint(step);
    EXPECT_NE(found, "ok") << step;
    if (*expected != '\0') {
      EXPECT_EQ(found, expected) << step;
    }
  }
}

// What is said of no lock means nothing, as a key that is not known.
TEST(ParseBody, ReadsOrderBytesAndValueOfAccessesAlone) {
  const auto step = [](std::string_view op) {
    return parse_body(with_steps(fmt::format(
                          R"({{"thread":0,"op":"{}","order":"acquire","bytes":4,"value":7}})", op)))
        .value()
        .steps[0];
  };
  EXPECT_EQ(step("atomic_load").order, event::MemoryOrder::acquire);
  EXPECT_EQ(step("atomic_load").bytes, 4U);
  EXPECT_EQ(step("data_read").value, 7U);
  EXPECT_EQ(step("mutex_lock").order, event::MemoryOrder::seq_cst);
  EXPECT_EQ(step("mutex_lock").bytes, 0U);
}

TEST(ParseBody, ChecksWhatAFindingIsAboutAndWhatReplayNeeds) {
  const std::pair<const char*, const char*> rows[] = {
      {R"("accesses":{})", "accesses should be a list"},
      {R"("accesses":[7])", "accesses[0] should be an object"},
      {R"("accesses":[{"kind":"read"}])", "accesses[0].thread is missing"},
      {R"("accesses":[{"kind":"peek","thread":0}])",
       "accesses[0].kind is none of the names known there"},
      {R"("accesses":[{"kind":"read","thread":1}])",
       "accesses[0].thread names 1, which does not exist"},
      {R"("accesses":[{"kind":"read","thread":0,"step":1}])",
       "accesses[0].step names 1, which does not exist"},
      {R"("accesses":[{"kind":"read","thread":0,"stack":2}])",
       "accesses[0].stack names 2, which does not exist"},
      {R"("accesses":[{"kind":"read","thread":0,"bytes":-1}])",
       "accesses[0].bytes is -1, and at least 0 is possible"},
      {R"("accesses":[{"kind":"read","thread":0},{"kind":"read","thread":0},)"
       R"({"kind":"read","thread":0},{"kind":"read","thread":0}])",
       "it has 4 accesses, and at most 3 are possible"},
      {R"("memory":7)", "memory should be a string, or bytes in base64"},
      {R"("visible":"everything")", "visible is none of the names known there"},
      {R"("visible":null)", "visible is none of the names known there"},
      {R"("volatile_sync":1)", "volatile_sync should be true or false"},
      {R"("scope":4)", "scope should be an object"},
      {R"("scope":{"modules":[],"ranges":[[0,1,2,3]]})",
       "scope.ranges[0] names what does not exist"},
      {R"("scope":{"modules":["a"],"ranges":[[0,1,2,4]]})",
       "scope.ranges[0] names what does not exist"},
      {R"("scope":{"modules":["a"],"ranges":[[0,1]]})",
       "scope.ranges[0] should be four whole numbers from 0"},
      {R"("places":[{"module":4}])", "places[0].module should be a string, or bytes in base64"},
      {R"("places":[{"offset":"x"}])",
       "places[0].offset should be a whole number of at most 64 bits"},
      {R"("shared":[[1,2]])", "shared[0] should be an object"},
      {R"("known_races":[1,-2])", "known_races[1] should be a whole number from 0"},
  };
  for (const auto& [part, expected] : rows) {
    std::string body = with_steps("");
    body.insert(1, std::string(part) + ",");
    EXPECT_EQ(body_complaint(body), std::string("t.heddle is not a valid trace: ") + expected);
  }
}

TEST(ParseBody, RefusesMoreThreadsThanHeddleRuns) {
  std::string threads = "{}";
  for (size_t i = 0; i < event::kMaxThreads; ++i) {
    threads += ",{}";
  }
  EXPECT_EQ(body_complaint(R"({"objects":[],"steps":[],"stacks":[],"threads":[)" + threads + "]}"),
            "t.heddle is not a valid trace: it has 1025 threads, and at most 1024 are possible");
}

TEST(ParseBody, TakesAnyDepthOfNesting) {
  EXPECT_EQ(body_complaint(std::string(1000000, '[')).find("t.heddle is not a valid trace"), 0U);
}

Trace by(const char* version) {
  Trace trace;
  trace.heddle = version;
  return trace;
}

class Files : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = std::filesystem::path(testing::TempDir()) / fmt::format("heddle-{}", getpid());
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  static std::string complaint_about(const std::filesystem::path& path) {
    const base::Result<Trace> read = read_file(path);
    return read.ok() ? "ok" : read.error().sentence;
  }

  std::filesystem::path directory_;
};

TEST_F(Files, AreWrittenWithTheirDirectoryAndReadBack) {
  const auto path = directory_ / "deep" / "finding-1.heddle";
  const base::Result<size_t> written = write_file(path, by("0.1.0"));
  ASSERT_TRUE(written.ok()) << written.error().sentence;
  EXPECT_EQ(written.value(), std::filesystem::file_size(path));
  EXPECT_EQ(read_file(path).value().heddle, "0.1.0");
  // Nothing but the file itself is left.
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory_ / "deep"), {}), 1);
}

TEST_F(Files, TakeThePlaceOfOlderOnes) {
  const auto path = directory_ / "finding-1.heddle";
  ASSERT_TRUE(write_file(path, by("old")).ok());
  ASSERT_TRUE(write_file(path, by("new")).ok());
  EXPECT_EQ(read_file(path).value().heddle, "new");
}

TEST_F(Files, ThatCannotBeReadAreNamed) {
  const std::string missing = directory_ / "no.heddle";
  EXPECT_EQ(complaint_about(missing), "cannot open " + missing + ": No such file or directory");
  EXPECT_EQ(complaint_about("/"), "cannot read /: Is a directory");
  EXPECT_EQ(complaint_about("/dev/null"), "/dev/null is empty, so it is not a heddle trace");
  EXPECT_EQ(complaint_about("/dev/zero"), "/dev/zero is not a heddle trace");
}

TEST_F(Files, ThatCannotBeWrittenAreNamed) {
  ASSERT_TRUE(write_file(directory_ / "file", Trace{}).ok());
  const std::string under_a_file = directory_ / "file" / "x.heddle";
  const base::Result<size_t> under = write_file(under_a_file, Trace{});
  ASSERT_FALSE(under.ok());
  EXPECT_EQ(under.error().sentence, "cannot write " + under_a_file + ": Not a directory");
  const base::Result<size_t> in_place = write_file(directory_, Trace{});
  ASSERT_FALSE(in_place.ok());
  EXPECT_EQ(in_place.error().sentence, "cannot write " + directory_.string() + ": Is a directory");
}

}  // namespace
}  // namespace heddle::trace
