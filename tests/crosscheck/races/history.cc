// SPDX-License-Identifier: Apache-2.0
#include "history.h"

#include "rules.h"

namespace heddle::crosscheck::races {
namespace {

std::string_view name_of(event::ObjectId object) {
  static constexpr std::string_view kNames[] = {
#define X(name, kind) #name,
      HEDDLE_HISTORY_OBJECTS(X)
#undef X
  };
  return object == event::kNoObject ? "" : kNames[event::index(object)];
}

std::string step_text(const Act& act) {
  const event::Operation& operation = act.operation;
  std::string text(event::to_string(operation.kind));
  text += ' ';
  text += name_of(operation.object);
  if (operation.thread != event::kNoThread) {
    text += " of " + std::to_string(event::index(operation.thread));
  }
  if (event::is_memory_access(operation.kind)) {
    text += ' ';
    text += event::to_string(act.fails ? operation.failure : operation.order);
  }
  return text + " -> " + std::to_string(act.done.result);
}

std::string access_text(const Act& act) {
  return std::string(event::word_for(act.kind)) + (act.visible ? " visible" : "") + " at " +
         std::to_string(act.address) + " +" + std::to_string(act.bytes) + " place " +
         std::to_string(act.place);
}

std::string to_string(const Act& act) {
  std::string text = std::to_string(event::index(act.thread)) + ": ";
  switch (act.what) {
    case What::step:
      return text + step_text(act) + (act.touches ? ", " + access_text(act) : "");
    case What::access:
      return text + access_text(act);
    case What::deallocate:
      return text + "deallocate " + access_text(act);
    case What::allocate:
      return text + "allocate " + access_text(act);
    case What::acquire:
      return text + "acquire " + std::string(name_of(act.operation.object));
    case What::release:
      return text + "release " + std::string(name_of(act.operation.object));
  }
  return text;
}

}  // namespace

bool complete(History& history) {
  Rules rules;
  for (Act& act : history) {
    if (!rules.allow(act)) {
      return false;
    }
    rules.apply(act);
  }
  return true;
}

std::string to_string(const History& history) {
  std::string text;
  for (const Act& act : history) {
    text += to_string(act) + '\n';
  }
  return text;
}

}  // namespace heddle::crosscheck::races
