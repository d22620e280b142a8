// SPDX-License-Identifier: Apache-2.0
//
// An ordinary GoogleTest program, as heddle's users have them: nothing in it knows of heddle.
// The suites called Good* hold in every schedule; BadAccount fails with one preemption, when the
// balance that a deposit has read is old by the time it is written.
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

#include <gtest/gtest.h>

namespace {

class Account {
 public:
  int balance() {
    std::lock_guard lock(mutex_);
    return balance_;
  }

  void set_balance(int value) {
    std::lock_guard lock(mutex_);
    balance_ = value;
  }

  void deposit(int amount) {
    std::lock_guard lock(mutex_);
    balance_ += amount;
  }

 private:
  std::mutex mutex_;
  int balance_ = 0;
};

class Queue {
 public:
  void push(int item) {
    std::lock_guard lock(mutex_);
    items_.push_back(item);
  }

  std::optional<int> pop() {
    std::lock_guard lock(mutex_);
    if (items_.empty()) {
      return std::nullopt;
    }
    const int item = items_.front();
    items_.pop_front();
    return item;
  }

 private:
  std::mutex mutex_;
  std::deque<int> items_;
};

TEST(GoodAccount, KeepsADeposit) {
  Account account;
  account.deposit(5);
  EXPECT_EQ(account.balance(), 5);
}

TEST(GoodAccount, AddsUpDepositsOfTwoThreads) {
  Account account;
  std::thread first([&] { account.deposit(1); });
  std::thread second([&] { account.deposit(2); });
  first.join();
  second.join();
  EXPECT_EQ(account.balance(), 3);
}

TEST(BadAccount, AddsUpDepositsOfTwoThreads) {
  Account account;
  std::thread first([&] { account.set_balance(account.balance() + 1); });
  std::thread second([&] { account.set_balance(account.balance() + 2); });
  first.join();
  second.join();
  EXPECT_EQ(account.balance(), 3);
}

TEST(GoodQueue, IsFirstInFirstOut) {
  Queue queue;
  queue.push(1);
  queue.push(2);
  EXPECT_EQ(queue.pop(), 1);
  EXPECT_EQ(queue.pop(), 2);
  EXPECT_EQ(queue.pop(), std::nullopt);
}

TEST(GoodQueue, GivesAnItemToOneThread) {
  Queue queue;
  queue.push(7);
  std::optional<int> got[2];
  std::thread first([&] { got[0] = queue.pop(); });
  std::thread second([&] { got[1] = queue.pop(); });
  first.join();
  second.join();
  EXPECT_NE(got[0].has_value(), got[1].has_value());
}

}  // namespace
