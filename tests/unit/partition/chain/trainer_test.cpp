// SPDX-License-Identifier: MIT
#include "partition/chain/trainer.hpp"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <mutex>
#include <random>

#include "../../cases.hpp"
#include "../../schedule/in_memory.hpp"
#include "../by_hand.hpp"
#include "partition/chain/chain.hpp"
#include "random_shape.hpp"

BOOST_AUTO_TEST_SUITE(chain_trainer)

using namespace uneven;
using namespace uneven::partition;

namespace {

constexpr int iterations = 3;
constexpr double rate = 0.5, momentum = 0.6;  // of a mean over the samples

using Table = std::vector<std::vector<double>>;

Table random_table(std::mt19937& rng, std::int64_t rows, std::int64_t columns) {
  std::uniform_real_distribution<double> number(0, 1);
  Table table(rows, std::vector<double>(columns));
  for (auto& row : table)
    for (double& value : row) value = number(rng);
  return table;
}

std::vector<double> rows_of(const Table& table, const document::Range& rows) {
  std::vector<double> numbers;
  for (std::int64_t r = rows.first; r < rows.end(); ++r)
    numbers.insert(numbers.end(), table[r].begin(), table[r].end());
  return numbers;
}

/// A partition of each weight matrix that no planner made.
document::Partition any_plan(std::mt19937& rng, const std::vector<std::int64_t>& units, std::int64_t samples,
                             std::size_t processors) {
  document::Partition plan;
  plan.network = {units.front(), 0, units.back()};
  plan.hidden_layers.assign(units.begin() + 1, units.end() - 1);
  for (const auto hidden : plan.hidden_layers) plan.network.hidden += hidden;
  plan.samples = samples;
  plan.collective = std::array{Collective::linear, Collective::tree, Collective::ring}[rng() % 3];
  plan.cluster.resize(processors);
  std::vector<int> works(processors);
  for (std::size_t j = 0; j + 1 < units.size(); ++j) {
    document::Layer layer;
    layer.inputs = units[j];
    layer.outputs = units[j + 1];
    layer.cut = j > 0 && rng() % 2 ? document::Side::inputs : document::Side::outputs;
    const Shape shape = test::random_shape(rng, processors, layer.units(), samples);
    for (std::size_t c = 0; c < shape.columns.size(); ++c)
      layer.columns.push_back({1, shape.columns[c], shape.whole.samples[c]});
    for (std::size_t p = 0; p < processors; ++p) {
      if (shape.column[p] < 0) {
        layer.left_out.push_back(static_cast<std::int64_t>(p));
        continue;
      }
      const auto c = static_cast<std::size_t>(shape.column[p]), r = static_cast<std::size_t>(shape.row[p]);
      document::LayerRectangle rectangle;
      rectangle.processor = static_cast<std::int64_t>(p);
      rectangle.column = static_cast<std::int64_t>(c);
      rectangle.samples = shape.whole.samples[c];
      rectangle.hidden = {shape.whole.cuts[c][r], shape.whole.cuts[c][r + 1] - shape.whole.cuts[c][r]};
      layer.rectangles.push_back(rectangle);
      works[p] = 1;
    }
    plan.layers.push_back(std::move(layer));
  }
  for (std::size_t p = 0; p < processors; ++p)
    if (!works[p]) plan.left_out.push_back(static_cast<std::int64_t>(p));
  return plan;
}

/// Weights of each layer, by input and output, and the error of each iteration.
struct Trained {
  std::vector<Table> weights;
  std::vector<double> error = std::vector<double>(iterations);
};

/// On ranks that are threads. Checks that processors that have the same weight have the same bits.
Trained parallel(const document::Partition& plan, const document::NetworkOptions& network, const Table& inputs,
                 const Table& targets, bool only_begin = false) {
  Trained trained;
  for (const auto& layer : plan.layers)
    trained.weights.emplace_back(layer.inputs + network.bias, std::vector<double>(layer.outputs, NAN));
  std::mutex mutex;
  Mailbox mailbox;
  bool alike = true;
  on_ranks(static_cast<int>(plan.cluster.size()), mailbox, [&](int rank, schedule::Transport& transport) {
    const ChainPart part = chain_part(plan, rank, sizeof(double), network);
    ChainTrainer<double> trainer(transport, part,
                                 {network.hidden, network.output, document::loss_of(network), network.bias, false});
    const auto x = rows_of(inputs, trainer.input_samples()), d = rows_of(targets, trainer.target_samples());
    trainer.set_data(x.data(), d.data(), plan.network.outputs);
    trainer.initialise(7);
    for (int i = 0; i < iterations && !only_begin; ++i)
      trainer.iterate(rate / static_cast<double>(plan.samples), momentum, [&](double error) {
        const std::lock_guard lock(mutex);
        trained.error[i] += error;
      });
    const std::lock_guard lock(mutex);
    for (std::size_t j = 0; j < plan.layers.size(); ++j) {
      const auto &rows = part.layers[j].inputs, &columns = part.layers[j].outputs;
      for (std::int64_t i = 0; i < part.layers[j].rows(); ++i)
        for (std::int64_t o = 0; o < columns.count; ++o) {
          double& weight = trained.weights[j][rows.first + i][columns.first + o];
          const double found = *trainer.weights(j).at(i, o);
          alike = alike && (std::isnan(weight) || weight == found);
          weight = found;
        }
    }
  });
  BOOST_TEST(alike);
  if (only_begin) return trained;
  schedule::Traffic traffic;  // of one iteration
  for (std::size_t rank = 0; rank < plan.cluster.size(); ++rank) {
    ChainPart part = chain_part(plan, static_cast<std::int64_t>(rank), sizeof(double), network);
    part.schedule.operations.pop_back();  // the agreement, which is the caller's
    add_traffic(part.schedule, static_cast<int>(rank), traffic);
  }
  BOOST_TEST(mailbox.sent.size() == traffic.size());
  for (const auto& [pair, sent] : traffic) {
    BOOST_TEST(mailbox.sent[pair].first == static_cast<std::size_t>(sent.messages * iterations));
    BOOST_TEST(mailbox.sent[pair].second == static_cast<std::size_t>(sent.bytes * iterations));
  }
  return trained;
}

using document::HiddenUnits;
using document::Loss;
using document::OutputUnits;

double value_of(HiddenUnits units, double u) {
  if (units == HiddenUnits::sigmoid) return 1 / (1 + std::exp(-u));
  return units == HiddenUnits::tanh ? std::tanh(u) : std::max(u, 0.0);
}

double slope_of(HiddenUnits units, double f) {
  if (units == HiddenUnits::sigmoid) return f * (1 - f);
  return units == HiddenUnits::tanh ? 1 - f * f : (f > 0 ? 1.0 : 0.0);
}

/// The loss of a sample. @param sums  become the slopes of the loss in them.
double loss_of(const document::NetworkOptions& network, std::vector<double>& sums, const std::vector<double>& targets) {
  double all = 0, loss = 0;
  for (const double u : sums) all += std::exp(u);
  for (std::size_t o = 0; o < sums.size(); ++o) {
    const double u = sums[o], d = targets[o];
    const bool sigmoid = network.output == OutputUnits::sigmoid;
    const double h = network.output == OutputUnits::linear ? u : sigmoid ? 1 / (1 + std::exp(-u)) : std::exp(u) / all;
    const bool squared = document::loss_of(network) == Loss::squared;
    loss += squared ? (h - d) * (h - d) / 2 : -d * std::log(h) - (sigmoid ? (1 - d) * std::log(1 - h) : 0);
    sums[o] = (h - d) * (squared && sigmoid ? h * (1 - h) : 1);
  }
  return loss;
}

/// Ozawa 2004, eq. (1) to (8), for any number of layers and other units, one sample after the other.
Trained serial(std::vector<Table> weights, const document::NetworkOptions& network, const Table& inputs,
               const Table& targets) {
  Trained trained{std::move(weights)};
  std::vector<Table> velocity;
  for (const Table& w : trained.weights) velocity.emplace_back(w.size(), std::vector<double>(w.front().size()));
  for (double& error : trained.error) {
    for (Table& matrix : velocity)
      for (auto& row : matrix)
        for (double& v : row) v *= momentum;
    for (std::size_t s = 0; s < inputs.size(); ++s) {
      Table values{inputs[s]};
      for (const Table& w : trained.weights) {
        if (network.bias) values.back().push_back(1);
        std::vector<double> next(w.front().size());
        for (std::size_t o = 0; o < next.size(); ++o) {
          for (std::size_t i = 0; i < w.size(); ++i) next[o] += w[i][o] * values.back()[i];
          if (values.size() < trained.weights.size()) next[o] = value_of(network.hidden, next[o]);
        }
        values.push_back(next);
      }
      std::vector<double> slopes = values.back();
      error += loss_of(network, slopes, targets[s]);
      for (std::size_t j = velocity.size(); j-- > 0;) {
        std::vector<double> before(values[j].size() - network.bias);
        for (std::size_t o = 0; o < slopes.size(); ++o)
          for (std::size_t i = 0; i < values[j].size(); ++i) {
            velocity[j][i][o] += slopes[o] * values[j][i];
            if (i < before.size()) before[i] += slopes[o] * trained.weights[j][i][o];
          }
        for (std::size_t i = 0; j > 0 && i < before.size(); ++i) before[i] *= slope_of(network.hidden, values[j][i]);
        slopes = before;
      }
    }
    for (std::size_t j = 0; j < velocity.size(); ++j)
      for (std::size_t i = 0; i < velocity[j].size(); ++i)
        for (std::size_t o = 0; o < velocity[j][i].size(); ++o)
          trained.weights[j][i][o] -= rate / static_cast<double>(inputs.size()) * velocity[j][i][o];
  }
  return trained;
}

document::NetworkOptions any_network(std::mt19937& rng) {
  document::NetworkOptions network;
  network.hidden = std::array{HiddenUnits::sigmoid, HiddenUnits::tanh, HiddenUnits::relu}[rng() % 3];
  network.output = std::array{OutputUnits::sigmoid, OutputUnits::softmax, OutputUnits::linear}[rng() % 3];
  if (network.output == OutputUnits::sigmoid) network.loss = rng() % 2 ? Loss::squared : Loss::cross_entropy;
  network.bias = rng() % 2;
  return network;
}

void compare(const document::Partition& plan, std::mt19937& rng) {
  const document::NetworkOptions network = any_network(rng);
  Table inputs = random_table(rng, plan.samples, plan.network.inputs);
  Table targets = random_table(rng, plan.samples, plan.network.outputs);
  if (network.output == OutputUnits::softmax)
    for (auto& row : targets) {
      std::ranges::fill(row, 0);
      row[rng() % row.size()] = 1;
    }
  const Table seen = inputs;
  if (network.bias)
    for (auto& row : inputs) row.push_back(1);
  const Trained alone = serial(parallel(plan, network, inputs, targets, true).weights, network, seen, targets);
  const Trained together = parallel(plan, network, inputs, targets);
  for (int i = 0; i < iterations; ++i)
    BOOST_TEST(together.error[i] == alone.error[i], boost::test_tools::tolerance(1e-12));
  double apart = 0;
  for (std::size_t j = 0; j < alone.weights.size(); ++j)
    for (std::size_t i = 0; i < alone.weights[j].size(); ++i)
      for (std::size_t o = 0; o < alone.weights[j][i].size(); ++o)
        apart = std::max(apart, std::abs(alone.weights[j][i][o] - together.weights[j][i][o]));
  BOOST_TEST(apart < 1e-12);
  const Trained again = parallel(plan, network, inputs, targets);
  BOOST_TEST((again.weights == together.weights));
}

}  // namespace

