// SPDX-License-Identifier: MIT
#include "draw/html/events.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.hpp"
#include "draw/text.hpp"

namespace uneven::draw {
namespace {

using document::OrderedJson;

double number_at(const OrderedJson& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? found->get<double>() : 0;
}

std::string text_at(const OrderedJson& json, const char* key) {
  const auto found = json.find(key);
  return found == json.end() ? "" : found->is_string() ? shown(found->get<std::string>(), 300) : shown(found->dump());
}

Event replan_of(const OrderedJson& json) {
  Event event{number_at(json, "iteration"), 0, "new plan", 0, "", true};
  const std::string before = "an iteration took " + time_text(number_at(json, "iteration_s"));
  if (const auto back = json.find("back"); back != json.end() && *back == true) {
    event.what = "plan before";
    event.reason = "with the new plan " + before + ", longer than before";
  } else {
    event.reason = text_at(json, "farthest_behind") + " took " + short_number(number_at(json, "times")) +
                   " times as long as planned; " + before + ", " + time_text(number_at(json, "saved_s")) +
                   " less by the new plan";
  }
  event.reason += "; the move takes " + time_text(number_at(json, "move_s"));
  return event;
}

/// Supersteps before the first iteration, of programs that do one superstep in each; negative of others.
double supersteps_before(const document::Report& report) {
  static constexpr std::array<std::string_view, 5> one_each{"kmeans", "em", "logistic", "linear", "pagerank"};
  if (std::ranges::find(one_each, report.of) == one_each.end()) return -1;
  return number_at(report.result, "supersteps") - number_at(report.result, "total_iterations");
}

Event move_of(const OrderedJson& json, double before) {
  Event event{0, number_at(json, "superstep"), "", number_at(json, "moved_blocks"), text_at(json, "reason"), false};
  event.changes = event.blocks > 0;
  const bool of_thieves = event.reason.starts_with("rank ");
  event.what = of_thieves ? event.changes ? "steal" : "refused" : event.changes ? "relocation" : "none";
  if (before >= 0) event.iteration = std::max(0.0, event.superstep - before);
  return event;
}

}  // namespace

std::vector<Event> events_of(const document::Report& report) {
  std::vector<Event> events;
  if (const auto replans = report.result.find("replans"); replans != report.result.end() && replans->is_array())
    for (const auto& replan : *replans)
      if (replan.is_object()) events.push_back(replan_of(replan));
  const auto relocation = report.result.find("relocation");
  if (relocation == report.result.end() || !relocation->is_object()) return events;
  const auto log = relocation->find("log");
  if (log == relocation->end() || !log->is_array()) return events;
  const double before = supersteps_before(report);
  for (const auto& move : *log)
    if (move.is_object()) events.push_back(move_of(move, before));
  return events;
}

std::vector<Mark> marks_of(const std::vector<Event>& events,
                           const std::function<std::optional<std::pair<double, std::string>>(const Event&)>& place) {
  std::vector<Mark> marks;
  std::size_t number = 0;
  for (const Event& event : events) {
    number += event.changes;
    const auto found = event.changes ? place(event) : std::nullopt;
    if (!found) continue;
    const auto& [at, words] = *found;
    const std::string name = std::to_string(number);
    marks.push_back({at, name, name + ", " + words + ": " + event.what + ", " + event.reason});
  }
  return marks;
}

std::vector<Mark> marks_by_iteration(const std::vector<Event>& events) {
  return marks_of(events, [](const Event& event) -> std::optional<std::pair<double, std::string>> {
    if (event.iteration <= 0) return std::nullopt;
    return std::pair{event.iteration, "iteration " + shortest(event.iteration)};
  });
}

std::string event_table(const std::vector<Event>& events) {
  const std::vector<Column> columns{{"number", true},   {"iteration"},    {"superstep", false, true},
                                    {"decision", true}, {"blocks moved"}, {"reason", true}};
  Table made{"events", "In the order of the run; the numbers stand on the curves", columns, {}};
  Table refused{"refusals", "Decisions against a change", columns, {}};
  const auto number_or_none = [](double value) { return value > 0 ? count_cell(value) : Cell{"-"}; };
  for (const Event& event : events) {
    auto& rows = (event.changes ? made : refused).rows;
    rows.push_back({{count_cell(static_cast<double>(rows.size() + 1)),
                     number_or_none(event.iteration),
                     number_or_none(event.superstep),
                     {event.what},
                     number_or_none(event.blocks),
                     {event.reason}}});
  }
  const std::string others = refused.rows.empty()
                                 ? ""
                                 : "<details>\n<summary>" + counted(refused.rows.size(), "decision") +
                                       " against a change</summary>\n" + html_table(refused) + "</details>\n";
  return html_table(made) + others;
}

}  // namespace uneven::draw
