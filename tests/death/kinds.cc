// SPDX-License-Identifier: Apache-2.0
//
// Programs whose searches are of different kinds, by name, each large enough that somebody can be
// killed in its middle:
//
//     kinds NAME [ROUNDS]
//
// The threads of each do their work so many times, under a lock, and what is special about it
// besides.  What is a bug in one of them shows only after most of the search.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <unistd.h>

namespace {

constexpr int kThreads = 3;

std::mutex lock;
std::atomic<int> arrived;
int rounds = 3;
int count;
int updates;

void count_under_lock(int times) {
  for (int i = 0; i < times; i++) {
    const std::lock_guard<std::mutex> guard(lock);
    count++;
  }
}

template <typename Work>
void run(Work work, int threads = kThreads) {
  std::vector<std::thread> all;
  for (int i = 0; i < threads; i++) {
    all.emplace_back(work, i);
  }
  for (std::thread& thread : all) {
    thread.join();
  }
}

// Nothing is wrong.
int data() {
  run([](int) { count_under_lock(rounds); });
  return count == kThreads * rounds ? 0 : 1;
}

// An update is lost, but only where two preemptions come together.
int late() {
  static int first;
  static int second;
  run([](int number) {
    count_under_lock(rounds);
    if (number > 1) {
      return;
    }
    int& mine = number == 0 ? first : second;
    int& other = number == 0 ? second : first;
    int before = 0;
    {
      const std::lock_guard<std::mutex> guard(lock);
      before = updates;
      mine = 1;
    }
    {
      const std::lock_guard<std::mutex> guard(lock);
      if (mine == 1 && other == 1) {
        mine = 2;
      }
    }
    {
      const std::lock_guard<std::mutex> guard(lock);
      updates = mine == 2 && other == 1 ? before + 1 : updates + 1;
      mine = 3;
    }
  });
  return updates == 2 ? 0 : 1;
}

// Code after steps looks at a flag that is done.
int once() {
  static std::once_flag flag;
  static pthread_once_t other = PTHREAD_ONCE_INIT;
  static std::atomic<int> who{-1};
  run([](int number) {
    count_under_lock(rounds - 1);
    std::call_once(flag, [number] { who = number; });
    if (number == 2) {
      pthread_once(&other, [] {});
    }
    count_under_lock(1);
  });
  return who == 2 ? 1 : 0;
}

// A static local, which is come to only after a preemption.  In code that heddle cc did not compile
// its guard is looked at unseen, so the search begins anew.
int guard() {
  static std::atomic<int> made;
  run([](int number) {
    const int before = arrived;
    count_under_lock(rounds - 1);
    if (number == 0 && before == 0 && arrived == kThreads - 1) {
      static const int kMade = ++made;
      count_under_lock(kMade);
    }
    arrived++;
  });
  return made <= 1 ? 0 : 1;
}

// Effects outside memory: an offset, a pipe, the environment, rand.
int effects() {
  static int ends[2];
  if (pipe(ends) != 0) {
    return 2;
  }
  static std::atomic<int> sum;
  run([](int number) {
    count_under_lock(rounds - 1);
    const char letter = static_cast<char>('a' + number);
    if (number < 2 && write(ends[1], &letter, 1) != 1) {
      abort();
    }
    sum += rand() % 2;
    if (number == 2) {
      setenv("KIND", "effects", 1);
    }
  });
  char first = 0;
  char second = 0;
  if (read(ends[0], &first, 1) != 1 || read(ends[0], &second, 1) != 1) {
    return 2;
  }
  return first == 'b' && second == 'a' ? 1 : 0;
}

// Data races, one after another, as more places are scheduling points.
int races() {
  static int hint;
  static int seen;
  run([](int number) {
    count_under_lock(rounds - 1);
    if (number < 2) {
      hint = number;
    } else if (hint == 1) {
      seen = 1;
    }
  });
  return seen != 0 && hint == 0 ? 1 : 0;
}

// A body that is run again and again.
int scenario() {
  static std::vector<int>* kept;
  heddle_scenario([](void*) { kept = new std::vector<int>(1, 0); },
                  [](void*) {
                    static int before;
                    (*kept)[0] = 0;
                    run([](int number) {
                      count_under_lock(rounds);
                      int mine = 0;
                      {
                        const std::lock_guard<std::mutex> guard(lock);
                        mine = (*kept)[0];
                      }
                      if (number < 2) {
                        const std::lock_guard<std::mutex> guard(lock);
                        (*kept)[0] = mine + 1;
                      }
                    });
                    before = (*kept)[0];
                    assert(before == 2);
                  },
                  [](void*) { delete kept; }, nullptr);
  return 0;
}

// The process dies in some schedules, in other ways.
int crashes() {
  static int turn;
  run([](int number) {
    count_under_lock(rounds);
    const std::lock_guard<std::mutex> guard(lock);
    if (number == 2 && turn == 0) {
      *static_cast<volatile int*>(nullptr) = 1;
    }
    if (number == 1 && turn == 1) {
      raise(SIGTERM);
    }
    turn++;
  });
  return 0;
}

// Waits, time-outs, wakes.
int waits() {
  static std::condition_variable changed;
  static bool ready;
  run([](int number) {
    count_under_lock(rounds - 2);
    std::unique_lock<std::mutex> guard(lock);
    if (number == 0) {
      ready = true;
      changed.notify_one();
      return;
    }
    if (!changed.wait_for(guard, std::chrono::milliseconds(5), [] { return ready; })) {
      updates++;
    }
  });
  return updates == 2 ? 1 : 0;
}

// How many threads there are depends on the schedule, and grows late.
int grows() {
  run([](int number) {
    count_under_lock(rounds - 1);
    if (number == 2 && arrived == 0) {
      std::thread more([] { count_under_lock(1); });
      std::thread and_more([] { count_under_lock(1); });
      more.join();
      and_more.join();
    }
    arrived++;
  });
  return 0;
}

// Executions that count for nothing, and those that fail in one of several places.
int assumes() {
  static std::atomic<int> order;
  run([](int number) {
    count_under_lock(rounds);
    const int mine = order++;
    heddle_assume(number != 1 || mine != 0);
    assert(number != 2 || mine != 0);
    if (number == 0 && mine == 2) {
      abort();
    }
  });
  return 0;
}

// Threads that wait by yielding.
int yields() {
  static std::atomic<int> flag;
  run([](int number) {
    count_under_lock(rounds);
    if (number == 0) {
      flag = 1;
      return;
    }
    while (flag == 0) {
      std::this_thread::yield();
    }
  });
  return 0;
}

// Threads that wait by yielding in a way that keeps none of them idle, so that fairness has to act.
int climbs() {
  static std::mutex mutex;
  static int entered;
  std::thread other([] {
    const std::lock_guard guard(mutex);
    std::this_thread::yield();
    ++entered;
  });
  for (int round = 0; round < rounds; ++round) {
    while (!mutex.try_lock()) {
      std::this_thread::yield();
    }
    ++entered;
    mutex.unlock();
  }
  other.join();
  return entered == rounds + 1 ? 0 : 1;
}

[[gnu::noinline]] void go_aside(std::atomic<int>& times) {
  ++times;
  ++times;
}

// A climb, with a race that makes scheduling points and code in which nobody is preempted.
int mingles() {
  static std::mutex mutex;
  static int entered;
  static int hint;
  static std::atomic<int> aside;
  std::thread other([] {
    {
      const std::lock_guard guard(mutex);
      std::this_thread::yield();
      ++entered;
    }
    hint = 1;
    go_aside(aside);
  });
  for (int round = 0; round < rounds; ++round) {
    while (!mutex.try_lock()) {
      std::this_thread::yield();
    }
    ++entered;
    mutex.unlock();
    if (hint == 1) {
      go_aside(aside);
    }
  }
  other.join();
  return entered == rounds + 1 ? 0 : 1;
}

// Draws on what heddle does not control, a file that each execution changes: so schedules are
// followed only now and then.
int alters() {
  const char* path = getenv("KINDS_FILE");
  static int file;
  file = open(path == nullptr ? "" : path, O_RDWR | O_CREAT, 0666);
  if (file < 0) {
    return 2;
  }
  static int drawn;
  if (pread(file, &drawn, sizeof drawn, 0) != sizeof drawn) {
    drawn = 0;
  }
  const int next = drawn + 1;
  if (pwrite(file, &next, sizeof next, 0) != sizeof next) {
    return 2;
  }
  run([](int number) {
    count_under_lock(rounds);
    if (number == 0 && drawn % 16 == 15) {
      count_under_lock(1);
    }
  });
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "";
  if (argc > 2) {
    rounds = atoi(argv[2]);
  }
  struct Kind {
    const char* name;
    int (*run)();
  };
  constexpr Kind kKinds[] = {{"data", data},         {"late", late},       {"once", once},
                             {"guard", guard},       {"effects", effects}, {"races", races},
                             {"scenario", scenario}, {"crashes", crashes}, {"waits", waits},
                             {"grows", grows},       {"assumes", assumes}, {"yields", yields},
                             {"climbs", climbs},     {"mingles", mingles}, {"alters", alters}};
  for (const Kind& kind : kKinds) {
    if (name == kind.name) {
      return kind.run();
    }
  }
  fprintf(stderr, "kinds: no such name\n");
  return 2;
}
