// SPDX-License-Identifier: Apache-2.0
// Operations of the player on pipes and eventfds that threads wait for.
#include "player.h"

#include <cstdlib>

#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <unistd.h>

namespace heddle::live {
namespace {

int channels[2][2];
int events[2];
int poller;

// Those that pollany and epollany look at.
int descriptor_of(int bit) { return bit == 2 ? events[0] : channels[bit][0]; }

int poll_any() {
  pollfd all[3];
  for (int i = 0; i < 3; ++i) {
    all[i] = {descriptor_of(i), POLLIN, 0};
  }
  poll(all, 3, -1);
  int ready = 0;
  for (int i = 0; i < 3; ++i) {
    ready |= all[i].revents != 0 ? 1 << i : 0;
  }
  return ready;
}

int select_any() {
  fd_set all;
  FD_ZERO(&all);
  int most = 0;
  for (int i = 0; i < 3; ++i) {
    FD_SET(descriptor_of(i), &all);
    most = descriptor_of(i) > most ? descriptor_of(i) : most;
  }
  select(most + 1, &all, nullptr, nullptr, nullptr);
  int ready = 0;
  for (int i = 0; i < 3; ++i) {
    ready |= FD_ISSET(descriptor_of(i), &all) ? 1 << i : 0;
  }
  return ready;
}

int epoll_any() {
  epoll_event found[3];
  const int count = epoll_wait(poller, found, 3, -1);
  int ready = 0;
  for (int i = 0; i < count; ++i) {
    ready |= 1 << found[i].data.u32;
  }
  return ready;
}

int poll_in_time(int channel) {
  pollfd one = {channels[channel][0], POLLIN, 0};
  return poll(&one, 1, 1);
}

}  // namespace

void prepare_channels() {
  poller = epoll_create1(0);
  for (int i = 0; i < 2; ++i) {
    if (pipe(channels[i]) != 0) {
      abort();
    }
    events[i] = eventfd(0, 0);
  }
  for (uint32_t i = 0; i < 3; ++i) {
    epoll_event event = {.events = EPOLLIN, .data = {.u32 = i}};
    epoll_ctl(poller, EPOLL_CTL_ADD, descriptor_of(static_cast<int>(i)), &event);
  }
}

int perform_channel(const Op& op) {
  switch (op.code) {
    case Code::put: {
      const auto byte = static_cast<unsigned char>(op.b);
      return static_cast<int>(write(channels[op.a][1], &byte, 1));
    }
    case Code::take: {
      unsigned char byte = 0;
      return read(channels[op.a][0], &byte, 1) == 1 ? byte : -1;
    }
    case Code::notice:
      return eventfd_write(events[op.a], 1);
    case Code::drain: {
      eventfd_t count = 0;
      return eventfd_read(events[op.a], &count) == 0 ? static_cast<int>(count) : -1;
    }
    case Code::pollany:
      return op.a == 0 ? poll_any() : select_any();
    case Code::epollany:
      return epoll_any();
    default:
      return poll_in_time(op.a);
  }
}

}  // namespace heddle::live
