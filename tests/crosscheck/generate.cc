// SPDX-License-Identifier: Apache-2.0
#include "generate.h"

#include "themes.h"

#include <algorithm>
#include <random>
#include <span>

namespace heddle::crosscheck {
namespace {

constexpr size_t kMostOps = 4;

constexpr Act kBetweenRounds[] = {Act::load, Act::store, Act::sleep, Act::post};
constexpr Act kNeverBlock[] = {Act::try_lock, Act::try_acquire, Act::post};
constexpr Act kMayBlock[] = {Act::lock, Act::try_lock, Act::acquire, Act::try_acquire};

class Generator {
 public:
  explicit Generator(uint64_t seed) : random_(seed) {}

  Program program() {
    Program program = empty(2 + below(3));
    switch (below(4)) {
      case 0:
        fill_with_waiters(program);
        break;
      case 1:
        fill_with_themes(program);
        make_workers(program);
        break;
      default:
        fill_with_themes(program);
        break;
    }
    if (program.creates) {
      insert_creates(program);
    }
    return program;
  }

  Program with_uses() {
    Program program = this->program();
    program.late_once = !one_in(3);
    program.last_ends = one_in(2);
    const size_t often = 1 + below(3);
    const bool few_kinds = one_in(2);
    for (std::vector<Op>& ops : program.threads) {
      for (Op& op : ops) {
        if (one_in(often)) {
          op.after = static_cast<After>(below(few_kinds ? 7 : kAfters));
        }
      }
    }
    return program;
  }

  // Some steps, or all but some, or stretches of them.
  void pin_some(Program& program) {
    const size_t often = 2 + below(3);
    const bool most = one_in(3);
    const bool stretches = one_in(2);
    program.ends_pinned = one_in(3);
    for (std::vector<Op>& ops : program.threads) {
      bool pinned = one_in(often) != most;
      for (Op& op : ops) {
        op.pinned = pinned;
        pinned = stretches && !one_in(3) ? pinned : one_in(often) != most;
      }
    }
  }

  Program yielding() {
    Program program = empty(2 + below(2));
    themes_ = {&kYields, &kThemes[below(std::size(kThemes))]};
    for (std::vector<Op>& ops : program.threads) {
      fill(ops, 2 + below(3));
    }
    if (program.creates) {
      insert_creates(program);
    }
    return program;
  }

  Program waiting() {
    Program program = empty(2 + below(2));
    themes_ = {one_in(2) ? &kWaits : &kAwaits};
    if (one_in(3)) {
      themes_.push_back(&kLocks);
    }
    for (std::vector<Op>& ops : program.threads) {
      fill(ops, 1 + below(3));
    }
    if (program.creates) {
      insert_creates(program);
    }
    return program;
  }

  // Most of them over variables, so that it depends on others whether a thread stops.
  Program stopping() {
    Program program = empty(2 + below(3));
    themes_ = {&kVariables};
    if (one_in(3)) {
      themes_.push_back(&kThemes[below(std::size(kThemes))]);
    }
    for (std::vector<Op>& ops : program.threads) {
      fill(ops, 1 + below(3));
      for (Op& op : ops) {
        if (may_fail(op.act) && !one_in(3)) {
          op.guard = false;
          op.stop = one_in(3) ? Stop::abort : Stop::assume;
          op.stops_at_zero = one_in(2);
        }
      }
    }
    if (one_in(4)) {
      std::vector<Op>& ops = program.threads[below(program.threads.size())];
      ops.insert(ops.begin() + static_cast<ptrdiff_t>(below(ops.size() + 1)),
                 {.act = Act::exit_process});
    }
    if (one_in(4)) {
      make_workers(program);
    }
    if (program.creates) {
      insert_creates(program);
    }
    return program;
  }

  // Thread 0 creates the others and joins them, and does something before, between and after that.
  // Of the others, those with even numbers mostly use other things than those with odd ones.
  Program grouped() {
    Program program = empty(4 + below(2));
    program.creates = true;
    const Theme* const themes[] = {&kVariables, &kThemes[below(std::size(kThemes) - 1)]};
    for (size_t i = 1; i < program.threads.size(); ++i) {
      std::vector<Op>& ops = program.threads[i];
      themes_ = {themes[one_in(8) ? below(2) : i % 2]};
      fill(ops, one_in(3) ? 2 : 1);
      for (Op& op : ops) {
        op.object = has_object(op.act) && !one_in(8) ? number(i / 2 % 2) : op.object;
      }
    }
    std::vector<Op>& first = program.threads[0];
    const auto add_sometimes = [&](size_t often) {
      if (one_in(often)) {
        first.push_back(random_op(themes[one_in(4) ? 1 : 0]->ends));
      }
    };
    add_sometimes(3);
    for (size_t i = 1; i < program.threads.size(); ++i) {
      first.push_back({.act = Act::create});
      add_sometimes(10);
    }
    add_sometimes(2);
    add_sometimes(2);
    const size_t joined = one_in(6) ? program.threads.size() - 1 : program.threads.size();
    const size_t turn = below(joined);
    for (size_t i = 1; i < joined; ++i) {
      first.push_back({.act = Act::join, .object = number(1 + (i + turn) % (joined - 1))});
      add_sometimes(3);
    }
    add_sometimes(2);
    return program;
  }

