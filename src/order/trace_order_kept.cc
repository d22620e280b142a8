// SPDX-License-Identifier: Apache-2.0
// A search runs executions one after the other that begin alike: what is tried next is, more
// often than not, another option near the end of the last one.  So the steps of an execution are
// kept and, at every eighth of them, a mark: all that is known there, if that is little.  The next
// execution is compared with them, step by step, and goes on from the last mark before they differ.
#include "base/in_order.h"
#include "order/trace_order.h"

#include <algorithm>
#include <type_traits>

namespace heddle::order {

using event::Event;

namespace {

bool is_same(const Event& a, const Event& b) {
  static_assert(std::has_unique_object_representations_v<Event>);
  using Word [[gnu::may_alias]] = uint64_t;
  const auto* one = reinterpret_cast<const Word*>(&a);
  const auto* other = reinterpret_cast<const Word*>(&b);
  uint64_t difference = 0;
  for (size_t i = 0; i < sizeof(Event) / sizeof(Word); ++i) {
    difference |= one[i] ^ other[i];
  }
  return difference == 0;
}

}  // namespace

void TraceOrder::follow(std::span<const Event> steps) {
  const size_t kept = kept_of(steps);
  const size_t marks = std::min<size_t>(kept_->marks, kept / kStride);
  kept_->steps = 0;  // whoever comes after a process that died in here begins anew
  base::in_this_order();
  if (marks == 0) [[unlikely]] {
    begin();
  } else {
    go_back_to(kept_->mark[marks - 1]);
  }
  kept_->marks = static_cast<uint32_t>(marks);
  const size_t most = std::min(steps.size(), kMostKept);
  for (size_t at = marks * kStride; at < most;) {
    const size_t next = std::min(at + kStride, most);
    add(steps.subspan(at, next - at));
    put_mark();
    at = next;
  }
  add(steps.subspan(most));
  std::copy(steps.begin() + kept, steps.begin() + most, kept_->step + kept);
  base::in_this_order();
  kept_->steps = static_cast<uint32_t>(most);
}

// How many of the steps are those that were kept.
size_t TraceOrder::kept_of(std::span<const Event> steps) const {
  const size_t most = std::min<size_t>(steps.size(), kept_->steps);
  size_t same = 0;
  while (same < most && is_same(steps[same], kept_->step[same])) {
    ++same;
  }
  return same;
}

// After a whole stride, if all marks before it were put.
void TraceOrder::put_mark() {
  const Shared& now = *shared_;
  if (now.steps != (kept_->marks + 1) * kStride || now.overflowed || now.cells != 0 ||
      now.threads > kFewThreads || now.objects > kFewObjects || now.words > kFewWords ||
      now.resources > kFewResources) {
    return;
  }
  Mark& mark = kept_->mark[kept_->marks++];
  mark.shared = now;
  std::copy(threads_, threads_ + now.threads, mark.threads);
  std::copy(objects_, objects_ + now.objects, mark.objects);
  for (size_t i = 0; i < now.words; ++i) {
    mark.words[i] = words_[used_[i]];
  }
  for (size_t i = 0; i < now.resources; ++i) {
    mark.resources[i] = resources_[used_resources_[i]];
  }
}

// What was met since has not been met.  Words were found where there was room beside those that
// stay, so they can go.
void TraceOrder::go_back_to(const Mark& mark) {
  const Shared& then = mark.shared;
  for (size_t i = then.threads; i < shared_->threads; ++i) {
    threads_[i].generation = 0;
  }
  for (size_t i = then.objects; i < shared_->objects; ++i) {
    objects_[i].generation = 0;
  }
  for (size_t i = then.words; i < shared_->words; ++i) {
    words_[used_[i]] = {};
  }
  for (size_t i = then.resources; i < shared_->resources; ++i) {
    resources_[used_resources_[i]] = {};
  }
  std::copy(mark.threads, mark.threads + then.threads, threads_);
  std::copy(mark.objects, mark.objects + then.objects, objects_);
  for (size_t i = 0; i < then.words; ++i) {
    words_[used_[i]] = mark.words[i];
  }
  for (size_t i = 0; i < then.resources; ++i) {
    resources_[used_resources_[i]] = mark.resources[i];
  }
  base::in_this_order();
  const uint32_t objects_seen = shared_->objects_seen;
  *shared_ = then;
  shared_->objects_seen = objects_seen;
}

}  // namespace heddle::order
