// SPDX-License-Identifier: MIT
#include "hbsp/cost.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "data/text/fields.hpp"
#include "data/text/lines.hpp"
#include "hbsp/schedule.hpp"
#include "statistics/share.hpp"

namespace uneven::hbsp {

void check_speeds(std::span<const double> speed) {
  if (speed.empty()) throw InputError("no processors; expected at least one speed");
  for (std::size_t i = 0; i < speed.size(); ++i) {
    if (std::isfinite(speed[i]) && speed[i] > 0) continue;
    throw InputError("processor " + std::to_string(i) + ": " + std::to_string(speed[i]) +
                     " is not a speed; expected a finite value > 0");
  }
}

std::vector<double> relative_speeds(std::span<const double> speed) {
  check_speeds(speed);
  const double slowest = *std::ranges::min_element(speed);
  std::vector<double> relative(speed.begin(), speed.end());
  for (double& s : relative) s /= slowest;
  if (!std::isfinite(std::accumulate(relative.begin(), relative.end(), 0.0)))
    throw InputError("the speeds differ by more than a double can hold");
  return relative;
}

double superstep_cost(const Machine& machine, const Superstep& step) {
  assert(step.work.size() == machine.speed.size() && step.traffic.size() == machine.speed.size());
  double slowest = 0;
  for (std::size_t i = 0; i < machine.speed.size(); ++i)
    slowest = std::max(slowest, step.work[i] / machine.speed[i] + machine.gap[i] * step.traffic[i]);
  return slowest + machine.barrier;
}

std::vector<double> busy_seconds(const document::HbspMatmul& plan, std::span<const double> speed,
                                 std::span<const MessageCost> costs) {
  std::vector<double> seconds(plan.cluster.size(), 0.0);
  for (const document::MatrixPart& part : plan.rectangles)
    seconds[part.processor] =
        static_cast<double>(plan.size.inner) * static_cast<double>(part.cells()) / speed[part.processor];
  if (costs.empty()) return seconds;
  const auto load = traffic(plan);
  for (std::size_t i = 0; i < seconds.size(); ++i)
    seconds[i] += costs[i].element_s * (load[i].sent + load[i].received) + costs[i].message_s * load[i].messages;
  return seconds;
}

using document::Layout;
using document::LayoutCost;

double multiply_adds(const document::ProductSize& size) {
  const auto rows = static_cast<double>(size.rows), columns = static_cast<double>(size.columns);
  // The power rounds otherwise than a product; recorded plans have it.
  return size.is_square() ? std::pow(rows, 3) : rows * columns * static_cast<double>(size.inner);
}

double communication(Layout c, const document::ProductSize& size, double s) {
  const auto rows = static_cast<double>(size.rows), inner = static_cast<double>(size.inner),
             columns = static_cast<double>(size.columns);
  if (c == Layout::alpha && rows <= s * columns && columns <= s * rows)
    return 2 * (inner * std::sqrt(rows * columns)) / std::sqrt(s);
  if (c == Layout::alpha) c = rows > columns ? Layout::beta : Layout::gamma;
  const double whole = c == Layout::beta ? columns : rows, cut = c == Layout::beta ? rows : columns;
  return inner * whole * (1 + cut / whole / s);
}

std::vector<LayoutCost> layout_costs(const document::ProductSize& size, double s, double gap, double barrier) {
  const double compute = multiply_adds(size) / s;
  std::vector<LayoutCost> costs;
  for (Layout a : {Layout::alpha, Layout::beta, Layout::gamma})
    for (Layout b : {Layout::alpha, Layout::beta, Layout::gamma})
      for (Layout c : {Layout::alpha, Layout::beta, Layout::gamma}) {
        const double elements = communication(c, size, s);
        costs.push_back({{a, b, c}, elements, compute + gap * elements + barrier});
      }
  // The layouts are in alphabetical order, which a stable sort keeps among equals.
  std::ranges::stable_sort(costs, {}, &LayoutCost::communication);
  return costs;
}

namespace {

double time_of(const Machine& machine, const Superstep& step, std::size_t i) {
  return step.work[i] / machine.speed[i] + machine.gap[i] * step.traffic[i];
}

Superstep with_shares(Superstep own, const std::vector<double>& shares, double work, double traffic) {
  for (std::size_t i = 0; i < shares.size(); ++i) {
    own.work[i] += shares[i] * work;
    own.traffic[i] += shares[i] * traffic;
  }
  return own;
}

void price_step(const Machine& machine, const std::vector<double>& by_speed, document::SuperstepCost& step) {
  const Superstep own{step.work, step.traffic};
  const Superstep planned = with_shares(own, by_speed, step.shared_work, step.shared_traffic);
  step.cost = finite(superstep_cost(machine, planned), "cost of superstep " + step.name);
  step.bottleneck = 0;
  for (std::size_t i = 1; i < by_speed.size(); ++i)
    if (time_of(machine, planned, i) > time_of(machine, planned, static_cast<std::size_t>(step.bottleneck)))
      step.bottleneck = static_cast<std::int64_t>(i);

  step.best_cost = step.cost;
  step.best_shares.clear();
  if (step.shared_work > 0 || step.shared_traffic > 0) {
    BestShares best = best_shares(machine, own, step.shared_work, step.shared_traffic);
    step.best_cost = std::min(best.cost, step.cost);
    step.best_shares = std::move(best.shares);
    return;
  }
  const double work = std::accumulate(own.work.begin(), own.work.end(), 0.0);
  const double traffic = std::accumulate(own.traffic.begin(), own.traffic.end(), 0.0);
  if (work == 0 && traffic == 0) return;
  const std::vector<double> nothing(by_speed.size(), 0.0);
  if (BestShares best = best_shares(machine, {nothing, nothing}, work, traffic); best.cost < step.cost) {
    step.best_cost = best.cost;
    step.best_shares = std::move(best.shares);
  }
}

}  // namespace

BestShares best_shares(const Machine& machine, const Superstep& own, double work, double traffic) {
  const std::size_t n = machine.speed.size();
  std::vector<double> time(n), whole(n);  // of its own; of all that is shared out
  for (std::size_t i = 0; i < n; ++i) {
    time[i] = time_of(machine, own, i);
    whole[i] = work / machine.speed[i] + machine.gap[i] * traffic;
  }
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return time[i]; });

  BestShares best{0, std::vector<double>(n, 0.0)};
  const double longest_own = time[order.back()] + machine.barrier;
  if (const auto free = std::ranges::find(whole, 0.0); free != whole.end()) {
    best.shares[static_cast<std::size_t>(free - whole.begin())] = 1;
    best.cost = longest_own;
    return best;
  }
  // Processors join by their own times while the common end T of those before them is later.
  double end = 0, rates = 0, begun = 0;
  for (std::size_t k = 0; k < n && (k == 0 || time[order[k]] < end); ++k) {
    rates += 1 / whole[order[k]];
    begun += time[order[k]] / whole[order[k]];
    end = (1 + begun) / rates;
  }
  for (std::size_t i = 0; i < n; ++i) best.shares[i] = std::max(0.0, (end - time[i]) / whole[i]);
  best.cost = std::max(end + machine.barrier, longest_own);
  return best;
}

