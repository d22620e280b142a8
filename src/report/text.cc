// SPDX-License-Identifier: Apache-2.0
#include "report/text.h"

#include "report/execution_text.h"
#include "report/figures.h"
#include "report/message.h"
#include "report/theorem.h"
#include "report/words.h"
#include "search/strategy_table.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::report {
namespace {

// A paragraph whose first words are painted.
std::string verdict_line(const std::string& first, Ink ink, const std::string& rest,
                         const Style& style) {
  const std::string whole = paragraph(first + " " + rest, style);
  return paint(first, ink, style) + whole.substr(first.size()) + "\n";
}

// "assuming that …" stands under a heading that says so already.
std::vector<std::string> without_heading_word(std::vector<std::string> assumptions) {
  constexpr std::string_view kWord = "assuming that ";
  for (std::string& assumption : assumptions) {
    if (assumption.starts_with(kWord)) {
      assumption.erase(0, kWord.size());
    }
  }
  return assumptions;
}

std::string bullets(const char* title, const std::vector<std::string>& items, const Style& style) {
  if (items.empty()) {
    return {};
  }
  std::string text = "\n" + paint(title, Ink::heading, style) + "\n";
  for (const std::string& item : items) {
    text += "  - " + paragraph(escape(item), style, 4) + "\n";
  }
  return text;
}

std::string joined_by_or(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  }
  return text;
}

std::string finding_text(const verdict::Summary& summary, const verdict::ReportedFinding& finding,
                         const Style& style) {
  const std::string which =
      summary.findings.size() == 1 ? "finding: " : fmt::format("finding {}: ", finding.id);
  std::string text = paint(which + headline(finding.trace), Ink::failure, style) + "\n" +
                     render_execution(finding.trace, style) + "\n";
  if (finding.executions > 1) {
    text += fmt::format("{} showed it.\n", counted(finding.executions, "execution"));
  }
  if (!finding.reproduced) {
    text += "It did not show again when the schedule was replayed.\n";
  }
  if (!finding.trace_path.empty()) {
    const std::string path = quoted(finding.trace_path);
    text += fmt::format("replay it: heddle replay {}\nshow it again: heddle show {}\n", path, path);
  }
  return text + "\n";
}

// All findings once more, a line each: the end of a long log is what is read first.
std::string list_of_findings(const verdict::Summary& summary, const Style& style) {
  if (summary.findings.size() < 2) {
    return {};
  }
  std::string text =
      paint(counted(summary.findings.size(), "finding") + ":", Ink::failure, style) + "\n";
  for (const verdict::ReportedFinding& finding : summary.findings) {
    const trace::Trace& trace = finding.trace;
    const std::string kind(trace.finding ? event::to_string(trace.finding->kind) : "?");
    const std::string line = fmt::format("{}: {}: {}", finding.id, kind, shown_message(trace));
    text += "  " + paragraph(line, style, 5) + "\n";
  }
  return text;
}

// Data races that are no findings, a line each, and where each can be seen.
std::string list_of_races(const char* title, const std::vector<verdict::ReportedFinding>& races,
                          const Style& style) {
  std::vector<std::string> items;
  for (const verdict::ReportedFinding& race : races) {
    std::string item = shown_message(race.trace);
    if (!race.orders.empty()) {
      item += "; unless " + joined_by_or(race.orders) + " orders the two accesses";
    }
    if (!race.trace_path.empty()) {
      item += " (heddle show " + quoted(race.trace_path) + ")";
    }
    items.push_back(item);
  }
  return bullets(title, items, style);
}

std::string races_text(const verdict::Summary& summary, const Style& style) {
  return list_of_races("data races, which are no findings with --races visible:", summary.races,
                       style);
}

std::string suspects_text(const verdict::Summary& summary, const Style& style) {
  if (summary.suspects.empty()) {
    return {};
  }
  return list_of_races("suspected data races:", summary.suspects, style) + "  " +
         paragraph(
             "Both threads were in code that was not compiled with heddle cc and has locks of "
             "its own. Compile it with heddle cc to know, or say with __tsan_release and "
             "__tsan_acquire what its calls order. With --strict these are findings.",
             style, 2) +
         "\n";
}

std::string clean_text(const verdict::Summary& summary, const Style& style) {
  const char* const unsure = "All that was asked for has been run, but this is no guarantee.";
  return verdict_line("nothing found.", Ink::good,
                      summary.statement.empty() ? unsure : escape(summary.statement), style);
}

