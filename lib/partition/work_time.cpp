#include "partition/work_time.hpp"

#include <algorithm>
#include <cmath>

#include "cluster/speed_at.hpp"

namespace uneven::partition {

WorkTime::WorkTime(const document::Speeds& speeds, const document::Perceptron& network)
    : speeds_(speeds),
      hidden_of_share_(static_cast<double>(network.hidden) / std::sqrt(speeds.processors.size())),
      hidden_per_sample_(0) {
  const auto samples = speeds.kernel_options.find("samples");
  if (samples != speeds.kernel_options.end() && samples->is_number_integer() && *samples > 0)
    hidden_per_sample_ = static_cast<double>(network.hidden) / samples->get<double>();
}

double WorkTime::of(std::size_t processor, double hidden, double samples) const {
  const auto& measured = speeds_.processors[processor];
  const double cells = hidden * samples, seconds = cells / cluster::speed_at(measured, cells);
  if (hidden_per_sample_ == 0 || !measured.sample_s) return seconds;
  const double square = std::sqrt(cells * hidden_per_sample_);
  return seconds + samples * *measured.sample_s * std::max(0.0, 1 - hidden / square);
}

double WorkTime::times_beside_messages(std::size_t processor, double hidden) const {
  const double more = speeds_.processors[processor].beside_work.value_or(1) - 1;
  return 1 + more * std::min(1.0, hidden / hidden_of_share_);
}

}  // namespace uneven::partition