void price(document::HbspCosts& costs) {
  const Machine machine{speeds_of(costs.cluster), costs.gap, costs.barrier};
  const auto by_speed = statistics::exact_shares(machine.speed);
  costs.cost = costs.best_cost = 0;
  for (document::SuperstepCost& step : costs.supersteps) {
    price_step(machine, by_speed, step);
    costs.cost += step.cost;
    costs.best_cost += step.best_cost;
  }
  finite(costs.cost, "cost of all supersteps");
}

namespace {

using document::SuperstepCost;

constexpr std::size_t longest_quote = 40;  // characters

double amount_in(std::string_view field, const char* column, const std::string& where) {
  const auto value = data::decimal(field);
  if (value && std::isfinite(*value) && *value >= 0) return *value;
  throw InputError(where + column + ": found '" + shown_data(field, longest_quote) + "'; expected a number >= 0");
}

/// @return  nothing for *.
std::optional<std::size_t> processor_in(std::string_view field, std::size_t processors, const std::string& where) {
  if (field == "*") return {};
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  if (error == std::errc() && end == field.data() + field.size() && number < processors) return number;
  throw InputError(where + "processor: found '" + shown_data(field, longest_quote) + "'; expected 0 to " +
                   std::to_string(processors - 1) + ", or * for all together");
}

bool is_title(const std::vector<std::string_view>& fields) {
  return fields == std::vector<std::string_view>{"superstep", "processor", "w", "h"};
}

}  // namespace

std::vector<SuperstepCost> read_supersteps(const std::string& path, std::size_t processors) {
  const std::string text = read_file(path, "table of supersteps"), name = input_name(path);
  data::TextLines lines(text, name, {.comment_marks = "#", .tabs_separate = true});
  std::vector<SuperstepCost> steps;
  std::map<std::string, std::size_t, std::less<>> places;
  std::optional<data::Separator> separator;
  while (lines.next()) {
    const bool first = !separator;
    if (first)
      separator = lines.text().find('\t') == std::string_view::npos ? data::Separator::comma : data::Separator::tab;
    auto fields = data::fields_of(lines.text(), *separator);
    for (std::string_view& field : fields) field = data::trimmed(field);
    if (first && is_title(fields)) continue;
    if (fields.size() != 4)
      throw InputError(lines.where() + "found " + std::to_string(fields.size()) +
                       (fields.size() == 1 ? " field" : " fields") + "; expected 4: superstep, processor, w, h");
    const auto [place, is_new] = places.try_emplace(std::string(fields[0]), steps.size());
    if (is_new)
      steps.push_back({place->first, std::vector<double>(processors, 0.0), std::vector<double>(processors, 0.0)});
    SuperstepCost& step = steps[place->second];
    const auto processor = processor_in(fields[1], processors, lines.where());
    (processor ? step.work[*processor] : step.shared_work) += amount_in(fields[2], "w", lines.where());
    (processor ? step.traffic[*processor] : step.shared_traffic) += amount_in(fields[3], "h", lines.where());
  }
  if (steps.empty()) throw InputError(name + ": no rows; expected superstep, processor, w, h");
  return steps;
}

}  // namespace uneven::hbsp
