// SPDX-License-Identifier: MIT
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "bp/training_data.hpp"
#include "document/partition.hpp"
#include "machine/machine.hpp"
#include "measure/kernels/kernel.hpp"
#include "measure/sampling/speed.hpp"
#include "partition/predict/iteration.hpp"
#include "perceptron/block.hpp"
#include "perceptron/samples.hpp"
#include "statistics/estimate.hpp"

namespace uneven::measure {

namespace {

/// Bounds on the samples of a block; more samples take longer at the same speed.
constexpr std::int64_t least_samples = 16, most_samples = 8192;
/// One SIMD vector of hidden units; fewer units take as long.
constexpr std::int64_t least_hidden = 16;
/// Bounds on the runs of a part; the first run warms up.
constexpr int least_runs = 4, most_runs = 16;
/// Learning rate: small, so that the weights stay in the range where sigmoids have their usual cost.
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

/// Hidden units in whole vectors: with one-hot inputs a vector takes as long as a single unit.
double counted(const document::MeasureOptions& options, std::int64_t hidden) {
  return static_cast<double>(perceptron::whole_vectors(hidden, perceptron::vector_width(options.input)));
}

/// Samples of a chunk.
std::int64_t chunk_of(const document::MeasureOptions& options, const Part& part) {
  return std::min(part.samples, partition::chunk_samples(part.hidden, options.network.outputs, 2, sizeof(float)));
}

/// An iteration in the order of programs: chunks in flight go forward before the first of them goes back.
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

/// An iteration in the kernel's order: one chunk after another, forward and back.
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

/// Fixed CPU time of a sample, sample_s. Computing each sample's outputs takes the same time for any number of hidden
/// units; sample_s follows from t = samples (sample_s + hidden unit_s) for two numbers of hidden units. Parts with few
/// hidden units share columns and sum outputs, so the runs have the order of programs.
std::optional<double> sample_time(const document::MeasureOptions& options, int processors, double longest_s) {
  const Part square = square_part(options, processors, 1);
  const Part narrow{std::max(least_hidden, square.hidden / 8), square.samples};
  const double ratio = counted(options, square.hidden) / counted(options, narrow.hidden);
  if (ratio < 2) return std::nullopt;
  const std::function<void()> loads[] = {load_of(options, square).run, in_order(options, narrow)};
  std::vector<double> times[2];
  const Measurement repetition({.least = least_runs, .most = most_runs, .seconds = longest_s});
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
