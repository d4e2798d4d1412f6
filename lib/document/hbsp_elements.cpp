// SPDX-License-Identifier: MIT
#include "document/hbsp_elements.hpp"

#include "document/describe/field.hpp"
#include "document/writer.hpp"

namespace uneven::document {

Object describe(const ElementRange&) {
  using R = ElementRange;
  return Object({
      field<&R::processor>("processor", count(), ""),
      field<&R::elements, &Range::first>("first", count(), "The first of its elements."),
      field<&R::elements, &Range::count>("count", count(), "How many."),
  });
}

Object describe(const HbspElements&) {
  using P = HbspElements;
  static const Object predicted({
      always<&P::superstep_s>("superstep_s", or_null(amount()), "One superstep."),
      maybe<&P::seconds>("seconds", or_null(amount()), "All units, with fixed times."),
      field<&P::curves>("curves", flag(), "Whether seconds follow the curves of speeds, which plans do not hold.")
          .unless([](const void* plan) { return !static_cast<const P*>(plan)->curves; }),
      maybe<&P::lower_bound>("lower_bound", or_null(amount()),
                             "No plan under the same limits takes less: in seconds, or in units over speed where\n"
                             ".B seconds\nis absent."),
      maybe<&P::imbalance>("imbalance", number(), ""),
  });
  return Object(
      {
          field<&P::count>("count", count(), "Elements."),
          field<&P::multiple_of>("multiple_of", size(),
                                 "Each count is a multiple of this, but for the last that is not 0; default 1.")
              .unless([](const void* plan) { return static_cast<const P*>(plan)->multiple_of == 1; }),
          field<&P::placement>("placement",
                               list_of(object<ElementRange>("an object with processor, first and count"),
                                       "a list of at least one range", 1),
                               "By processor, all of them.\nIn this order the ranges follow one another."),
          Field("predicted", object(predicted), "").may_miss(),
          maybe<&P::left_out>("left_out", processor_numbers(), ""),
          maybe<&P::memory_per_unit_bytes>("memory_per_unit_bytes", or_null(amount()), "As in speeds."),
          maybe<&P::memory_fixed_bytes>("memory_fixed_bytes", or_null(count()), "As in speeds."),
          always<&P::cluster>("cluster", processors(), ""),
          always<&P::kernel>("kernel", kernel(), ""),
          maybe<&P::kernel_options>("kernel_options", kernel_options(), ""),
          maybe<&P::data>("data", data("the data that the count came from"), ""),
          maybe<&P::made_by>("made_by", made_by(), ""),
      },
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
