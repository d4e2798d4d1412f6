// SPDX-License-Identifier: MIT
#include "document/hbsp_costs.hpp"

#include "document/describe/field.hpp"
#include "document/writer.hpp"

namespace uneven::document {
namespace {

Type amounts_by_processor() { return list_of(amount(), "a list of numbers >= 0, one per processor"); }

constexpr const char* unit_of_time = "units of work over speed: s for measured speeds";

}  // namespace

Object describe(const SuperstepCost&) {
  using S = SuperstepCost;
  return Object({
      field<&S::name>("name", text(), ""),
      field<&S::work>("work", amounts_by_processor(), "By processor: its own work w_i.").in("units of the speed"),
      field<&S::traffic>("traffic", amounts_by_processor(),
                         "By processor: h_i, the larger of what it sends and receives for itself.")
          .in("units of the gap: byte for a measured one"),
      field<&S::shared_work>("shared_work", amount(), "Work of all processors together, shared out."),
      field<&S::shared_traffic>("shared_traffic", amount(), "Traffic that is shared out with it."),
      field<&S::cost>("cost", amount(),
                      "max_i(w_i / s_i + g_i h_i) + L, where what is shared out is in proportion to speed.")
          .in(unit_of_time),
      field<&S::bottleneck>("bottleneck", count(), "The first processor that takes longest."),
      field<&S::best_cost>("best_cost", amount(),
                           "The same with the best shares of what is shared out, or of everything where nothing is.")
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
  return Object({
      field<&C::supersteps>("supersteps",
                            list_of(object<SuperstepCost>("an object with name, work and traffic"),
                                    "a list of at least one superstep", 1),
                            "In the order of the program."),
      field<&C::gap>("gap", amounts_by_processor(), "By processor: g_i, time per unit of traffic."),
      field<&C::barrier>("barrier", amount(), "L.").in(unit_of_time),
      Field("predicted", object(predicted), ""),
      field<&C::cluster>("cluster", processors(), ""),
      always<&C::kernel>("kernel", kernel(), ""),
      maybe<&C::kernel_options>("kernel_options", kernel_options(), ""),
      maybe<&C::made_by>("made_by", made_by(), ""),
  });
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

}  // namespace uneven::document
