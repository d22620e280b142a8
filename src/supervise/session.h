// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "explore/explorer.h"
#include "process/deaths.h"
#include "supervise/exploration.h"
#include "supervise/inherited.h"
#include "supervise/launch.h"
#include "supervise/shared_memory.h"

#include <memory>
#include <optional>
#include <vector>

#include <sys/types.h>

namespace heddle::supervise {

// The program, its arena and its connections, for one exploration.
class Session {
 public:
  // The program is kept by whoever asks.  The worker is the one whose search it is, from 0 on.
  static base::Result<std::unique_ptr<Session>> open(const Program& program, const Request& request,
                                                     uint32_t worker = 0);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // The program is started once, and runs the exploration itself; and again if it
  // dies, to go on where it was.
  base::Result<verdict::Stopped> run_by_server();

  // The program is started anew for each execution; the exploration runs here.
  base::Result<verdict::Stopped> run_by_exec();

  // As the request says.
  base::Result<verdict::Stopped> run();

  // It has run, and is to run again, as work was added: the next process of the program begins like
  // the first.
  void get_ready();

  process::Arena& arena() { return memory_->arena(); }
  // There was a search in the file; it is still to be gone back to its last commit.
  [[nodiscard]] bool goes_on() const { return memory_->goes_on(); }

  // What processes of the program are started with.
  [[nodiscard]] const std::string& library() const { return library_; }
  [[nodiscard]] Connections connections() const;

 private:
  class Starts;

  Session(const Program& program, const Request& request) : program_(program), request_(request) {}

  // Runs a process of the program to its end; one that does not start is tried
  // again without binding everything at once.
  base::Result<Watched> run_process();
  [[nodiscard]] bool was_killed_at_start(const base::Result<Watched>& ran);
  base::Result<Watched> run_from_start(explore::Explorer& explorer);
  base::Result<Watched> start_and_watch();

  // The server has died, with what it had under way.
  void account_for_death(int status);
  base::Result<verdict::Stopped> tear_down(explore::Explorer& explorer);
  void roll_back();
  void end_worker();
  [[nodiscard]] base::Error why_it_did_not_start(int status);
  [[nodiscard]] base::Error out_of_address_space() const;
  // What it writes to standard error before main, in one more process.
  std::string what_it_says();

  const Program& program_;
  const Request request_;
  std::string library_;
  std::unique_ptr<SharedMemory> memory_;
  int input_ = -1;
  int nowhere_ = -1;
  std::vector<Inherited> inherited_;
  bool bind_now_ = true;
  std::optional<process::Deaths> deaths_;
};

}  // namespace heddle::supervise
