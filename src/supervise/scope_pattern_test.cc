// SPDX-License-Identifier: Apache-2.0
#include "supervise/scope_pattern.h"

#include <gtest/gtest.h>

namespace heddle::supervise {
namespace {

ScopePattern pattern(const std::string& text) {
  base::Result<ScopePattern> parsed = ScopePattern::parse(text, "--scope");
  EXPECT_TRUE(parsed.ok()) << text;
  return parsed.value();
}

TEST(ScopePattern, OfAFunctionMatchesItsWholeNameOrTheEndOfIt) {
  const ScopePattern push = pattern("fun:push");
  EXPECT_TRUE(push.matches_function("push"));
  EXPECT_TRUE(push.matches_function("app::Queue::push"));
  EXPECT_FALSE(push.matches_function("push_back"));
  EXPECT_FALSE(push.matches_function("app::unpush"));
  EXPECT_FALSE(push.matches_file("push"));
  EXPECT_FALSE(push.matches_module("push"));
  EXPECT_TRUE(pattern("fun:Queue::*").matches_function("app::Queue::pop"));
  EXPECT_FALSE(pattern("fun:Queue::*").matches_function("app::WorkQueue::pop"));
  EXPECT_TRUE(pattern("fun:*Queue::p*").matches_function("app::WorkQueue::pop"));
}

TEST(ScopePattern, NeedNotHaveTemplateArguments) {
  EXPECT_TRUE(pattern("fun:Queue::push").matches_function("Queue<int>::push"));
  EXPECT_TRUE(pattern("fun:Queue<int>::push").matches_function("Queue<int>::push"));
  EXPECT_FALSE(pattern("fun:Queue<long>::push").matches_function("Queue<int>::push"));
  EXPECT_TRUE(pattern("fun:Queue::push").matches_function("Queue<std::pair<int, A<1>>>::push<B>"));
  EXPECT_TRUE(pattern("fun:A::operator<<").matches_function("A<int>::operator<<"));
  EXPECT_TRUE(pattern("fun:A::operator->").matches_function("A<int>::operator->"));
}

TEST(ScopePattern, OfAFileOrModuleMatchesItsPathOrTheEndOfIt) {
  const ScopePattern file = pattern("file:src/*.cc");
  EXPECT_TRUE(file.matches_file("/home/me/src/queue.cc"));
  EXPECT_FALSE(file.matches_file("/home/me/my_src/queue.cc"));
  EXPECT_FALSE(file.matches_file("/home/me/src/queue.c"));
  EXPECT_FALSE(file.matches_module("/home/me/src/queue.cc"));
  EXPECT_TRUE(pattern("module:libqueue.so*").matches_module("/usr/lib/libqueue.so.1.2"));
  EXPECT_FALSE(pattern("module:queue.so").matches_module("/usr/lib/libqueue.so"));
}

TEST(ScopePattern, OfANamespaceMatchesAllFunctionsInIt) {
  EXPECT_TRUE(pattern("namespace:app").matches_function("app::detail::f"));
  EXPECT_TRUE(pattern("namespace:detail").matches_function("app::detail::f"));
  EXPECT_FALSE(pattern("namespace:app").matches_function("app"));
  EXPECT_FALSE(pattern("namespace:app").matches_function("myapp::f"));
}

TEST(ScopePattern, WithoutAKindMayBeAny) {
  const ScopePattern any = pattern("queue*");
  EXPECT_TRUE(any.matches_function("queue_push"));
  EXPECT_TRUE(any.matches_file("src/queue.cc"));
  EXPECT_TRUE(any.matches_module("/lib/queue.so"));
  EXPECT_TRUE(pattern("std::sort").matches_function("std::sort<int*>"));
}

TEST(ScopePattern, IsRefusedWithoutANameOrWithAnotherKind) {
  for (const char* text : {"", "fun:", "src:a", "thread:a"}) {
    EXPECT_FALSE(ScopePattern::parse(text, "--scope").ok()) << text;
  }
}

}  // namespace
}  // namespace heddle::supervise
