// SPDX-License-Identifier: Apache-2.0
#include "event/operation.h"

#include "event/names.h"

namespace heddle::event {
namespace {

constexpr Name kOperations[] = {
#define X(name, word) {#name, word},
    HEDDLE_OPERATIONS(X)
#undef X
};

constexpr Name kObjects[] = {
#define X(name, word) {#name, word},
    HEDDLE_OBJECTS(X)
#undef X
};

constexpr Name kOrders[] = {
#define X(name, word) {#name, word},
    HEDDLE_ORDERS(X)
#undef X
};

}  // namespace

std::string_view to_string(OpKind kind) { return name_of(kOperations, kind); }
std::string_view to_string(ObjectKind kind) { return name_of(kObjects, kind); }
std::string_view to_string(MemoryOrder order) { return name_of(kOrders, order); }
std::string_view word_for(OpKind kind) { return word_of(kOperations, kind); }
std::string_view word_for(ObjectKind kind) { return word_of(kObjects, kind); }
std::string_view word_for(MemoryOrder order) { return word_of(kOrders, order); }

std::optional<OpKind> parse_op_kind(std::string_view name) {
  return find_name<OpKind>(kOperations, name);
}

std::optional<ObjectKind> parse_object_kind(std::string_view name) {
  return find_name<ObjectKind>(kObjects, name);
}

std::optional<MemoryOrder> parse_memory_order(std::string_view name) {
  return find_name<MemoryOrder>(kOrders, name);
}

}  // namespace heddle::event
