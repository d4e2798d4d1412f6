// SPDX-License-Identifier: MIT
#include "partition/trainer.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

#include "../schedule/in_memory.hpp"
#include "partition/plan.hpp"
#include "perceptron/block.hpp"

BOOST_AUTO_TEST_SUITE(trainer)

using namespace uneven;
using namespace uneven::partition;

namespace {

constexpr document::Perceptron network{7, 20, 3};
constexpr std::int64_t samples = 300;  // several chunks
constexpr double rate = 2.0 / samples;
constexpr int iterations = 3;

struct Data {
  std::vector<double> inputs, targets;
  perceptron::Samples<double> view() const {
    return {inputs.data(), nullptr, nullptr, targets.data(), samples, network.inputs, network.outputs};
  }
};

Data made_up(unsigned seed) {
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> number(0, 1);
  Data data{std::vector<double>(samples * network.inputs), std::vector<double>(samples * network.outputs)};
  for (auto* values : {&data.inputs, &data.targets})
    for (double& value : *values) value = number(rng);
  return data;
}

document::Partition planned(const std::vector<double>& speed, Collective collective, std::int64_t columns) {
  document::Speeds speeds;
  for (const double s : speed) speeds.processors.emplace_back().speed = s;
  Options options;
  options.network = network;
  options.samples = samples;
  options.collective = collective;
  options.columns = columns;
  return partition::plan(speeds, options);
}

/// Weights of the whole network, shape [inputs + outputs, hidden], and the error of each iteration.
struct Trained {
  std::vector<double> weights = std::vector<double>((network.inputs + network.outputs) * network.hidden);
  std::vector<double> error = std::vector<double>(iterations);
};

void keep(const perceptron::Block<double>& block, std::int64_t first, Trained& trained) {
  for (std::int64_t row = 0; row < block.rows(); ++row)
    for (std::int64_t j = 0; j < block.hidden(); ++j)
      trained.weights[row * network.hidden + first + j] = block.weights()[row * block.stride() + j];
}

Trained serial(const Data& data) {
  Trained trained;
  perceptron::Block<double> block(data.view(), network.hidden);
  block.initialise(1);
  trained.error = perceptron::train(block, iterations, rate);
  keep(block, 0, trained);
  return trained;
}

/// By column, each of which has all weights.
std::vector<Trained> parallel(const document::Partition& plan, const Data& data) {
  std::vector<Trained> trained(plan.columns.size());
  std::mutex mutex;
  Mailbox mailbox;
  on_ranks(static_cast<int>(plan.cluster.size()), mailbox, [&](int rank, schedule::Transport& transport) {
    const Part part = partition::schedule(plan, rank, sizeof(double));
    if (part.schedule.operations.empty()) return;
    const auto mine = data.view().range(part.samples.first, part.samples.count);
    Trainer<double> trainer(transport, part, mine, [] {});
    trainer.block().initialise(1, part.hidden.first);
    for (int i = 0; i < iterations; ++i)
      trainer.iterate(rate, 0, [&](double error) {
        const std::lock_guard lock(mutex);
        trained.front().error[static_cast<std::size_t>(i)] += error;
      });
    const auto column = plan.rectangles[static_cast<std::size_t>(rank)].column;
    keep(trainer.block(), part.hidden.first, trained[static_cast<std::size_t>(column)]);
  });
  return trained;
}

}  // namespace

/// Whatever the plan: the sums differ by rounding from those of one processor, and not at all between the columns.
BOOST_AUTO_TEST_CASE(ranks_train_what_one_processor_trains) {
  const Data data = made_up(1);
  const Trained alone = serial(data);
  for (const auto collective : {Collective::linear, Collective::tree, Collective::ring})
    for (const std::vector<double>& speed :
         std::vector<std::vector<double>>{{1}, {1, 2}, {3, 2, 1, 1, 1}, {1, 2, 3, 4, 5, 6}})
      for (std::int64_t columns = 1; columns <= std::ssize(speed); columns += 2) {
        BOOST_TEST_CONTEXT(name_of(collective) << ", " << speed.size() << " processors, " << columns << " columns") {
          const auto plan = planned(speed, collective, columns);
          const auto trained = parallel(plan, data);
          for (std::size_t i = 0; i < iterations; ++i)
            BOOST_TEST(trained.front().error[i] == alone.error[i], boost::test_tools::tolerance(1e-12));
          double apart = 0;
          for (std::size_t w = 0; w < alone.weights.size(); ++w)
            apart = std::max(apart, std::abs(trained.front().weights[w] - alone.weights[w]));
          BOOST_TEST(apart < 1e-14);
          for (const Trained& column : trained) BOOST_TEST((column.weights == trained.front().weights));
          if (speed.size() == 1) BOOST_TEST((trained.front().weights == alone.weights));
          const auto again = parallel(plan, data);
          BOOST_TEST((again.front().weights == trained.front().weights));
        }
      }
}

BOOST_AUTO_TEST_SUITE_END()
