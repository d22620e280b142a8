// SPDX-License-Identifier: Apache-2.0
#include "report/diagnosis.h"

#include "report/json_text.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;
using State = Support::State;

constexpr size_t kStateWidth = 6;  // "partly"
constexpr size_t kNarrowest = 30;  // of a column of sentences; else they stand below
constexpr size_t kIndentBelow = 4;

std::string word_for(State state) {
  return state == State::yes ? "yes" : state == State::partly ? "partly" : "no";
}

Ink ink_for(State state) {
  return state == State::yes ? Ink::good : state == State::partly ? Ink::preemption : Ink::failure;
}

size_t widest_name(const Diagnosis& diagnosis) {
  size_t widest = 0;
  for (const Support& support : diagnosis.supports) {
    widest = std::max(widest, width(support.name));
  }
  for (const Way& way : diagnosis.ways) {
    widest = std::max(widest, width(way.name));
  }
  return widest;
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

// Sentences, a line or more each, after what stands in the row already; below it where
// the terminal is narrow.
std::string beside(const std::string& row, size_t row_width,
                   const std::vector<std::string>& sentences, const Style& style) {
  const bool narrow = static_cast<size_t>(std::max(style.columns, 0)) < row_width + kNarrowest;
  const size_t indent = narrow ? kIndentBelow : row_width;
  std::string text = narrow || sentences.empty() ? trimmed(row) + "\n" : row;
  for (size_t i = 0; i < sentences.size(); ++i) {
    text += (narrow || i > 0 ? std::string(indent, ' ') : "") +
            paragraph(sentences[i], style, indent) + "\n";
  }
  return text;
}

std::string support_text(const Support& support, size_t names, const Style& style) {
  const std::string word = word_for(support.state);
  const std::string row = "  " + padded(support.name, names) + "  " +
                          paint(word, ink_for(support.state), style) +
                          std::string(kStateWidth - word.size() + 2, ' ');
  std::vector<std::string> sentences;
  if (!support.detail.empty()) {
    sentences.push_back(escape(support.detail));
  }
  if (!support.consequence.empty()) {
    sentences.push_back("-> " + support.consequence);
  }
  return beside(row, 2 + names + 2 + kStateWidth + 2, sentences, style);
}

std::string way_text(const Way& way, size_t names, const Style& style) {
  const std::string row = "  " + padded(way.name, names) + "  ";
  return beside(row, row.size(), {escape(way.detail)}, style);
}

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

}  // namespace

std::string render_diagnosis(const Diagnosis& diagnosis, const Style& style) {
  const size_t names = widest_name(diagnosis);
  std::string text = paint("what this machine has:", Ink::heading, style) + "\n";
  for (const Support& support : diagnosis.supports) {
    text += support_text(support, names, style);
  }
  text += "\n" + paint("what heddle uses here:", Ink::heading, style) + "\n";
  for (const Way& way : diagnosis.ways) {
    text += way_text(way, names, style);
  }
  return text + "\n" +
         paint(paragraph(escape(diagnosis.verdict), style),
               diagnosis.can_run ? Ink::good : Ink::failure, style) +
         "\n";
}

std::string to_json(const Diagnosis& diagnosis) {
  Json supports = Json::array();
  for (const Support& support : diagnosis.supports) {
    supports.push_back({{"id", support.id},
                        {"name", support.name},
                        {"state", word_for(support.state)},
                        {"detail", text_or_null(support.detail)},
                        {"consequence", text_or_null(support.consequence)}});
  }
  Json uses = Json::object();
  for (const Way& way : diagnosis.ways) {
    uses[way.id] = way.taken;
  }
  const Json json = {{"heddle", diagnosis.heddle},
                     {"can_run", diagnosis.can_run},
                     {"verdict", diagnosis.verdict},
                     {"machine", supports},
                     {"uses", uses}};
  return json_text(json, 2);
}

}  // namespace heddle::report
