// SPDX-License-Identifier: MIT
#include "document/hbsp_elements.hpp"

#include "document/describe/field.hpp"
#include "document/writer.hpp"

namespace uneven::document {

const Object& description_of(const ElementRange&) {
  using R = ElementRange;
  static const Object description({
      field<&R::processor>("processor", count(), ""),
      field<&R::elements, &Range::first>("first", count(), "The first of its elements."),
      field<&R::elements, &Range::count>("count", count(), "How many."),
  });
  return description;
}

const Object& description_of(const HbspElements&) {
  using P = HbspElements;
  static const Object predicted({
      always<&P::superstep_s>("superstep_s", or_null(amount()), "One superstep."),
      maybe<&P::imbalance>("imbalance", number(), ""),
  });
  static const Object description(
      {
          field<&P::count>("count", count(), "Elements."),
          field<&P::placement>(
              "placement",
              list_of(object(description_of(ElementRange()), "an object with processor, first and count"),
                      "a list of at least one range", 1),
              "By processor, all of them.\nIn this order the ranges follow one another."),
          Field("predicted", object(predicted), "").may_miss(),
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
  return description;
}

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
  return found;
}

HbspElements hbsp_elements_from_json(const Tree& json) {
  HbspElements plan;
  read_value(json, plan);
  return plan;
}

void write_document(std::ostream& out, const HbspElements& plan, bool compact) {
  write_described(out, "hbsp-elements", description_of(plan), &plan, compact);
}

}  // namespace uneven::document
