// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>
#include <set>

#include "check/contradictions.hpp"
#include "search/model.hpp"
#include "search/placement.hpp"
#include "search/predict.hpp"

namespace uneven::check {

namespace {

using document::Node;
using document::Search;
using document::SearchMethod;

constexpr double most_parts = 1e6;  // of a replay: a plan of few bytes may ask for any number

/// Names each once.
template <class Way>
void check_names(const std::vector<document::SearchTime<Way>>& times, const std::string& list,
                 document::Faults& faults) {
  std::set<Way> seen;
  for (std::size_t i = 0; i < times.size(); ++i)
    if (!seen.insert(times[i].name).second)
      faults.add("/" + list + "/" + std::to_string(i), name_of(times[i].name) + " occurs twice");
}

/// The units of examples that are equal parts differ by one at most.
void check_equal_parts(const Search& plan, document::Faults& faults) {
  if (plan.method == SearchMethod::proportional_data || plan.method == SearchMethod::stealing) return;
  const std::size_t idle = plan.method == SearchMethod::synchronous_data ? 1 : 0;
  if (idle == 1 && plan.placement.front().examples.count > 0)
    faults.add("/placement/0/count", "found " + std::to_string(plan.placement.front().examples.count) +
                                         "; expected 0, for the master hands out examples and scans none");
  const std::int64_t workers = plan.processors - static_cast<std::int64_t>(idle), least = plan.examples / workers;
  for (std::size_t i = idle; i < plan.placement.size(); ++i)
    if (const std::int64_t count = plan.placement[i].examples.count; count != least && count != least + 1)
      faults.add(
          "/placement/" + std::to_string(i) + "/count",
          "found " + std::to_string(count) + "; expected equal parts, of " + std::to_string(least) + " or one more");
}

/// Whether the placement has these counts, but for an example that versions may round to one or the other.
bool has_counts(const Search& plan, const std::vector<std::int64_t>& counts) {
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (std::abs(plan.placement[i].examples.count - counts[i]) > 1) return false;
  return true;
}

/// Parts in proportion to speed; what a query takes before its first example counts as examples, where it is known.
void check_proportional_parts(const Search& plan, document::Faults& faults) {
  if (plan.method != SearchMethod::proportional_data && plan.method != SearchMethod::stealing) return;
  constexpr double most_summed = 0x1p50;  // beyond, rounding moves whole examples
  const auto speeds = document::speeds_of(plan.cluster);
  const double start = search::start_of(plan.times), count_of_all = static_cast<double>(speeds.size());
  if (count_of_all * (static_cast<double>(plan.examples) + count_of_all * start) > most_summed) return;
  const auto room = search::room_for_examples(plan.examples, plan.cluster, plan.memory_per_unit_bytes);
  if (!search::has_room(plan.method, plan.examples, plan.pieces, room)) return;  // which check_memory() says
  const auto counts = *search::proportional_counts_within(plan.examples, speeds, start, room);
  if (has_counts(plan, counts) || has_counts(plan, *search::proportional_counts_within(plan.examples, speeds, 0, room)))
    return;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (const std::int64_t count = plan.placement[i].examples.count; std::abs(count - counts[i]) > 1)
      faults.add("/placement/" + std::to_string(i) + "/count",
                 "found " + std::to_string(count) + "; the speeds give " + std::to_string(counts[i]));
}

/// Of any number of processors that the unit may have been chosen for; see search::predicted_methods().
bool is_mailbox_time(const Search& plan, std::int64_t all, const document::SearchTimes& t, double found) {
  const bool chosen = plan.method == SearchMethod::asynchronous_data;
  const double around = t.query_s + t.start_s + t.serial_s * static_cast<double>(plan.examples);
  for (std::int64_t n = chosen ? plan.processors : all; n >= (chosen ? plan.processors : 2); --n) {
    const double seconds =
        search::mailbox_seconds({n, *plan.unit, true}, plan.examples, {t.task_s, t.entry_s, t.message_s}) + around;
    if (agree(found, seconds)) return true;
  }
  return false;
}

/// The others are predicted by formulas of ours, which other versions may have had otherwise.
bool of_the_paper(SearchMethod method) {
  return method == SearchMethod::equal_data || method == SearchMethod::static_process ||
         method == SearchMethod::synchronous_data || method == SearchMethod::proportional_data;
}

void check_methods(const Search& plan, const Node& json, document::Faults& faults) {
  // The choice of the method also saw the processors that the method leaves out, in an order that the plan lacks.
  auto all = plan.cluster;
  all.insert(all.end(), plan.idle.begin(), plan.idle.end());
  const bool quotas = std::ranges::any_of(all, [](const auto& processor) { return processor.cpu_share.has_value(); });
  const bool many_parts = static_cast<double>(plan.pieces) * static_cast<double>(all.size()) > most_parts;
  if (plan.methods.empty() || plan.times.task_s <= 0 || quotas || many_parts) return;
  if (plan.network && !plan.idle.empty()) return;  // replays depend on the order
  search::ScanCost cost = search::cost_of(plan, plan.queries);
  const auto times = cost.times;
  cost.cluster = all;
  cost.room = search::room_for_examples(plan.examples, all, plan.memory_per_unit_bytes);
  cost.unit.reset();
  const auto expected = search::predicted_methods(cost);
  const double ideal =
      *std::ranges::find(expected, SearchMethod::proportional_data, &document::MethodTime::name)->seconds;
  for (std::size_t i = 0; i < plan.methods.size(); ++i) {
    const auto& [name, seconds] = plan.methods[i];
    const std::string pointer = "/methods/" + std::to_string(i);
    const auto same = std::ranges::find(expected, name, &document::MethodTime::name);
    const bool in_order = name == SearchMethod::static_process || name == SearchMethod::synchronous_data;
    if (in_order && !plan.idle.empty()) continue;
    if (plan.network && !of_the_paper(name)) continue;
    if (name == SearchMethod::asynchronous_data) {
      if (seconds && (!plan.unit || !is_mailbox_time(plan, std::ssize(all), times, *seconds)))
        faults.add(pointer + "/seconds", "found " + digits(*seconds) + "; the unit and the times give others");
    } else if (same != expected.end() && same->seconds) {
      Comparison found(json["methods"].items()[i], pointer, faults);
      if (of_the_paper(name))
        found.number("seconds", *same->seconds);
      else
        found.at_least("seconds", ideal);
    } else if (seconds) {
      faults.add(pointer + "/seconds",
                 "found " + digits(*seconds) + "; expected null, for " + name_of(name) + " cannot work");
    }
  }
}

/// The bytes of the examples that each processor holds.
void check_memory(const Search& plan, document::Faults& faults) {
  if (!plan.memory_per_unit_bytes) return;
  std::vector<std::int64_t> counts;
  for (const auto& share : plan.placement) counts.push_back(share.examples.count);
  const auto held = search::examples_held(plan.method, plan.pieces, counts);
  for (std::size_t i = 0; i < held.size(); ++i) {
    const double needed = static_cast<double>(held[i]) * *plan.memory_per_unit_bytes;
    check_bytes(needed, plan.cluster, i, "/placement/" + std::to_string(i), faults);
  }
}

void check_joins(const Search& plan, const Node& json, document::Faults& faults) {
  if (plan.joins.empty()) return;
  const auto expected = search::predicted_joins(search::cost_of(plan, plan.queries), plan.method);
  for (std::size_t i = 0; i < plan.joins.size(); ++i) {
    const auto same = std::ranges::find(expected, plan.joins[i].name, &document::JoinTime::name);
    Comparison(json["joins"].items()[i], "/joins/" + std::to_string(i), faults).number("seconds", *same->seconds);
  }
}

}  // namespace

document::Faults contradictions(const Node& json, const Search& plan) {
  document::Faults faults;
  check_names(plan.methods, "methods", faults);
  check_names(plan.joins, "joins", faults);
  check_memory(plan, faults);
  check_equal_parts(plan, faults);
  if (!json["cluster"].is_null()) check_proportional_parts(plan, faults);
  if (!faults.empty() || json["times"].is_null()) return faults;
  if (!json["cluster"].is_null()) check_methods(plan, json, faults);
  check_joins(plan, json, faults);
  return faults;
}

}  // namespace uneven::check