BOOST_AUTO_TEST_CASE(any_partitions_train_what_one_processor_trains) {
  test::for_seeds(test::cases(60), [](std::mt19937& rng) {
    std::vector<std::int64_t> units(3 + rng() % 4);
    for (auto& count : units) count = 1 + rng() % 9;
    const auto plan = any_plan(rng, units, 1 + rng() % 20, 1 + rng() % 6);
    if (units.size() > 3) {  // else a document has no layers
      const auto found = faults(plan);
      BOOST_TEST(found.empty(), (found.empty() ? "" : found.front()));
    }
    compare(plan, rng);
  });
}

BOOST_AUTO_TEST_CASE(plans_train_what_one_processor_trains) {
  test::for_seeds(test::cases(15), [](std::mt19937& rng) {
    std::vector<std::int64_t> units(4 + rng() % 2);
    for (auto& count : units) count = 1 + rng() % 40;
    Options options;
    options.samples = 1 + static_cast<std::int64_t>(rng() % 100);
    options.method = std::array{Method::columns, Method::grid, Method::equal}[rng() % 3];
    options.collective = std::array{Collective::linear, Collective::tree, Collective::ring}[rng() % 3];
    std::vector<double> speeds(1 + rng() % 6);
    for (double& speed : speeds) speed = static_cast<double>(1 + rng() % 5);
    compare(plan_chain(by_hand(speeds), units, options), rng);
  });
}

// The first weights depend on no partition.
BOOST_AUTO_TEST_CASE(first_weights_are_those_of_the_seed) {
  test::for_seeds(10, [](std::mt19937& rng) {
    const std::vector<std::int64_t> units{3, 5, 4, 2};
    const Table inputs = random_table(rng, 6, 3), targets = random_table(rng, 6, 2);
    const auto one = parallel(any_plan(rng, units, 6, 1), {}, inputs, targets, true);
    const auto many = parallel(any_plan(rng, units, 6, 5), {}, inputs, targets, true);
    BOOST_TEST((one.weights == many.weights));
    BOOST_TEST(one.weights[0][0][0] != one.weights[1][0][0]);
  });
}

BOOST_AUTO_TEST_SUITE_END()
