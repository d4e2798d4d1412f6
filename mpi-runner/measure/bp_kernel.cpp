#include <algorithm>
#include <cmath>

#include "bp/training_data.hpp"
#include "document/perceptron_text.hpp"
#include "measure/kernel.hpp"
#include "perceptron/train.hpp"

namespace uneven::measure {

namespace {

/// Of a block; more than the most take longer and are as fast.
constexpr std::int64_t least_samples = 16, most_samples = 8192;

struct Training {
  data::Samples<float> samples;
  perceptron::Block<float> block;
  Training(const document::BpOptions& options, const document::Perceptron& network, std::int64_t count,
           std::int64_t hidden)
      : samples(bp::load_samples<float>(options, network, {0, count})), block(bp::view(samples), hidden) {
    block.initialise(options.seed);
  }
};

/// A near-square part of the problem: 1/sqrt(p) of the samples and of the hidden units, as a rectangle of a plan is.
Load load(const document::MeasureOptions& options, int processors, double scale) {
  const double side = std::sqrt(scale / processors);
  const auto hidden = std::max<std::int64_t>(1, std::llround(side * static_cast<double>(options.network.hidden)));
  const auto count =
      std::clamp<std::int64_t>(std::llround(side * static_cast<double>(options.samples)), least_samples, most_samples);
  document::BpOptions made_up;
  made_up.one_hot = options.input == "one-hot";
  const auto training = std::make_shared<Training>(made_up, options.network, count, hidden);
  constexpr float rate = 1e-4F;  // small, so that the weights stay where sigmoids cost what they usually cost
  return {static_cast<double>(hidden * count), [training] { perceptron::iterate(training->block, rate); }};
}

}  // namespace

Kernel bp_kernel() {
  const auto options = [](const document::MeasureOptions& o) {
    return document::Json{{"network", document::text_of(o.network)}, {"input", o.input}, {"samples", o.samples}};
  };
  return {"bp", "hidden unit x sample", options, load};
}

}  // namespace uneven::measure
