// SPDX-License-Identifier: Apache-2.0
// What a machine has come to, as texts that are equal if nothing tells the two apart.
#include "model/machine.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

namespace heddle::model {

using event::ObjectId;
using event::ThreadId;

namespace {

void append(std::string& text, std::initializer_list<uint64_t> values) {
  for (const uint64_t value : values) {
    text += std::to_string(value);
    text += ' ';
  }
  text += '\n';
}

}  // namespace

std::string Machine::state() const {
  std::string text;
  for (size_t i = 0; i < world_->thread_count(); ++i) {
    const primitive::Thread& thread = world_->thread(static_cast<ThreadId>(i));
    append(text,
           {places_[i].op, places_[i].part, thread.ended, thread.detached, thread.joined,
            thread.announced, thread.signalled, thread.serial, thread.place, places_[i].noticed});
  }
  for (size_t i = 0; i < world_->object_count(); ++i) {
    const primitive::Object& object = world_->object(static_cast<ObjectId>(i));
    append(text, {static_cast<uint64_t>(object.once), event::index(object.owner), object.count,
                  object.arrived});
  }
  std::vector<std::string> holds;
  for (const primitive::Hold& hold : world_->holds()) {
    append(holds.emplace_back(),
           {event::index(hold.object), event::index(hold.thread), hold.count});
  }
  std::sort(holds.begin(), holds.end());
  for (const std::string& hold : holds) {
    text += hold;
  }
  append(text, {memory_[0], memory_[1], memory_[2], memory_[3], things_[0], things_[1], things_[2],
                things_[3], last_});
  return text;
}

std::string Machine::clocks() const {
  std::string text;
  for (size_t i = 0; i < world_->thread_count(); ++i) {
    const primitive::ThreadClocks& thread = world_->clocks().of(static_cast<ThreadId>(i));
    append(text, {static_cast<uint64_t>(thread.time), static_cast<uint64_t>(thread.life_time),
                  static_cast<uint64_t>(thread.asked_time)});
  }
  for (size_t i = 0; i < world_->object_count(); ++i) {
    const primitive::ObjectClocks& object = world_->clocks().of(static_cast<ObjectId>(i));
    append(text, {static_cast<uint64_t>(object.time), static_cast<uint64_t>(object.added_time),
                  static_cast<uint64_t>(object.read_time)});
  }
  return text;
}

}  // namespace heddle::model
