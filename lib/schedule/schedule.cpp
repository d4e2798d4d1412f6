#include "schedule/schedule.hpp"

namespace uneven::schedule {

std::vector<collective::Round> rounds_of(const Schedule& schedule, const Sum& sum) {
  return schedule.groups[static_cast<std::size_t>(sum.group)].rounds(sum.count, sum.element_bytes);
}

}  // namespace uneven::schedule
