// SPDX-License-Identifier: Apache-2.0
// Cells of resources, which most executions use none of.
#include "base/hash.h"
#include "base/in_order.h"
#include "order/trace_order.h"

namespace heddle::order {

Cell& TraceOrder::resource_cell(uint64_t name, uint32_t kind) {
  size_t at = base::combine(name, kind) % kResources;
  for (; resources_[at].kind != 0; at = (at + 1) % kResources) {
    if (resources_[at].kind == kind + 1 && resources_[at].name == name) {
      return resources_[at].cell;
    }
  }
  if (shared_->resources == kMostResources) {
    shared_->overflowed = true;
    return resources_[used_resources_[0]].cell;
  }
  used_resources_[shared_->resources] = static_cast<uint32_t>(at);
  base::in_this_order();
  ++shared_->resources;
  base::in_this_order();
  resources_[at].name = name;
  resources_[at].kind = kind + 1;
  return resources_[at].cell;
}

}  // namespace heddle::order
