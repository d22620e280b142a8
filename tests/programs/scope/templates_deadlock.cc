// SPDX-License-Identifier: Apache-2.0
//
// Two accounts are locked in opposite order, by a member of a class template in a namespace.  It
// locks by std::mutex: that is on the stack, too, or inlined.
//
// BUILD: heddle
// RUN: heddle run --scope fun:Bank::transfer %t
// EXPECT: deadlock preemptions=1
// RUN: heddle run --scope namespace:money %t
// EXPECT: deadlock preemptions=1
// RUN: heddle run --scope fun:std::mutex::lock %t
// EXPECT: deadlock preemptions=1
// RUN: heddle run --no-scope fun:std::mutex::lock %t
// EXPECT: clean
// RUN: heddle run --no-scope namespace:money %t
// EXPECT: clean
// RUN: heddle run --no-scope "fun:Bank<int>::transfer" %t
// EXPECT: clean
// RUN: heddle run --no-scope "fun:Bank<long>::transfer" %t
// EXPECT: deadlock preemptions=1
#include <mutex>
#include <thread>

namespace money {

template <typename Amount>
class Bank {
 public:
  void transfer(int from, int to, Amount amount) {
    const std::lock_guard first(locks_[from]);
    const std::lock_guard second(locks_[to]);
    balance_[from] -= amount;
    balance_[to] += amount;
  }

 private:
  std::mutex locks_[2];
  Amount balance_[2] = {};
};

}  // namespace money

int main() {
  money::Bank<int> bank;
  std::thread other([&] { bank.transfer(0, 1, 5); });
  bank.transfer(1, 0, 7);
  other.join();
}
