#include "check/candidates.hpp"
#include "check/comparison.hpp"
#include "check/contradictions.hpp"
#include "check/exact_shares.hpp"

namespace uneven::check {

document::Faults contradictions(const document::Node& json, const document::Partition& plan) {
  document::Faults faults;
  const bool speeds_known = !json["cluster"].is_null();
  check_tiling(plan, json, faults);
  if (speeds_known) check_shares(plan, json, faults);
  check_costs(plan, json, speeds_known, faults);
  return faults;
}

}  // namespace uneven::check
