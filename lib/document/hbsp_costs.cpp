// SPDX-License-Identifier: MIT
#include "document/hbsp_costs.hpp"

#include "document/field_groups.hpp"
#include "document/writer.hpp"

namespace uneven::document {
namespace {

Type amounts_by_processor() { return list_of(amount(), "a list of numbers >= 0, one per processor"); }

constexpr const char* unit_of_time = "units of work over speed: s for measured speeds";

}  // namespace

Object describe(const SuperstepCost&) {
  using S = SuperstepCost;
  return Object({
      field<&S::name>("name", text()),
      field<&S::work>("work", amounts_by_processor(), "By processor: its own work w_i.").in("units of the speed"),
      field<&S::traffic>("traffic", amounts_by_processor(),
                         "By processor: h_i, the larger of what it sends and receives for itself.")
          .in("units of the gap: byte for a measured one"),
      field<&S::shared_work>("shared_work", amount(), "Work of all processors together, shared out."),
      field<&S::shared_traffic>("shared_traffic", amount(), "Traffic that is shared out with it."),
      field<&S::cost>("cost", amount(),
                      "max_i(w_i / s_i + g_i h_i) + L, with shared work and traffic in proportion to speed.")
          .in(unit_of_time),
      field<&S::bottleneck>("bottleneck", count(), "The first processor that takes longest."),
      field<&S::best_cost>("best_cost", amount(),
                           "The same with the best shares of shared work and traffic, or of all if none is shared.")
          .in(unit_of_time),
      always<&S::best_shares>(
          "best_shares", amounts_by_processor(),
          "Those shares, which add up to 1; none where nothing is gained by moving the processors' own."),
  });
}

Object describe(const HbspCosts&) {
  using C = HbspCosts;
  static const Object predicted({
      field<&C::cost>("cost", amount(), "All supersteps.").in(unit_of_time),
      field<&C::best_cost>("best_cost", amount(), "All supersteps, each with its best shares.").in(unit_of_time),
  });
  return Object(joined({
      field<&C::supersteps>("supersteps",
                            list_of(object<SuperstepCost>("an object with name, work and traffic"),
                                    "a list of at least one superstep", 1),
                            "In the order of the program."),
      field<&C::gap>("gap", amounts_by_processor(), "By processor: g_i, time per unit of traffic."),
      field<&C::barrier>("barrier", amount(), "L.").in(unit_of_time),
      Field("predicted", object(predicted), ""),
      field<&C::cluster>("cluster", processors()),
      origin<C>(),
  }));
}

Faults faults(const HbspCosts& costs) {
  Faults found;
  const std::size_t processors = costs.cluster.size();
  const auto require_length = [&](const std::vector<double>& list, const std::string& pointer) {
    if (list.size() != processors)
      found.add(pointer, "found " + std::to_string(list.size()) + " numbers; expected " + std::to_string(processors) +
                             ", one per processor");
  };
  require_length(costs.gap, "/gap");
  for (std::size_t k = 0; k < costs.supersteps.size(); ++k) {
    const SuperstepCost& step = costs.supersteps[k];
    const std::string here = "/supersteps/" + std::to_string(k);
    require_length(step.work, here + "/work");
    require_length(step.traffic, here + "/traffic");
    if (!step.best_shares.empty()) require_length(step.best_shares, here + "/best_shares");
    if (step.bottleneck >= std::ssize(costs.cluster))
      found.add(here + "/bottleneck", "there is no processor " + std::to_string(step.bottleneck));
  }
  return found;
}

Object describe(const ElementRange&) {
  return Object(processor_and_range<&ElementRange::processor, &ElementRange::elements>("The first of its elements."));
}

Object describe(const HbspElements&) {
  using P = HbspElements;
  static const Object predicted({
      always<&P::superstep_s>("superstep_s", or_null(amount()), "One superstep."),
      maybe<&P::seconds>("seconds", or_null(amount()), "All units, with fixed times."),
      field<&P::curves>("curves", flag(), "Whether seconds follow the curves of speeds, which plans do not hold.")
          .unless(is<&P::curves, false>),
      maybe<&P::lower_bound>("lower_bound", or_null(amount()),
                             "No plan under the same limits takes less: in seconds, or in units over speed where\n"
                             ".B seconds\nis absent."),
      maybe<&P::imbalance>("imbalance", number()),
  });
  return Object(
      joined({
          field<&P::count>("count", count(), "Elements."),
          field<&P::multiple_of>("multiple_of", size(),
                                 "Each count is a multiple of this, but for the last that is not 0; default 1.")
              .unless(is<&P::multiple_of, 1>),
          field<&P::placement>("placement",
                               list_of(object<ElementRange>("an object with processor, first and count"),
                                       "a list of at least one range", 1),
                               "By processor, all of them.\nIn this order the ranges follow one another."),
          Field("predicted", object(predicted), "").may_miss(),
          maybe<&P::left_out>("left_out", processor_numbers()),
          maybe<&P::memory_per_unit_bytes>("memory_per_unit_bytes", or_null(amount()), "As in speeds."),
          maybe<&P::memory_fixed_bytes>("memory_fixed_bytes", or_null(count()), "As in speeds."),
          always<&P::cluster>("cluster", processors()),
          origin<P>("the data that the count came from"),
      }),
      [](void* to, const Node&, std::size_t) {
        auto& plan = *static_cast<HbspElements*>(to);
        if (plan.cluster.empty()) plan.cluster.resize(plan.placement.size());
      });
}

namespace {

/// Every count but that of the last range with elements is a multiple, and processors that are left out have none.
void check_shares(const HbspElements& plan, Faults& found) {
  std::int64_t last = -1;  // of those with elements
  for (std::int64_t i = 0; i < std::ssize(plan.placement); ++i) {
    if (plan.placement[i].elements.count == 0) continue;
    if (last >= 0 && plan.placement[last].elements.count % plan.multiple_of != 0)
      found.add("/placement/" + std::to_string(last) + "/count",
                "found " + std::to_string(plan.placement[last].elements.count) + "; expected a multiple of " +
                    std::to_string(plan.multiple_of));
    last = i;
  }
  std::vector<bool> seen(plan.placement.size());
  for (std::int64_t i = 0; i < std::ssize(plan.left_out); ++i) {
    const std::int64_t processor = plan.left_out[i];
    const std::string here = "/left_out/" + std::to_string(i);
    if (processor >= std::ssize(plan.placement))
      found.add(here, "found " + std::to_string(processor) + ", which is no processor");
    else if (plan.placement[processor].elements.count > 0)
      found.add(here, "processor " + std::to_string(processor) + " has elements");
    else if (seen[static_cast<std::size_t>(processor)])
      found.add(here, "found " + std::to_string(processor) + " again");
    else
      seen[static_cast<std::size_t>(processor)] = true;
  }
}

}  // namespace

Faults faults(const HbspElements& plan) {
  Faults found;
  const std::int64_t processors = std::ssize(plan.cluster);
  if (processors == 0) found.add("/cluster", "no processors");
  if (std::ssize(plan.placement) != processors)
    found.add("/placement", std::to_string(plan.placement.size()) + " entries for " + std::to_string(processors) +
                                " processors; expected one each");
  std::int64_t next = 0;
  for (std::int64_t i = 0; i < std::ssize(plan.placement); ++i) {
    const auto& [processor, elements] = plan.placement[i];
    const std::string here = "/placement/" + std::to_string(i);
    if (processor != i)
      found.add(here + "/processor", "found " + std::to_string(processor) + ", expected " + std::to_string(i));
    if (elements.first != next)
      found.add(here + "/first", "found " + std::to_string(elements.first) + ", expected " + std::to_string(next));
    if (elements.count < 0) found.add(here + "/count", std::to_string(elements.count) + " is not a count");
    next = elements.end();
  }
  if (next != plan.count)
    found.add("/placement", "ends at " + std::to_string(next) + ", expected " + std::to_string(plan.count));
  if (found.empty()) check_shares(plan, found);
  return found;
}

}  // namespace uneven::document
