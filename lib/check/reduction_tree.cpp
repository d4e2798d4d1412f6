#include <algorithm>

#include "check/comparison.hpp"
#include "check/contradictions.hpp"
#include "reduction/measured.hpp"
#include "reduction/model.hpp"
#include "reduction/schedule.hpp"
#include "reduction/shapes.hpp"
#include "reduction/tree.hpp"

namespace uneven::check {

namespace {

using document::Json;
using document::ReductionTree;

/// Everybody works as late as the root allows, see reduction::schedule().
void check_times(const ReductionTree& plan, const Json& json, document::Faults& faults) {
  ReductionTree expected = plan;
  for (auto& node : expected.processors) node.finish = 0;
  reduction::schedule(expected);
  Comparison(json, "", faults).number("finish", expected.finish);
  for (std::size_t i = 0; i < plan.processors.size(); ++i)
    Comparison(json.at("processors")[i], "/processors/" + std::to_string(i), faults)
        .number("finish", expected.processors[i].finish, expected.finish);
}

/// n_j = n mean(v) / v_j
void check_operation_times(const ReductionTree& plan, const Json& json, document::Faults& faults) {
  if (plan.operation_times.empty() || member(json, "cluster").is_null()) return;
  auto expected = reduction::operation_times(document::speeds_of(plan.cluster), plan.compute);
  expected.resize(plan.cluster.size(), plan.compute);  // equal ones are not listed
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!agree(plan.operation_times[i], expected[i]))
      faults.add(
          "/operation_times/" + std::to_string(i),
          "found " + digits(plan.operation_times[i]) + "; the speeds of the cluster give " + digits(expected[i]));
}

/// Their finish with as many processors. A tree of any number of equal processors may be compared with shapes that
/// have more of them.
void check_compared(const ReductionTree& plan, const Json& json, document::Faults& faults) {
  if (plan.compared.empty() || plan.segments != 1) return;  // of pieces, versions differ in what they compared
  // Of unequal processors, the plan does not tell how many it might have used, only how many it does use.
  if (!plan.one_item_each && !plan.operation_times.empty() && !plan.left_out.empty()) return;
  constexpr std::int64_t most_items = 1 << 20;  // of shapes with a processor for every two
  const reduction::Model model = reduction::model_of(plan);
  const auto processors = plan.one_item_each ? std::ssize(plan.processors) : std::ssize(plan.cluster);
  reduction::Goal goal{.height = {}, .items = plan.items, .processors = processors};
  const bool bound = plan.one_item_each || !plan.operation_times.empty() || !plan.left_out.empty();
  const auto with_as_many = reduction::finish_of_others(model, goal, plan);
  auto with_any = with_as_many;
  goal.processors.reset();
  if (!bound && plan.items <= most_items) with_any = reduction::finish_of_others(model, goal, plan);
  for (std::size_t i = 0; i < with_any.size(); ++i) {
    Comparison compared(member(json, "compared"), "/compared", faults);
    const char* shape = with_any[i].first.c_str();
    const Json* found = compared.number_at(shape);
    if (!found || agree(found->get<double>(), with_any[i].second)) continue;
    if (bound || plan.items <= most_items) compared.number(shape, with_as_many[i].second);
  }
}

}  // namespace

std::vector<std::string> contradictions(const Json& json, const ReductionTree& plan) {
  document::Faults faults;
  check_times(plan, json, faults);
  check_operation_times(plan, json, faults);
  if (faults.lines.empty()) check_compared(plan, json, faults);
  return faults.lines;
}

}  // namespace uneven::check
