// SPDX-License-Identifier: Apache-2.0
#include "supervise/short_name.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace heddle::supervise {
namespace {

using Row = std::pair<std::string, std::string>;

TEST(Shorten, LeavesTheQualifiedNameAlone) {
  const Row rows[] = {
      {"main", "main"},
      {"transfer(Account&, int)", "transfer"},
      {"Queue::push(int)", "Queue::push"},
      {"Queue::size() const", "Queue::size"},
      {"Queue::take() &&", "Queue::take"},
      {"Queue::~Queue()", "Queue::~Queue"},
      {"(anonymous namespace)::push(int)", "push"},
      {"a::(anonymous namespace)::Pool::run()", "a::Pool::run"},
      {"foo[abi:cxx11](int)", "foo"},
      {"push(int) [clone .part.0]", "push"},
      {"each(void (*)(int), int)", "each"},
  };
  for (const auto& [name, expected] : rows) {
    EXPECT_EQ(shorten(name), expected) << name;
  }
}

TEST(Shorten, DropsReturnTypes) {
  const Row rows[] = {
      {"void apply<int>(int)", "apply<int>"},
      {"unsigned long sum<int>(int)", "sum<int>"},
      {"std::vector<int, std::allocator<int> > make<int>()", "make<int>"},
      {"int const& pick<int>(int const&)", "pick<int>"},
  };
  for (const auto& [name, expected] : rows) {
    EXPECT_EQ(shorten(name), expected) << name;
  }
}

TEST(Shorten, KeepsShortTemplateArguments) {
  const Row rows[] = {
      {"std::lock_guard<std::mutex>::lock_guard(std::mutex&)",
       "std::lock_guard<std::mutex>::lock_guard"},
      {"Map<int, Set<int> >::get(int)", "Map<int, Set<int>>::get"},
      {"std::deque<std::function<void ()>, std::allocator<std::function<void ()> > >::pop_front()",
       "std::deque<...>::pop_front"},
      {"Slot<(Kind)3>::get()", "Slot<(Kind)3>::get"},
  };
  for (const auto& [name, expected] : rows) {
    EXPECT_EQ(shorten(name), expected) << name;
  }
}

TEST(Shorten, NamesLambdasByTheirNumber) {
  const Row rows[] = {
      {"main::{lambda()#1}::operator()() const", "main::{lambda#1}::operator()"},
      {"run(int)::{lambda(int, char)#2}::operator()(int, char) const",
       "run::{lambda#2}::operator()"},
      {"Pool::start() const::{lambda()#1}::operator()() const",
       "Pool::start::{lambda#1}::operator()"},
      {"auto main::{lambda(auto:1)#1}::operator()<int>(int) const",
       "main::{lambda#1}::operator()<int>"},
      {"main::$_0::operator()() const", "main::{lambda}::operator()"},
  };
  for (const auto& [name, expected] : rows) {
    EXPECT_EQ(shorten(name), expected) << name;
  }
}

TEST(Shorten, KnowsTheSymbolsOfOperators) {
  const Row rows[] = {
      {"operator<<(std::ostream&, Item const&)", "operator<<"},
      {"std::ostream& operator<< <int>(std::ostream&, Box<int> const&)", "operator<<<int>"},
      {"Item::operator<=>(Item const&) const", "Item::operator<=>"},
      {"Item::operator->() const", "Item::operator->"},
      {"Item::operator bool() const", "Item::operator bool"},
      {"Item::operator()(int)", "Item::operator()"},
      {"operator new(unsigned long)", "operator new"},
      {"operator_table(int)", "operator_table"},
  };
  for (const auto& [name, expected] : rows) {
    EXPECT_EQ(shorten(name), expected) << name;
  }
}

TEST(Shorten, TakesAnything) {
  for (const char* name : {"", " ", "(", "<", "{", "[", "((", "operator", "a(b", "a<b", "$_", "{(",
                           "{)(}", "<>", "> >", "a) b"}) {
    EXPECT_LE(shorten(name).size(), 40U) << name;
  }
}

TEST(ShortName, DemanglesWhatIsMangled) {
  const Row rows[] = {
      {"main", "main"},
      {"_Z8transferii", "transfer"},
      {"_ZL8accounts", "accounts"},
      {"_ZN12_GLOBAL__N_12muE", "mu"},
      {"_ZZ4mainENKUlvE_clEv", "main::{lambda#1}::operator()"},
      {"_ZNSt10lock_guardISt5mutexED2Ev", "std::lock_guard<std::mutex>::~lock_guard"},
      {"_ZGVZ8instancevE1s", "instance::s"},
      {"_ZTV5Queue", "vtable for Queue"},
      {"_Zthis is no symbol", "_Zthis is no symbol"},
  };
  for (const auto& [symbol, expected] : rows) {
    EXPECT_EQ(short_name(symbol), expected) << symbol;
  }
}

TEST(ShortName, DropsWhatCompilersAppend) {
  const Row rows[] = {
      {"push.part.0", "push"}, {"push.cold", "push"},      {"push.isra.0", "push"},
      {"mu.1", "mu"},          {"worker.mu", "worker.mu"}, {"_Z4pushi.constprop.0", "push"},
  };
  for (const auto& [symbol, expected] : rows) {
    EXPECT_EQ(short_name(symbol), expected) << symbol;
  }
}

}  // namespace
}  // namespace heddle::supervise
