#include "partition/work_time.hpp"

#include <algorithm>
#include <cmath>

#include "cluster/speed_at.hpp"

namespace uneven::partition {

WorkTime::WorkTime(const document::Speeds& speeds, const document::Perceptron& network)
    : speeds_(speeds), hidden_per_sample_(0) {
  const auto samples = speeds.kernel_options.find("samples");
  if (samples != speeds.kernel_options.end() && samples->is_number_integer() && *samples > 0)
    hidden_per_sample_ = static_cast<double>(network.hidden) / samples->get<double>();
}

double WorkTime::of(std::size_t processor, double hidden, double samples, bool in_order_of_messages) const {
  const auto& measured = speeds_.processors[processor];
  const double cells = hidden * samples, times = in_order_of_messages ? measured.beside_work.value_or(1) : 1;
  const double seconds = times * cells / cluster::speed_at(measured, cells);
  if (hidden_per_sample_ == 0 || !measured.sample_s) return seconds;
  const double square = std::sqrt(cells * hidden_per_sample_);
  return seconds + samples * *measured.sample_s * std::max(0.0, 1 - hidden / square);
}

}  // namespace uneven::partition
