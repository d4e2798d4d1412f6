#include "partition/work_time.hpp"

#include <algorithm>
#include <cmath>

#include "cluster/speed_at.hpp"

namespace uneven::partition {

WorkTime::WorkTime(const document::Speeds& speeds, const document::Perceptron& network)
    : speeds_(speeds),
      hidden_(static_cast<double>(network.hidden)),
      hidden_of_share_(hidden_ / std::sqrt(speeds.processors.size())),
      hidden_per_sample_(0) {
  const auto samples = speeds.kernel_options.find("samples");
  if (samples != speeds.kernel_options.end() && samples->is_number_integer() && *samples > 0)
    hidden_per_sample_ = static_cast<double>(network.hidden) / samples->get<double>();
}

double WorkTime::of(std::size_t processor, double hidden, double samples, bool summed) const {
  const auto& measured = speeds_.processors[processor];
  const double cells = hidden * samples, square = square_of(measured, cells);
  const double seconds = times_as_long(measured, hidden, square, summed) * cells / cluster::speed_at(measured, cells);
  if (square == 0 || !measured.sample_s) return seconds;
  return seconds + samples * *measured.sample_s * std::max(0.0, 1 - hidden / square);
}

double WorkTime::square_of(const document::MeasuredProcessor& measured, double cells) const {
  if (hidden_per_sample_ == 0) return 0;
  if (measured.curve.empty()) return hidden_of_share_;
  const double measured_cells = std::clamp(cells, measured.curve.front().units, measured.curve.back().units);
  return std::sqrt(measured_cells * hidden_per_sample_);
}

double WorkTime::times_as_long(const document::MeasuredProcessor& measured, double hidden, double square,
                               bool summed) const {
  if (summed) return 1 + (measured.beside_work.value_or(1) - 1) * std::min(1.0, hidden / hidden_of_share_);
  if (!measured.tall_work || square == 0 || hidden <= square || hidden_ <= hidden_of_share_) return 1;
  return 1 +
         (*measured.tall_work - 1) * std::min(1.0, std::log(hidden / square) / std::log(hidden_ / hidden_of_share_));
}

}  // namespace uneven::partition
