// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrument/call_tree.h"

#include "base/hash.h"
#include "event/ids.h"
#include "runtime/raw.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

void CallTree::prepare() {
  calls_ = static_cast<Call*>(raw_reserve(kMostNodes * sizeof(Call)));
  table_ = static_cast<Node*>(raw_reserve(kTableSlots * sizeof(Node)));
  levels_ = static_cast<Level*>(raw_reserve(event::kMaxThreads * kDeepest * sizeof(Level)));
  depths_ = static_cast<uint32_t*>(raw_reserve(event::kMaxThreads * sizeof(uint32_t)));
}

void CallTree::begin_execution() {
  for (size_t i = 0; i < event::kMaxThreads; ++i) {
    depths_[i] = 0;
  }
}

CallTree::Level* CallTree::levels_of(const Fiber& self) const {
  return levels_ + event::index(self.id) * kDeepest;
}

// Functions that were left by a longjmp did not say so; their frames are below `sp`.
uint32_t CallTree::live(const Fiber& self, uint64_t sp) const {
  const Level* levels = levels_of(self);
  uint32_t depth = depths_[event::index(self.id)];
  while (depth > 0 && levels[known(depth) - 1].sp < sp) {
    depth = known(depth) - 1;
  }
  return depth;
}

// A function that is called anew may have the frame of one that was left.
void CallTree::enter(Fiber& self, const void* site, uint64_t sp) {
  const uint32_t depth = live(self, sp + 1);
  if (depth < kDeepest) {
    Level* levels = levels_of(self);
    levels[depth] = {sp, child(depth == 0 ? 0 : levels[depth - 1].node, site)};
  }
  depths_[event::index(self.id)] = depth + 1;
}

const void* CallTree::leave(Fiber& self, uint64_t sp) {
  const uint32_t depth = live(self, sp);
  depths_[event::index(self.id)] = depth - (depth > 0 ? 1 : 0);
  return depth == 0 || depth > kDeepest ? nullptr : site_of(levels_of(self)[depth - 1].node);
}

CallTree::Node CallTree::here(const Fiber& self, const void* site, uint64_t sp) {
  const uint32_t depth = live(self, sp);
  return child(depth == 0 ? 0 : levels_of(self)[known(depth) - 1].node, site);
}

CallTree::Node CallTree::child(Node caller, const void* site) {
  size_t at = base::combine(caller, reinterpret_cast<uint64_t>(site)) % kTableSlots;
  while (table_[at] != 0) {
    const Call& known = calls_[table_[at]];
    if (known.caller == caller && known.site == site) {
      return table_[at];
    }
    at = (at + 1) % kTableSlots;
  }
  if (count_ == kMostNodes) {
    return 0;
  }
  const auto node = static_cast<Node>(count_++);
  calls_[node] = {site, caller};
  table_[at] = node;
  return node;
}

const void* CallTree::site_of(Node node) const { return node == 0 ? nullptr : calls_[node].site; }

uint32_t CallTree::record(Node node) const {
  size_t frames = 0;
  for (Node at = node; at != 0; at = calls_[at].caller) {
    ++frames;
  }
  base::List<uint64_t>& words = rt.arena->stack_words;
  if (frames == 0 || words.size() + frames + 1 > words.capacity()) {
    return 0;
  }
  const auto number = static_cast<uint32_t>(words.size() + 1);
  words.push_back(frames);
  for (Node at = node; at != 0; at = calls_[at].caller) {
    words.push_back(reinterpret_cast<uint64_t>(calls_[at].site));
  }
  return number;
}

}  // namespace heddle::runtime
