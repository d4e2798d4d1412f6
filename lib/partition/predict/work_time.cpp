// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "document/describe/type.hpp"
#include "partition/predict/time_model.hpp"
#include "perceptron/samples.hpp"
#include "speeds/derived.hpp"

namespace uneven::partition {

namespace {

/// Hidden units per sample of the measured squares, which had as many units and samples as the measured problem; 0:
/// unknown.
double hidden_per_sample(const document::Speeds& speeds, const document::Perceptron& network) {
  const auto samples = speeds.kernel_options.find("samples");
  if (samples == speeds.kernel_options.end() || !samples->is_number_integer() || *samples <= 0) return 0;
  return static_cast<double>(measured_hidden(speeds, network)) / samples->get<double>();
}

}  // namespace

std::int64_t vector_width(const document::Speeds& speeds, const document::Perceptron& network) {
  if (hidden_per_sample(speeds, network) == 0) return 1;
  const auto input = speeds.kernel_options.find("input");
  const bool told = input != speeds.kernel_options.end() && input->is_string();
  return perceptron::vector_width(told ? input->get<std::string>() : "");
}

WorkTime::WorkTime(const document::Speeds& speeds, const document::Perceptron& network)
    : speeds_(speeds),
      hidden_per_sample_(hidden_per_sample(speeds, network)),
      vector_width_(vector_width(speeds, network)),
      hidden_(counted(static_cast<double>(measured_hidden(speeds, network)))),
      hidden_of_share_(static_cast<double>(measured_hidden(speeds, network)) / std::sqrt(speeds.processors.size())) {
  for (const document::MeasuredProcessor& measured : speeds.processors) {
    add_curve(measured);
    ends_.push_back(points_.size());
  }
  hidden_of_share_ = counted(hidden_of_share_);
}

double WorkTime::counted(double hidden) const {
  constexpr double most = 0x1p53;  // beyond it, whole vectors make no difference
  if (vector_width_ == 1 || hidden >= most) return hidden;
  return static_cast<double>(perceptron::whole_vectors(std::llround(hidden), vector_width_));
}

void WorkTime::add_curve(const document::MeasuredProcessor& measured) {
  const double known = hidden_per_sample_ > 0 ? hidden_per_sample_ : 1;
  double least = 0;  // keeps the points ascending, which rounding to whole vectors may undo
  const auto add = [&](double units, double speed) {
    const double hidden = std::max(1.0, std::round(std::sqrt(units * known)));
    const double times = counted(hidden) / hidden;
    least = std::max(least, times * units);
    points_.push_back({least, times * speed});
  };
  for (const auto& point : measured.curve) add(point.units, point.speed);
  if (measured.curve.empty()) add(hidden_of_share_ * hidden_of_share_ / known, measured.speed);
}

std::span<const document::CurvePoint> WorkTime::curve_of(std::size_t processor) const {
  const std::size_t first = processor == 0 ? 0 : ends_[processor - 1];
  return std::span(points_).subspan(first, ends_[processor] - first);
}

double WorkTime::of(std::size_t processor, double hidden, double samples, bool summed) const {
  const auto& measured = speeds_.processors[processor];
  const auto curve = curve_of(processor);
  const double wide = counted(hidden), cells = wide * samples, square = square_of(curve, cells);
  const double seconds = times_as_long(measured, wide, square, summed) * cells / speeds::speed_on(curve, cells);
  if (square == 0 || !measured.sample_s) return seconds;
  return seconds + samples * *measured.sample_s * std::max(0.0, 1 - wide / square);
}

double WorkTime::part_of_share(double hidden) const { return std::min(1.0, counted(hidden) / hidden_of_share_); }

double WorkTime::square_of(std::span<const document::CurvePoint> curve, double cells) const {
  if (hidden_per_sample_ == 0) return 0;
  return counted(std::sqrt(std::clamp(cells, curve.front().units, curve.back().units) * hidden_per_sample_));
}

double WorkTime::times_as_long(const document::MeasuredProcessor& measured, double hidden, double square,
                               bool summed) const {
  if (summed) return 1 + (measured.pipelined_slowdown.value_or(1) - 1) * part_of_share(hidden);
  if (!measured.tall_slowdown || square == 0 || hidden <= square || hidden_ <= hidden_of_share_) return 1;
  return 1 + (*measured.tall_slowdown - 1) *
                 std::min(1.0, std::log(hidden / square) / std::log(hidden_ / hidden_of_share_));
}

document::Speeds known_speeds(const document::Partition& plan) {
  if (!plan.speeds.is_null()) return document::from_json<document::Speeds>(plan.speeds);
  document::Speeds speeds;
  speeds.kernel = plan.kernel.value_or("");
  speeds.kernel_options = plan.kernel_options;
  for (const document::Processor& planned : plan.cluster) {
    document::MeasuredProcessor& processor = speeds.processors.emplace_back();
    processor.host = planned.host;
    processor.cpu = planned.cpu;
    processor.threads = planned.threads;
    processor.speed = planned.speed;
    processor.cpu_share = planned.cpu_share;
    processor.cpu_burst_s = planned.cpu_burst_s;
    processor.sample_s = planned.sample_s;
    processor.pipelined_slowdown = planned.pipelined_slowdown;
    processor.tall_slowdown = planned.tall_slowdown;
  }
  return speeds;
}

namespace {

std::optional<document::Perceptron> measured_network(const std::string& text) {
  try {
    return document::parse_perceptron(text, "network");
  } catch (const std::exception&) {
    return {};
  }
}

bool serves(const std::string& measured, const document::Perceptron& network) {
  const auto found = measured_network(measured);
  return found && found->inputs == network.inputs && found->outputs == network.outputs;
}

}  // namespace

std::optional<std::string> other_kernel(const document::Speeds& speeds, const document::Perceptron& network,
                                        const std::string& input) {
  if (!speeds.kernel.empty() && speeds.kernel != "bp") {
    return "the speeds are of kernel " + shown(speeds.kernel) + ", not bp";
  }
  const auto measured = speeds.kernel_options.find("network");
  const bool known = measured != speeds.kernel_options.end();
  if (known && !(measured->is_string() && serves(measured->get<std::string>(), network))) {
    return "the speeds are of network " + document::excerpt(*measured) + ", not " + text_of(network);
  }
  const auto form = speeds.kernel_options.find("input");
  if (!input.empty() && form != speeds.kernel_options.end() && *form != input) {
    return "the speeds are of input " + document::excerpt(*form) + ", not " + input;
  }
  return std::nullopt;
}

std::optional<std::string> why_no_seconds(const document::Speeds& speeds, const document::Perceptron& network,
                                          const std::string& input) {
  if (!speeds.network) return "the speeds lack `network`; measure-speeds measures it (without --no-network)";
  if (speeds.kernel.empty()) return "the speeds do not say their `kernel`; measure-speeds --kernel bp does";
  if (const auto other = other_kernel(speeds, network, input)) {
    return *other + "; measure-speeds --kernel bp --network " + text_of(network) +
           (input.empty() ? "" : " --input " + input) + " measures them";
  }
  if (!speeds.kernel_options.contains("network")) {
    return "/kernel_options: the speeds do not say their `network`; expected \"" + text_of(network) + "\"";
  }
  if (const auto of = speeds.kernel_options.find("precision"); of != speeds.kernel_options.end() && *of != "single") {
    return "the speeds are of precision " + document::excerpt(*of) + "; seconds are predicted in single precision";
  }
  return std::nullopt;
}

std::int64_t measured_hidden(const document::Speeds& speeds, const document::Perceptron& network) {
  const auto measured = speeds.kernel_options.find("network");
  if (measured == speeds.kernel_options.end() || !measured->is_string()) return network.hidden;
  const auto found = measured_network(measured->get<std::string>());
  return found ? found->hidden : network.hidden;
}

}  // namespace uneven::partition
