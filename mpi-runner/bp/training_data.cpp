#include "bp/training_data.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <random>

#include "base/error.hpp"

namespace uneven::bp {

namespace {

constexpr std::int64_t made_up_ones = 7;  // as many as a window of seven letters has

/// Refuses sizes whose products would wrap around before an allocation could fail.
/// @throws std::bad_alloc
void require_addressable(const document::Perceptron& network, document::Range range) {
  constexpr double most = 9007199254740991;
  const auto ends = static_cast<double>(network.inputs) + static_cast<double>(network.outputs);
  if (ends * std::max(static_cast<double>(network.hidden), static_cast<double>(range.count)) > most)
    throw std::bad_alloc();
}

/// Sample s depends on (seed, s) alone. One-hot input has one 1 in each of seven equal stretches of the inputs.
template <class Real>
data::Samples<Real> make_up(const document::BpOptions& options, const document::Perceptron& network,
                            document::Range range) {
  data::Samples<Real> made;
  made.samples = range.count;
  made.inputs = network.inputs;
  made.outputs = network.outputs;
  made.sparse = options.form != "dense";
  const std::int64_t ones = std::min(made_up_ones, network.inputs);
  if (made.sparse && network.inputs > std::numeric_limits<std::int32_t>::max())
    throw InputError(std::to_string(network.inputs) + " one-hot inputs; expected at most " +
                     std::to_string(std::numeric_limits<std::int32_t>::max()));
  // What does not fit into memory should fail before it has filled it.
  made.targets.reserve(static_cast<std::size_t>(range.count * network.outputs));
  if (made.sparse)
    made.active.reserve(static_cast<std::size_t>(range.count * ones));
  else
    made.dense.reserve(static_cast<std::size_t>(range.count * network.inputs));
  if (made.sparse) made.row_start.push_back(0);
  for (std::int64_t s = range.first; s < range.end(); ++s) {
    std::seed_seq seed{static_cast<std::uint64_t>(options.seed), static_cast<std::uint64_t>(s)};
    std::minstd_rand random(seed);
    const auto below = [&](std::int64_t n) {
      return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
    };
    if (made.sparse) {
      for (std::int64_t k = 0; k < ones; ++k) {
        const std::int64_t first = network.inputs * k / ones;
        made.active.push_back(static_cast<std::int32_t>(first + below(network.inputs * (k + 1) / ones - first)));
      }
      made.row_start.push_back(static_cast<std::int64_t>(made.active.size()));
    } else {
      for (std::int64_t i = 0; i < network.inputs; ++i)
        made.dense.push_back(static_cast<Real>(below(2001) - 1000) / 1000);
    }
    for (std::int64_t k = 0; k < network.outputs; ++k) made.targets.push_back(static_cast<Real>(below(2)));
  }
  return made;
}

}  // namespace

double bytes_of_made_up(const document::Perceptron& network, bool dense, std::int64_t element_bytes) {
  const auto number = static_cast<double>(element_bytes);
  const double one_hot =
      static_cast<double>(std::min(made_up_ones, network.inputs)) * sizeof(std::int32_t) + sizeof(std::int64_t);
  return (dense ? static_cast<double>(network.inputs) * number : one_hot) +
         static_cast<double>(network.outputs) * number;
}

template <class Real>
data::Samples<Real> load_samples(const document::BpOptions& options, const document::Perceptron& network,
                                 document::Range samples) {
  require_addressable(network, samples);
  if (!options.data) return make_up<Real>(options, network, samples);
  return data::read_samples<Real>(*options.data, network.inputs, network.outputs, samples);
}

template <class Real>
perceptron::Samples<Real> view(const data::Samples<Real>& owner) {
  perceptron::Samples<Real> samples;
  samples.samples = owner.samples;
  samples.inputs = owner.inputs;
  samples.outputs = owner.outputs;
  samples.targets = owner.targets.data();
  if (owner.sparse) {
    samples.row_start = owner.row_start.data();
    samples.active = owner.active.data();
  } else {
    samples.dense = owner.dense.data();
  }
  return samples;
}

template data::Samples<float> load_samples(const document::BpOptions&, const document::Perceptron&, document::Range);
template data::Samples<double> load_samples(const document::BpOptions&, const document::Perceptron&, document::Range);
template perceptron::Samples<float> view(const data::Samples<float>&);
template perceptron::Samples<double> view(const data::Samples<double>&);

}  // namespace uneven::bp
