// SPDX-License-Identifier: Apache-2.0
//
// The repaired twin of templates_deadlock: both accounts are locked at once.
//
// BUILD: heddle
// RUN: heddle run --scope fun:Bank::transfer %t
// EXPECT: clean
// RUN: heddle run --no-scope namespace:money %t
// EXPECT: clean
#include <mutex>
#include <thread>

namespace money {

template <typename Amount>
class Bank {
 public:
  void transfer(int from, int to, Amount amount) {
    const std::scoped_lock both(locks_[from], locks_[to]);
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
