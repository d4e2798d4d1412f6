// SPDX-License-Identifier: MIT
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "bp/training_data.hpp"
#include "document/perceptron_text.hpp"
#include "machine/clock.hpp"
#include "measure/kernels/kernel.hpp"
#include "measure/sampling/enough.hpp"
#include "partition/predict/sums.hpp"
#include "perceptron/buffer.hpp"
#include "perceptron/train.hpp"
#include "statistics/estimate.hpp"

namespace uneven::measure {

namespace {

/// Samples of a block: more take longer and are as fast.
constexpr std::int64_t least_samples = 16, most_samples = 8192;
/// One vector of hidden units: fewer take as long.
constexpr std::int64_t least_hidden = 16;
/// Runs of a part, of which the first warms up.
constexpr int least_runs = 4, most_runs = 16;
/// Small, so that the weights stay where sigmoids cost what they usually cost.
constexpr float rate = 1e-4F;

struct Training {
  data::Samples<float> samples;
  perceptron::Block<float> block;
  Training(const document::MeasureOptions& options, std::int64_t count, std::int64_t hidden, std::int64_t chunk = 0,
           int depth = 1)
      : samples(bp::load_samples<float>(made_up(options), options.network, {0, count})),
        block(bp::view(samples), hidden, chunk, depth) {
    block.initialise(document::BpOptions{}.seed);
  }

 private:
  static document::BpOptions made_up(const document::MeasureOptions& options) {
    document::BpOptions made_up;
    made_up.form = options.input;
    return made_up;
  }
};

struct Part {
  std::int64_t hidden, samples;
};

/// A near-square part of the problem: 1/sqrt(p) of the samples and of the hidden units, as a rectangle of a plan is.
Part square_part(const document::MeasureOptions& options, int processors, double scale) {
  const double side = std::sqrt(scale / processors);
  return {
      std::max<std::int64_t>(1, std::llround(side * static_cast<double>(options.network.hidden))),
      std::clamp<std::int64_t>(std::llround(side * static_cast<double>(options.samples)), least_samples, most_samples)};
}

Load load_of(const document::MeasureOptions& options, const Part& part) {
  const auto training = std::make_shared<Training>(options, part.samples, part.hidden);
  return {static_cast<double>(part.hidden * part.samples), [training] { perceptron::iterate(training->block, rate); }};
}

/// One-hot inputs take as long for a vector of hidden units as for one of them.
double counted(const document::MeasureOptions& options, std::int64_t hidden) {
  return static_cast<double>(perceptron::whole_vectors(hidden, perceptron::vector_width(options.input)));
}

/// Samples whose sums travel at a time.
std::int64_t chunk_of(const document::MeasureOptions& options, const Part& part) {
  return std::min(part.samples, partition::chunk_samples(part.hidden, options.network.outputs, 2, sizeof(float)));
}

/// An iteration in which some chunks go forward, and their sums travel, before the one ahead of them goes back.
std::function<void()> in_order(const document::MeasureOptions& options, const Part& part) {
  const auto training = std::make_shared<Training>(options, part.samples, part.hidden, chunk_of(options, part),
                                                   partition::chunks_in_flight);
  return [training] {
    perceptron::Block<float>& block = training->block;
    const auto slot = [&](std::int64_t c) { return static_cast<int>(c % block.depth()); };
    block.start_iteration();
    partition::through_chunks(
        block.chunks(), block.depth(), [&](std::int64_t c) { block.forward(c, slot(c)); },
        [&](std::int64_t c) { backward(block, c, slot(c)); });
    block.update(rate);
  };
}

/// One chunk after another, forward and back.
std::function<void()> by_chunks(const document::MeasureOptions& options, const Part& part, std::int64_t chunk) {
  const auto training = std::make_shared<Training>(options, part.samples, part.hidden, chunk);
  return [training, c = std::int64_t{0}]() mutable {
    perceptron::Block<float>& block = training->block;
    if (c == 0) block.start_iteration();
    block.forward(c);
    backward(block, c);
    c = (c + 1) % block.chunks();
    if (c == 0) block.update(rate);
  };
}

/// A part with few hidden units takes more time for each of them, since each sample's outputs are to be found all the
/// same: t = samples (sample_s + hidden unit_s), for two numbers of hidden units. Where there are few, processors sum
/// outputs: they go in the order of programs.
std::optional<double> sample_time(const document::MeasureOptions& options, int processors, double longest_s) {
  const Part square = square_part(options, processors, 1);
  const Part narrow{std::max(least_hidden, square.hidden / 8), square.samples};
  const double ratio = counted(options, square.hidden) / counted(options, narrow.hidden);
  if (ratio < 2) return std::nullopt;
  const std::function<void()> loads[] = {load_of(options, square).run, in_order(options, narrow)};
  std::vector<double> times[2];
  const Repetition repetition({.least = least_runs, .most = most_runs, .seconds = longest_s});
  for (int run = 0; !repetition.enough(run); ++run)
    for (int which = 0; which < 2; ++which) {
      const double seconds = machine::cpu_seconds(loads[which]);
      if (run > 0) times[which].push_back(seconds);
    }
  const double rest = ratio * statistics::median(times[1]) - statistics::median(times[0]);
  return std::max(0.0, rest / (ratio - 1) / static_cast<double>(square.samples));
}

ProgramOrder order_of(const document::MeasureOptions& options, int processors, double relative_speed) {
  const Part part = square_part(options, processors, 1);
  const double lower = counted(options, part.hidden) / counted(options, options.network.hidden);
  const Part tall{options.network.hidden,
                  std::max<std::int64_t>(1, std::llround(lower * static_cast<double>(part.samples)))};
  const double own_hidden = relative_speed * static_cast<double>(part.hidden);
  // Of an odd number of chunks each comes first of two as often as second.
  const std::int64_t chunk = chunk_of(options, part), chunks = (part.samples / chunk - 1) | 1;
  const Part own{std::max<std::int64_t>(1, std::llround(own_hidden)), chunks * chunk};
  return {by_chunks(options, own, chunk), in_order(options, part), load_of(options, part).run,
          load_of(options, tall).run};
}

}  // namespace

Kernel bp_kernel() {
  const auto options = [](const document::MeasureOptions& o) {
    return document::Json{{"network", document::text_of(o.network)}, {"input", o.input}, {"samples", o.samples}};
  };
  const auto load = [](const document::MeasureOptions& o, int processors, double scale) {
    Load load = load_of(o, square_part(o, processors, scale));
    load.part_units = std::max(
        load.units, scale / processors * static_cast<double>(o.network.hidden) * static_cast<double>(o.samples));
    return load;
  };
  return {"bp", "hidden unit x sample", options, load, sample_time, order_of, {}, true};
}

}  // namespace uneven::measure
