#include "speeds/from_report.hpp"

#include <cmath>

#include "base/error.hpp"

namespace uneven::speeds {

document::Speeds speeds_from_report(const document::Report& report) {
  document::Speeds speeds;
  speeds.kernel = report.kernel;
  speeds.kernel_options = report.kernel_options;
  speeds.unit = report.unit;
  for (std::size_t i = 0; i < report.processors.size(); ++i) {
    const document::RankReport& p = report.processors[i];
    if (!(p.work > 0 && p.compute_s > 0))
      throw InputError("/processors/" + std::to_string(i) +
                       ": did no work, so its speed is unknown; expected work and compute_s > 0");
    document::MeasuredProcessor measured;
    measured.rank = static_cast<std::int64_t>(i);
    if (!p.host.empty()) measured.host = p.host;
    if (!p.cpu.empty()) measured.cpu = p.cpu;
    measured.speed = p.work / p.compute_s;
    if (!std::isnormal(measured.speed))
      throw InputError("/processors/" + std::to_string(i) +
                       ": work / compute_s is out of the range of numbers; expected a speed");
    speeds.processors.push_back(measured);
  }
  return speeds;
}

}  // namespace uneven::speeds
