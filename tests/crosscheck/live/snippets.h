// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "program.h"

#include <cstdint>
#include <functional>
#include <random>
#include <vector>

// What threads of random programs do, a few operations that belong together at a time.
namespace heddle::live {

using Ops = std::vector<Op>;

class Dice {
 public:
  explicit Dice(uint64_t seed) : engine_(seed) {}

  int8_t below(int n) { return static_cast<int8_t>(engine_() % static_cast<uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }

 private:
  std::mt19937_64 engine_;
};

using Snippet = std::function<Ops(Dice&)>;

struct Share {
  int weight;
  Snippet snippet;
};

using Mix = std::vector<Share>;

[[nodiscard]] Ops draw(Dice& dice, const Mix& mix);
void append(Ops& ops, const Ops& more);

[[nodiscard]] Ops atomic(Dice& dice);
[[nodiscard]] Ops mutex(Dice& dice);
[[nodiscard]] Ops rwlock(Dice& dice);
[[nodiscard]] Ops spin(Dice& dice);
[[nodiscard]] Ops semaphore(Dice& dice);
[[nodiscard]] Ops condition(Dice& dice);
[[nodiscard]] Ops monitor(Dice& dice);
[[nodiscard]] Ops barrier(Dice& dice);
[[nodiscard]] Ops once(Dice& dice);
[[nodiscard]] Ops pause(Dice& dice);
[[nodiscard]] Ops fence(Dice& dice);
[[nodiscard]] Ops choice(Dice& dice);
[[nodiscard]] Ops assumption(Dice& dice);
[[nodiscard]] Ops assertion(Dice& dice);
[[nodiscard]] Ops ending(Dice& dice);
[[nodiscard]] Ops leaving(Dice& dice);
[[nodiscard]] Ops registering(Dice& dice);
[[nodiscard]] Ops descriptors(Dice& dice);
[[nodiscard]] Ops channels(Dice& dice);
[[nodiscard]] Ops pipes(Dice& dice);
[[nodiscard]] Ops libc_state(Dice& dice);
[[nodiscard]] Ops user(Dice& dice);
[[nodiscard]] Ops destruction(Dice& dice);
[[nodiscard]] Ops blocks(Dice& dice);
[[nodiscard]] Ops latch(Dice& dice);
[[nodiscard]] Ops phase(Dice& dice);
[[nodiscard]] Ops counting(Dice& dice);
[[nodiscard]] Ops word(Dice& dice);
[[nodiscard]] Ops stopping(Dice& dice);
[[nodiscard]] Ops promising(Dice& dice);
[[nodiscard]] Ops plain_region(Dice& dice);

}  // namespace heddle::live