  // Threads pass a barrier once to three times, and do something else now and then.  It may be for
  // fewer than there are, so that rounds overlap, or for more.
  Program meeting() {
    Program program = empty(2 + below(3));
    program.creates = one_in(4);
    const size_t threads = program.threads.size();
    program.barrier_sizes[0] = number(one_in(2) ? 2 : threads + below(2) - (one_in(4) ? 1 : 0));
    for (std::vector<Op>& ops : program.threads) {
      for (size_t left = 1 + below(threads == 2 ? 3 : 2); left > 0; --left) {
        if (one_in(4)) {
          ops.push_back(random_op(kBetweenRounds));
        }
        ops.push_back({.act = Act::pass_barrier, .object = number(one_in(8) ? 1 : 0)});
      }
      if (one_in(4)) {
        ops.push_back(random_op(kBetweenRounds));
      }
    }
    if (program.creates) {
      insert_creates(program);
    }
    return program;
  }

  // Flags are raised before anything that could block, and locks are taken after.
  Program spinning(size_t spinners) {
    const size_t raisers = spinners == 1 && one_in(4) ? 2 : 1;
    Program program = empty(raisers + spinners);
    program.creates = false;
    program.exits = false;
    for (size_t i = 0; i < program.threads.size(); ++i) {
      std::vector<Op>& ops = program.threads[i];
      if (one_in(2)) {
        ops.push_back({.act = kNeverBlock[below(std::size(kNeverBlock))]});
      }
      if (i < raisers) {
        ops.push_back({.act = Act::raise_flag, .object = number(i)});
      } else {
        ops.push_back({.act = Act::spin_until_flag, .object = number(below(raisers))});
      }
      ops.push_back({.act = kMayBlock[below(std::size(kMayBlock))]});
    }
    return program;
  }

 private:
  size_t below(size_t count) { return random_() % count; }
  bool one_in(size_t count) { return below(count) == 0; }
  uint8_t bit() { return number(below(2)); }
  static uint8_t number(size_t value) { return static_cast<uint8_t>(value); }

  Program empty(size_t threads) {
    Program program;
    program.threads.resize(threads);
    program.creates = one_in(3);
    program.exits = one_in(2);
    for (size_t i = 0; i < kObjectsPerFamily; ++i) {
      program.mutex_types[i] =
          one_in(3) ? static_cast<primitive::MutexType>(below(3)) : primitive::MutexType();
      program.semaphore_values[i] = number(below(3) % 2);
      program.barrier_sizes[i] = number(1 + below(3));
      program.prefers_writers[i] = one_in(2);
    }
    return program;
  }

  void fill_with_themes(Program& program) {
    themes_.resize(1 + below(2));
    for (const Theme*& theme : themes_) {
      theme = &kThemes[below(std::size(kThemes))];
    }
    for (std::vector<Op>& ops : program.threads) {
      fill(ops, 1 + below(kMostOps));
    }
  }

  // Several threads wait for the same, and the last one wakes some of them.
  void fill_with_waiters(Program& program) {
    program.creates = false;
    program.mutex_types = {};
    const bool conditions = !one_in(3);
    for (std::vector<Op>& ops : program.threads) {
      const bool wakes = &ops == &program.threads.back();
      if (conditions) {
        fill_for_condition(ops, wakes);
      } else {
        ops.push_back({.act = one_in(4) ? Act::timed_futex_wait : Act::futex_wait});
      }
      if (!conditions && wakes) {
        ops.assign(1 + below(2), {.act = Act::futex_wake, .mutex = number(1 + below(2))});
      }
    }
  }

