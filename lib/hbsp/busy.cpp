#include "hbsp/busy.hpp"

#include "hbsp/traffic.hpp"

namespace uneven::hbsp {

std::vector<double> busy_seconds(const document::HbspMatmul& plan, std::span<const double> speed,
                                 std::span<const MessageCost> costs) {
  std::vector<double> seconds(plan.cluster.size(), 0.0);
  for (const document::MatrixPart& part : plan.rectangles)
    seconds[part.processor] =
        static_cast<double>(plan.size) * static_cast<double>(part.cells()) / speed[part.processor];
  if (costs.empty()) return seconds;
  const auto load = traffic(plan);
  for (std::size_t i = 0; i < seconds.size(); ++i)
    seconds[i] += costs[i].element_s * (load[i].sent + load[i].received) + costs[i].message_s * load[i].messages;
  return seconds;
}

}  // namespace uneven::hbsp
