// SPDX-License-Identifier: MIT
#include <cmath>
#include <vector>

#include "data/training/dataset.hpp"

namespace uneven::data {

InputScale scale_of(const Dataset& set, Range samples) {
  const auto inputs = static_cast<std::size_t>(set.info().inputs);
  InputScale scale{std::vector<double>(inputs), std::vector<double>(inputs)};
  const auto add = [&](std::vector<double>& sums, const auto& term) {
    in_parts(samples, [&](Range part) {
      const std::vector<double> x = set.read<double>(part, InputForm::dense).dense;
      for (std::size_t i = 0; i < x.size(); ++i) sums[i % inputs] += term(x[i], i % inputs);
    });
    for (double& sum : sums) sum /= static_cast<double>(samples.count);
  };
  add(scale.mean, [](double x, std::size_t) { return x; });
  add(scale.deviation, [&](double x, std::size_t i) { return (x - scale.mean[i]) * (x - scale.mean[i]); });
  for (std::size_t i = 0; i < inputs; ++i) {
    const double deviation = std::sqrt(scale.deviation[i]);
    // What rounding makes of equal numbers is no deviation.
    scale.deviation[i] = deviation > 1e-12 * std::abs(scale.mean[i]) ? deviation : 1;
  }
  return scale;
}

template <class Real>
void standardise(Samples<Real>& samples, const InputScale& scale) {
  const std::size_t inputs = scale.mean.size();
  for (std::size_t i = 0; i < samples.dense.size(); ++i)
    samples.dense[i] =
        static_cast<Real>((double(samples.dense[i]) - scale.mean[i % inputs]) / scale.deviation[i % inputs]);
}

template void standardise(Samples<float>&, const InputScale&);
template void standardise(Samples<double>&, const InputScale&);

}  // namespace uneven::data
