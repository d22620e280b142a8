// SPDX-License-Identifier: Apache-2.0
#include "process/texts.h"

#include "base/hash.h"
#include "base/in_order.h"

#include <cstring>

namespace heddle::process {
namespace {

uint64_t check_of(const TextRecord& record, size_t place) {
  return base::combine(base::hash_words(record.text, sizeof record.text), place);
}

}  // namespace

void add_text(base::List<TextRecord>& texts, const char* text) {
  TextRecord record;
  strncpy(record.text, text, sizeof record.text - 1);
  for (const TextRecord& known : texts) {
    if (strcmp(known.text, record.text) == 0) {
      return;
    }
  }
  if (!texts.full()) {
    TextRecord& place = *texts.end();
    place.check = 0;
    base::in_this_order();
    memcpy(place.text, record.text, sizeof place.text);
    base::in_this_order();
    place.check = check_of(record, texts.size());
    base::in_this_order();
    texts.set_size(texts.size() + 1);
  }
}

void add_texts(const base::List<TextRecord>& from, base::List<TextRecord>& to) {
  for (const TextRecord& text : from) {
    add_text(to, text.text);
  }
}

void keep_texts(const base::List<TextRecord>& texts, base::List<TextRecord>& kept) {
  if (kept.size() != texts.size()) {
    add_texts(texts, kept);
  }
}

bool has_one_more(const base::List<TextRecord>& texts) {
  return !texts.full() && texts.end()->check == check_of(*texts.end(), texts.size());
}

bool are_whole(const base::List<TextRecord>& texts) {
  if (texts.size() > texts.capacity()) {
    return false;
  }
  for (size_t i = 0; i < texts.size(); ++i) {
    const TextRecord& record = texts[i];
    if (record.check != check_of(record, i) || record.text[sizeof record.text - 1] != 0) {
      return false;
    }
  }
  return texts.full() || texts.end()->check == 0 || has_one_more(texts);
}

}  // namespace heddle::process