bool takes_samples(const verdict::Summary& summary) {
  const search::StrategyEntry* const strategy = search::find_strategy(summary.strategy);
  return strategy != nullptr && strategy->samples;
}

std::string resume_line(const verdict::Summary& summary) {
  return summary.resume.empty()
             ? ""
             : "go on with: heddle run --resume " + quoted(summary.resume) + "\n";
}

std::string incomplete_text(const verdict::Summary& summary, const Style& style) {
  const std::string reason =
      summary.stopped_by.empty() ? "stopped early" : "stopped by " + escape(summary.stopped_by);
  const std::string text =
      verdict_line("incomplete:", Ink::preemption, reason + "; nothing found so far.", style);
  if (takes_samples(summary)) {
    return text +
           paragraph(fmt::format("The strategy {} takes samples: of the schedules that it "
                                 "did not run, nothing is known.",
                                 summary.strategy),
                     style) +
           "\n";
  }
  return text + "covered: " + covered_words(summary) + "\n" +
         "not covered: " + uncovered_words(summary) + "\n" + resume_line(summary);
}

// As to a bound: a depth says nothing about a search that ended at a finding.
bool is_covered_in_part(const verdict::Summary& summary) {
  return summary.delays ? summary.delays->completed.has_value() : summary.completed.has_value();
}

std::string diverged_words(const verdict::Summary& summary) {
  return fmt::format(
      "in {} the same schedule met other operations than before. Something that heddle does not "
      "control decides what the program does: time, random numbers, addresses, files, another "
      "process.{}",
      counted(summary.diverged, "execution"),
      summary.divergence ? " " + verdict::divergence_words(*summary.divergence) : "");
}

std::string not_replayed_words(const verdict::Summary& summary) {
  const bool one = summary.not_replayed == 1;
  return fmt::format(
      "{} more failure{} met, but not replayed, for want of time or room: {} not reported, and may "
      "be the same as what is.",
      grouped(summary.not_replayed), one ? " was" : "s were", one ? "it is" : "they are");
}

std::string verdict_text(const verdict::Summary& summary, const Style& style) {
  switch (summary.verdict) {
    case verdict::Verdict::clean:
      return clean_text(summary, style);
    case verdict::Verdict::incomplete:
      return incomplete_text(summary, style);
    case verdict::Verdict::nondeterministic:
      return verdict_line(
          "not deterministic:", Ink::failure,
          diverged_words(summary) + " Nothing was found, but nothing is guaranteed either.", style);
    case verdict::Verdict::finding:
      return list_of_findings(summary, style) +
             (is_covered_in_part(summary) ? "covered: " + covered_words(summary) + "\n" : "") +
             resume_line(summary);
    case verdict::Verdict::error:
      break;
  }
  return paint("error: ", Ink::failure, style) + escape(summary.error) + "\n";
}

}  // namespace

std::string render_run(const verdict::Summary& summary, const Style& style) {
  std::string text;
  for (const verdict::ReportedFinding& finding : summary.findings) {
    text += finding_text(summary, finding, style);
  }
  text += verdict_text(summary, style);
  if (summary.verdict == verdict::Verdict::error) {
    return text;
  }
  if (summary.not_replayed > 0) {
    text += paragraph(not_replayed_words(summary), style) + "\n";
  }
  if (summary.diverged > 0 && summary.verdict != verdict::Verdict::nondeterministic) {
    text += verdict_line("not deterministic:", Ink::preemption, diverged_words(summary), style);
  }
  // What a guarantee rests on is of interest where one is given.
  if (summary.verdict != verdict::Verdict::finding) {
    text += bullets("assuming:", without_heading_word(summary.assumptions), style);
  }
  text += bullets("not controlled:", summary.uncontrolled, style);
  text += bullets("notes:", summary.notes, style);
  text += suspects_text(summary, style) + races_text(summary, style);
  return text + (summary.verdict == verdict::Verdict::finding ? "" : "\n") +
         render_figures(summary, style) + render_explanation(summary);
}

std::string render_trace(const trace::Trace& trace, const Style& style) {
  std::string program;
  for (const std::string& argument : trace.program) {
    program += (program.empty() ? "" : " ") + quoted(argument);
  }
  const std::string facts = fmt::format("{}, {}", counted(trace.steps.size(), "step"),
                                        counted(trace::context_switches(trace), "context switch"));
  return paint(headline(trace), trace.finding ? Ink::failure : Ink::good, style) + "\n" +
         render_execution(trace, style) + "\n" + paragraph(program + ": " + facts, style) + "\n";
}

}  // namespace heddle::report
