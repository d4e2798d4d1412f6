// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "check/contradictions.hpp"
#include "check/sound.hpp"
#include "reduction/prediction.hpp"
#include "reduction/shapes.hpp"
#include "reduction/tree.hpp"

namespace uneven::check {

namespace {

using document::Node;
using document::ReductionTree;

/// Everybody works as late as the root allows, see reduction::set_timetable().
void check_times(const ReductionTree& plan, const Node& json, document::Faults& faults) {
  ReductionTree expected = plan;
  for (auto& node : expected.processors) node.finish = 0;
  reduction::set_timetable(expected);
  if (!std::isfinite(expected.finish))
    return faults.add("/finish", "is later than any number; expected shorter operations and transfers, or fewer items");
  Comparison(json, "", faults).number("finish", expected.finish);
  for (std::size_t i = 0; i < plan.processors.size(); ++i)
    Comparison(json["processors"].items()[i], "/processors/" + std::to_string(i), faults)
        .number("finish", expected.processors[i].finish, expected.finish);
}

/// Whether the plan has finishing times of processors, which follow from the times of operations.
bool tells_finish(const Node& json) {
  const auto told = [](const Node& object) { return object["finish"].is_number(); };
  return told(json) || std::ranges::any_of(json["processors"].items(), told);
}

/// n_j = n mean(v) / v_j
void check_operation_times(const ReductionTree& plan, const Node& json, document::Faults& faults) {
  if (json["cluster"].is_null()) return;
  auto expected = reduction::operation_times(document::speeds_of(plan.cluster), plan.compute);
  if (plan.operation_times.empty()) {
    if (!expected.empty() && tells_finish(json))
      faults.add("/operation_times", "missing; expected one for each processor of the cluster, whose speeds differ");
    return;
  }
  expected.resize(plan.cluster.size(), plan.compute);  // equal ones are not listed
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!agree(plan.operation_times[i], expected[i]))
      faults.add(
          "/operation_times/" + std::to_string(i),
          "found " + digits(plan.operation_times[i]) + "; the speeds of the cluster give " + digits(expected[i]));
}

/// The plan's finish must be that of its shape, unless the shape is optimal.
void check_shape(const ReductionTree& plan, const std::vector<std::pair<std::string, double>>& with_as_many,
                 const std::vector<std::pair<std::string, double>>& with_any, document::Faults& faults) {
  const auto own = std::ranges::find(with_as_many, name_of(plan.shape), &std::pair<std::string, double>::first);
  if (own == with_as_many.end() || agree(plan.finish, own->second)) return;
  if (agree(plan.finish, with_any[static_cast<std::size_t>(own - with_as_many.begin())].second)) return;
  faults.add("/shape", "found \"" + name_of(plan.shape) + "\"; with this shape all would finish at " +
                           digits(own->second) + ", not " + digits(plan.finish));
}

/// The bytes that each processor holds, where its memory is known.
void check_memory(const ReductionTree& plan, document::Faults& faults) {
  if (!plan.elements) return;
  const std::vector<double> needed = reduction::bytes_held(plan);
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const auto processor = static_cast<std::size_t>(plan.processors[i].processor);
    check_bytes(needed[i], plan.cluster, processor, "/processors/" + std::to_string(i), faults);
  }
}

/// The finish of the shapes with as many processors. A tree of any number of equal processors may be compared with
/// shapes that have more of them.
void check_shapes(const ReductionTree& plan, const Node& json, document::Faults& faults) {
  const bool has_shape = plan.shape != document::TreeShape::optimal && json["finish"].is_number();
  if (plan.segments != 1) return;  // of pieces, versions differ in what they compared
  if (plan.compared.empty() && !has_shape) return;
  // The plan does not tell how many processors it might have used, only how many it does use.
  if (!plan.one_item_each && !plan.left_out.empty()) return;
  constexpr std::int64_t most_items = 1 << 20;  // of shapes with a processor for every two
  const reduction::Model model = reduction::model_of(plan);
  const auto processors = plan.one_item_each ? std::ssize(plan.processors) : std::ssize(plan.cluster);
  reduction::Goal goal{.height = {}, .items = plan.items, .processors = processors};
  const bool bound = plan.one_item_each || !plan.operation_times.empty() || !plan.left_out.empty();
  const auto finish = has_shape ? reduction::finish_of_all : reduction::finish_of_others;
  const auto with_as_many = finish(model, goal, plan);
  auto with_any = with_as_many;
  goal.processors.reset();
  if (!bound && plan.items <= most_items) with_any = finish(model, goal, plan);
  if (has_shape) check_shape(plan, with_as_many, with_any, faults);
  for (std::size_t i = 0; i < with_any.size(); ++i) {
    Comparison compared(json["compared"], "/compared", faults);
    const char* shape = with_any[i].first.c_str();
    const Node* found = compared.number_at(shape);
    if (!found || agree(found->number(), with_any[i].second)) continue;
    if (bound || plan.items <= most_items) compared.number(shape, with_as_many[i].second);
  }
}

}  // namespace

document::Faults contradictions(const Node& json, const ReductionTree& plan) {
  document::Faults faults;
  check_times(plan, json, faults);
  check_operation_times(plan, json, faults);
  if (faults.empty()) check_shapes(plan, json, faults);
  check_memory(plan, faults);
  if (plan.bytes)
    if (const auto bytes = scheduled_bytes(plan)) Comparison(json["predicted"], "/predicted", faults).bytes(*bytes);
  return faults;
}

}  // namespace uneven::check
