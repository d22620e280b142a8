// SPDX-License-Identifier: Apache-2.0
#include "model/text.h"
#include "model/words.h"

namespace heddle::model {

std::string to_string(const Op& op) {
  std::string text(op.pinned ? "pinned " : "");
  text += to_string(op.act);
  if (has_object(op.act) || names_thread(op.act)) {
    text += ' ' + std::to_string(op.object);
  }
  if (const std::string_view word = second_number_of(op.act); !word.empty()) {
    text += ' ' + std::string(word) + ' ' + std::to_string(op.mutex);
  }
  if (op.after != After::nothing) {
    text += ", " + std::string(to_string(op.after));
  }
  if (op.stop != Stop::never) {
    text = (op.stop == Stop::assume ? "assume (" : "assert (") + text +
           (op.stops_at_zero ? " != 0)" : " == 0)");
  }
  if (op.guard) {
    return op.stop == Stop::never ? "if (" + text + " == 0)" : "if " + text;
  }
  return text;
}

std::string to_string(const Program& program) {
  std::string text;
  for (size_t i = 0; i < kObjectsPerFamily; ++i) {
    text += "object " + std::to_string(i) + ": mutex " +
            std::string(word_for(program.mutex_types[i])) + ", semaphore " +
            std::to_string(program.semaphore_values[i]) + ", barrier " +
            std::to_string(program.barrier_sizes[i]) + ", rwlock " +
            std::string(word_for_preference(program.prefers_writers[i])) + "\n";
  }
  std::string options;
  for (const OptionWord& option : kOptionWords) {
    options += program.*option.option ? " " + std::string(option.word) : "";
  }
  text += options.empty() ? "" : "options:" + options + "\n";
  for (const std::vector<Op>& ops : program.threads) {
    text += "thread:";
    for (const Op& op : ops) {
      text += (&op == &ops.front() ? " " : "; ") + to_string(op);
    }
    text += "\n";
  }
  return text;
}

}  // namespace heddle::model
