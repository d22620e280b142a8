// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the kernel keeps for each thread about signals: its mask, and its alternate stack.
//
// One carrier runs all fibers, so they share what it has, until one of them is about to change
// something while there are others.  From then on each has its own, which every switch exchanges.
namespace heddle::runtime {

struct Fiber;

// The current thread is about to change its mask or its alternate stack.
void before_own_signals_change();

// A new execution: all share again.
void share_signals();

// What `fiber`, which is about to start, has of them: the mask of its creator, and no stack of its
// own.
void inherit_signals(Fiber& fiber);

// The carrier is about to leave `from` for `to`.
void exchange_signals(Fiber& from, const Fiber& to);

}  // namespace heddle::runtime