  void fill_for_condition(std::vector<Op>& ops, bool wakes) {
    if (!wakes) {
      ops.push_back({.act = Act::lock});
      ops.push_back({.act = one_in(4) ? Act::timed_wait : Act::wait});
      if (!one_in(3)) {
        ops.push_back({.act = Act::unlock});
      }
      return;
    }
    const bool locks = one_in(2);
    if (locks) {
      ops.push_back({.act = Act::lock});
    }
    ops.resize(ops.size() + 1 + below(2), {.act = one_in(4) ? Act::broadcast : Act::signal});
    if (locks) {
      ops.push_back({.act = Act::unlock});
    }
  }

  // Thread 0 creates and joins the others, and does nothing else.
  void make_workers(Program& program) {
    program.creates = true;
    std::vector<Op>& ops = program.threads[0];
    ops.clear();
    for (size_t i = 1; i < program.threads.size(); ++i) {
      ops.push_back({.act = Act::join, .object = number(i)});
    }
  }

  void fill(std::vector<Op>& ops, size_t count) {
    while (ops.size() < count) {
      const Theme& theme = *themes_[below(themes_.size())];
      if (one_in(8)) {
        ops.push_back(random_op(theme.ends));
      } else {
        add_pair(ops, theme);
      }
    }
    ops.resize(count);
  }

  // A lock and its unlock, perhaps with something between them.
  void add_pair(std::vector<Op>& ops, const Theme& theme) {
    Op first = random_op(theme.begins);
    const bool waits = operation_of(first.act) == event::OpKind::cond_wait;
    if (waits && !one_in(6)) {
      ops.push_back({.act = Act::lock, .object = first.mutex});
    }
    ops.push_back(first);
    if (one_in(3)) {
      const Theme& other = *themes_[below(themes_.size())];
      ops.push_back(random_op(one_in(2) ? other.begins : other.ends));
    }
    if (waits) {
      ops.push_back({.act = Act::unlock, .object = first.mutex});
    } else if (!one_in(6)) {
      Op last = random_op(theme.ends);
      last.object = has_object(last.act) && has_object(first.act) ? first.object : last.object;
      ops.push_back(last);
    }
  }

  Op random_op(std::span<const Act> acts) {
    Op op;
    op.act = acts[below(acts.size())];
    op.object = one_in(3) ? 1 : 0;
    if (!has_object(op.act)) {
      op.object = number(below(4));
    }
    op.mutex = op.act == Act::futex_wake ? number(1 + below(2)) : bit();
    op.guard = may_fail(op.act) && !one_in(4);
    return op;
  }

  static bool may_fail(Act act) {
    return is_timed(act) || to_string(act).starts_with("try_") || act == Act::load ||
           act == Act::exchange_zero || act == Act::choose || act == Act::spin_while_both;
  }

  // Each thread is created at some place of thread 0, before it could be joined.
  void insert_creates(Program& program) {
    std::vector<Op>& ops = program.threads[0];
    const bool joins = !ops.empty() && ops.front().act == Act::join;
    for (size_t i = 1; i < program.threads.size(); ++i) {
      const size_t at = joins ? 0 : below(std::min<size_t>(3, ops.size() + 1));
      ops.insert(ops.begin() + static_cast<ptrdiff_t>(at), {.act = Act::create});
    }
  }

  std::mt19937_64 random_;
  std::vector<const Theme*> themes_;
};

}  // namespace

Program random_program(uint64_t seed) { return Generator(seed).program(); }

Program random_using_program(uint64_t seed) { return Generator(seed).with_uses(); }

Program random_yielding_program(uint64_t seed) { return Generator(seed).yielding(); }

Program random_spinning_program(uint64_t seed, size_t spinners) {
  return Generator(seed).spinning(spinners);
}

Program random_waiting_program(uint64_t seed) { return Generator(seed).waiting(); }

Program random_grouped_program(uint64_t seed) { return Generator(seed).grouped(); }

Program random_meeting_program(uint64_t seed) { return Generator(seed).meeting(); }

Program random_stopping_program(uint64_t seed) { return Generator(seed).stopping(); }

Program random_pinned_program(uint64_t seed) {
  Program (*const kinds[])(uint64_t) = {random_program, random_program, random_using_program,
                                        random_yielding_program, random_stopping_program};
  Program program = kinds[seed % std::size(kinds)](seed);
  Generator(~seed).pin_some(program);
  return program;
}

Program shortened(Program program) {
  std::vector<Op>* longest = &program.threads.front();
  for (std::vector<Op>& ops : program.threads) {
    if (ops.size() > longest->size()) {
      longest = &ops;
    }
  }
  if (!longest->empty()) {
    longest->pop_back();
  }
  return program;
}

}  // namespace heddle::crosscheck
