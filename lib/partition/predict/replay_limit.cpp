#include "partition/predict/replay_limit.hpp"

#include <algorithm>
#include <cmath>

#include "partition/predict/all_reduce.hpp"
#include "partition/predict/sums.hpp"
#include "simulate/replay.hpp"

namespace uneven::partition {

double messages(std::int64_t processors, const document::Perceptron& network, std::int64_t samples) {
  const auto number = static_cast<std::size_t>(processors);
  const std::int64_t chunk = chunk_samples(network.hidden, network.outputs, number, planned_element_bytes);
  const double chunks = std::ceil(static_cast<double>(samples) / static_cast<double>(chunk));
  const auto segments = [](double rows, std::int64_t numbers) {
    return std::ceil(rows * static_cast<double>(numbers * planned_element_bytes) / simulate::segment_bytes);
  };
  const double of_columns = chunks * segments(static_cast<double>(network.outputs), chunk);
  const double of_groups = segments(static_cast<double>(network.inputs + network.outputs), network.hidden);
  return (of_columns + of_groups) * 2 * static_cast<double>(std::max<std::int64_t>(1, processors - 1));
}

bool within_replay_limit(std::int64_t processors, const document::Perceptron& network, std::int64_t samples) {
  return processors <= replay_limit_processors && messages(processors, network, samples) <= replay_limit_messages;
}

}  // namespace uneven::partition
