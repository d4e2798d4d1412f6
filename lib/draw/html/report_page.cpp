// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <limits>

#include "base/text.hpp"
#include "draw/html/events.hpp"
#include "draw/html/over_time.hpp"
#include "draw/html/pages.hpp"
#include "draw/html/parts.hpp"
#include "draw/text.hpp"
#include "draw/views.hpp"

namespace uneven::draw {
namespace {

using document::OrderedJson;
using document::Report;

const OrderedJson& member(const OrderedJson& json, const char* key) {
  static const OrderedJson none;
  const auto found = json.is_object() ? json.find(key) : json.end();
  return json.is_object() && found != json.end() ? *found : none;
}

/// The numbers of a list, NaN for words such as "inf"; nothing if there is another thing in it.
std::vector<double> numbers_of(const OrderedJson& list) {
  std::vector<double> numbers;
  if (!list.is_array()) return numbers;
  for (const auto& item : list) {
    if (!item.is_number() && !item.is_string()) return {};
    numbers.push_back(item.is_number() ? item.get<double>() : std::numeric_limits<double>::quiet_NaN());
  }
  return numbers;
}

std::string words(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

/// What the run found, and the seconds of its iterations, by iteration.
std::string curves_of(const Report& report, const std::vector<Event>& events) {
  const auto& result = report.result;
  const auto& objective = member(result, "objective");
  const auto& name = member(objective, "name");
  const auto error = numbers_of(member(result, "error")), values = numbers_of(member(objective, "values"));
  const auto validation = numbers_of(member(result, "validation"));
  auto s = numbers_of(member(result, "seconds"));
  if (s.empty()) s = numbers_of(member(result, "iteration_s"));
  const auto marks = marks_by_iteration(events);
  const std::size_t done = std::max(error.size(), values.size());
  // Iterations before a resume have values, but no times.
  const auto first = static_cast<double>(done > s.size() ? done - s.size() : 0) + 1;
  std::string html =
      curve({"Error: half the summed squared errors", error, false, 1, 1, {}, marks}) +
      curve({name.is_string() ? words(shown(name.get<std::string>())) : "Objective", values, false, 1, 1, {}, marks});
  if (!validation.empty() && done > 0) {
    const double every = std::max(1.0, std::floor(static_cast<double>(done) / static_cast<double>(validation.size())));
    html += curve({"Loss per sample of the validation data", validation, false, every, every, {}, {}});
  }
  return html + curve({"Seconds of an iteration", s, true, first, 1, report.predicted_seconds_per_iteration, marks});
}

/// Six significant digits.
std::string decimal(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.6g", value);
  return buffer;
}

/// Numbers and words that stand alone in a result, under its name and up to a level down.
void add_results(const OrderedJson& result, const std::string& before, std::vector<std::string>& lines) {
  constexpr std::size_t most = 40;
  for (const auto& [key, value] : result.items()) {
    if (lines.size() >= most || key == "relocation" || key == "objective" || key == "lines") continue;
    const std::string name = before + words(shown(key));
    if (value.is_number())
      lines.push_back(name + ": " +
                      (value.is_number_integer()                 ? std::to_string(value.get<std::int64_t>())
                       : key.ends_with("_s") || key == "seconds" ? time_text(value.get<double>())
                                                                 : decimal(value.get<double>())));
    else if (value.is_boolean())
      lines.push_back(name + ": " + (value.get<bool>() ? "yes" : "no"));
    else if (value.is_string())
      lines.push_back(name + ": " + shown(value.get<std::string>(), 200));
    else if (value.is_object() && before.empty())
      add_results(value, name + ", ", lines);
  }
}

std::string algorithms_of(const OrderedJson& mpi) {
  Table algorithms{
      "algorithms", "MPI_Reduce, beside the tree", {{"algorithm", true}, {"seconds"}, {"over the tree"}}, {}};
  if (!mpi.is_array()) return "";
  for (const auto& row : mpi) {
    const auto &seconds = member(row, "seconds"), &ratio = member(row, "ratio"), &name = member(row, "algorithm");
    if (seconds.is_number() && ratio.is_number())
      algorithms.rows.push_back({{{name.is_string() ? shown(name.get<std::string>()) : name.dump()},
                                  time_cell(seconds.get<double>()),
                                  {short_number(ratio.get<double>()), ratio.get<double>()}}});
  }
  return html_table(algorithms);
}

std::string failures_of(const OrderedJson& failed) {
  Table failures{
      "failures", "Units that no call made good", {{"first", true}, {"count"}, {"rank"}, {"message", true}}, {}};
  if (!failed.is_array()) return "";
  for (const auto& row : failed)
    failures.rows.push_back(
        {{{member(row, "first").dump()},
          {member(row, "count").dump()},
          {member(row, "rank").dump()},
          {shown(member(row, "message").is_string() ? member(row, "message").get<std::string>() : "", 200)}}});
  return html_table(failures);
}

std::string prediction_of(const Report& report) {
  if (!report.predicted_seconds_per_iteration) return "";
  const double measured = report.seconds_per_iteration, predicted = *report.predicted_seconds_per_iteration;
  Bars chart{{},
             "s",
             {{"measured", {measured}, time_text(measured), "measured: " + time_text(measured)},
              {"predicted", {predicted}, time_text(predicted), "predicted: " + time_text(predicted)}},
             "an iteration"};
  return bar_table("prediction", "Seconds of an iteration", chart);
}

std::string ranks_of(const Report& report) {
  std::vector<std::vector<Cell>> cells;
  for (const auto& rank : report.processors) {
    const double speed = rank.compute_s > 0 ? rank.work / rank.compute_s : 0;
    cells.push_back(
        {{short_number(rank.work), rank.work}, rank.compute_s > 0 ? Cell{short_number(speed), speed} : Cell{"-"}});
  }
  return bar_table(
      "ranks",
      "Seconds of each rank over all iterations; work in " + (report.unit.empty() ? "units" : shown(report.unit) + "s"),
      bars_of(report), {{"work", false, true}, {"speed", false, true}}, cells);
}

void add_facts(Page& page, const Report& report) {
  long double compute = 0, communicate = 0, wait = 0;
  for (const auto& rank : report.processors) {
    compute += rank.compute_s;
    communicate += rank.communicate_s;
    wait += rank.wait_s;
  }
  page.fact("an iteration", time_text(report.seconds_per_iteration),
            report.simulated.value_or(false) ? "simulated" : "measured");
  if (const auto predicted = report.predicted_seconds_per_iteration) page.fact("predicted", time_text(*predicted));
  page.fact("iterations", whole(static_cast<double>(report.iterations)), how_it_ended(report));
  if (const long double all = compute + communicate + wait; all > 0) {
    page.fact("computing", percent(compute / all), "of the ranks' time");
    page.fact("communicating", percent(communicate / all));
    page.fact("waiting", percent(wait / all));
  }
}

/// "bp" in words; other jobs by their own names.
std::string name_of_job(const std::string& job) {
  if (job == "bp") return "back-propagation";
  return job == "bsp" ? "supersteps" : shown(job);
}

}  // namespace

Page page_of(const Report& report, const std::string& trace) {
  Page page(report.simulated.value_or(false) ? "Report of a simulated run" : "Report of a run",
            name_of_job(report.of) + " on " + counted(report.processors.size(), "rank"));
  const double measured = report.seconds_per_iteration;
  std::string sentence = counted(static_cast<std::size_t>(report.iterations), "iteration") + " on " +
                         counted(report.processors.size(), "rank") + " took " + time_text(measured) + " each";
  if (const auto predicted = report.predicted_seconds_per_iteration; predicted && *predicted > 0 && measured > 0) {
    const double off = measured / *predicted - 1;
    sentence += std::abs(off) < 0.0005 ? ", as predicted"
                                       : ", " + percent(std::abs(off)) + (off > 0 ? " longer" : " less") +
                                             " than the predicted " + time_text(*predicted);
  }
  const std::string end = how_it_ended(report);
  const auto even = imbalance(report);
  if (std::string found = result_line(report); !found.empty()) {
    found[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(found[0])));
    page.lead(found + ".");
  }
  page.lead(sentence + (end.empty() ? "." : "; " + end + "."));
  const auto events = events_of(report);
  const auto changes = static_cast<std::size_t>(std::ranges::count_if(events, &Event::changes));
  const bool all_work = std::ranges::none_of(report.processors, [](const auto& rank) { return rank.compute_s == 0; });
  page.lead((even && all_work ? "The slowest rank computed " + percent(*even) + " longer than the mean." : "") +
            (changes > 0 ? " The distribution changed " + counted(changes, "time") + " during the run." : ""));
  add_facts(page, report);
  page.section("prediction-bars", "Predicted and measured", prediction_of(report));
  page.section("rank-bars", "Time of the ranks", ranks_of(report));
  if (!trace.empty()) page.section("over-time", "Over time", over_time(report, trace, events));
  page.section("curves", "Iterations", curves_of(report, events));
  page.section("event-table", "Changes of the distribution", event_table(events));
  page.section("algorithm-table", "MPI_Reduce", algorithms_of(member(report.result, "mpi")));
  page.section("failure-table", "Failures", failures_of(member(report.result, "failed")));
  std::vector<std::string> lines;
  add_results(report.result, "", lines);
  page.section("results", "Results", html_list(lines));
  std::vector<std::string> warnings;
  if (const auto& told = member(report.result, "warnings"); told.is_array())
    for (const auto& line : told)
      if (line.is_string()) warnings.push_back(shown(line.get<std::string>(), 1000));
  page.section("warnings", "Warnings", html_list(warnings));
  return page;
}

void add_job(Page& page, const document::Job& job) {
  std::vector<std::string> lines{"run: " + shown(job.run)};
  for (const auto* part : {&job.input, &job.options})
    for (const auto& [key, value] : part->items()) lines.push_back(words(shown(key)) + ": " + shown(value.dump(), 200));
  page.section("job", "Job", html_list(lines));
}

}  // namespace uneven::draw
