// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <vector>

#include "../cases.hpp"
#include "base/error.hpp"
#include "perceptron/block.hpp"
#include "reference.hpp"

namespace uneven::perceptron {
namespace {

using test::Data;
using test::Reference;

template <class Real>
Reference copy_of(const Block<Real>& block) {
  Reference copy(block.samples().inputs, block.hidden(), block.samples().outputs);
  for (std::int64_t j = 0; j < copy.m; ++j) {
    for (std::int64_t i = 0; i < copy.n; ++i) copy.w[j * copy.n + i] = block.weights()[i * block.stride() + j];
    for (std::int64_t k = 0; k < copy.l; ++k) {
      copy.v[k * copy.m + j] = block.weights()[(copy.n + k) * block.stride() + j];
    }
  }
  return copy;
}

double largest(const std::vector<double>& values) {
  double result = 0;
  for (const double value : values) result = std::max(result, std::abs(value));
  return result;
}

/// Largest difference over largest value.
double distance(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> difference(a);
  for (std::size_t i = 0; i < a.size(); ++i) difference[i] -= b[i];
  return largest(difference) / largest(b);
}

std::int64_t up_to(std::mt19937_64& random, std::int64_t most) { return 1 + std::int64_t(random() % most); }

/// The gradient of the block's columns [first, first + count), W rows then V rows.
template <class Real>
std::vector<double> columns(const Block<Real>& block, std::int64_t first, std::int64_t count) {
  std::vector<double> values;
  for (std::int64_t i = 0; i < block.rows(); ++i) {
    for (std::int64_t j = first; j < first + count; ++j) values.push_back(block.gradient()[i * block.stride() + j]);
  }
  return values;
}

template <class Real>
void train_beside_reference(double tolerance) {
  for (std::uint64_t seed = 0; seed < uneven::test::cases(30); ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937_64 random(seed);
      const std::int64_t s = seed % 5 == 0 ? 1 : up_to(random, 70), m = seed % 7 == 0 ? 1 : up_to(random, 150);
      const Data<Real> data(random, s, up_to(random, 40), up_to(random, 40), seed % 2 == 0);
      Block<Real> network(data.view(), m, seed % 3 == 0 ? 0 : up_to(random, s));
      network.initialise(seed);
      Reference reference = copy_of(network);
      const Real rate = Real(0.5 / double(s));
      for (const double error : train(network, 20, rate)) {
        const double expected = reference.gradient(data.x, data.d);
        BOOST_TEST(std::abs(error - expected) <= tolerance * expected);
        reference.update(double(rate));
      }
      const Reference trained = copy_of(network);
      BOOST_TEST(distance(trained.w, reference.w) <= tolerance);
      BOOST_TEST(distance(trained.v, reference.v) <= tolerance);
      for (std::int64_t i = 0; i < network.rows(); ++i) {
        for (std::int64_t j = m; j < network.stride(); ++j) {
          BOOST_REQUIRE(network.weights()[i * network.stride() + j] == 0);
        }
      }
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(train_network)

BOOST_AUTO_TEST_CASE(twenty_iterations_equal_the_reference) {
  train_beside_reference<float>(1e-5);
  train_beside_reference<double>(1e-12);
}

BOOST_AUTO_TEST_CASE(gradient_is_the_slope_of_the_error) {
  for (const bool sparse : {false, true}) {
    std::mt19937_64 random(sparse);
    const Data<double> data(random, 9, 5, 3, sparse);
    Block<double> network(data.view(), 4, 2);
    network.initialise(1);
    Reference reference = copy_of(network);
    iterate(network, 0.0);
    for (std::int64_t row = 0; row < network.rows(); ++row) {
      for (std::int64_t j = 0; j < 4; ++j) {
        double& weight = row < 5 ? reference.w[j * 5 + row] : reference.v[(row - 5) * 4 + j];
        const double step = 1e-5, old = weight;
        weight = old + step;
        const double above = reference.gradient(data.x, data.d);
        weight = old - step;
        const double below = reference.gradient(data.x, data.d);
        weight = old;
        BOOST_TEST(std::abs(network.gradient()[row * network.stride() + j] - (above - below) / (2 * step)) < 1e-8);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(rectangles_add_up_to_the_whole) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937_64 random(seed);
      const std::int64_t s = 20 + up_to(random, 60), m = 20 + up_to(random, 60), chunk = up_to(random, 20);
      const Data<double> data(random, s, up_to(random, 30), up_to(random, 30), seed % 2 == 0);
      Block<double> whole(data.view(), m, chunk);
      whole.initialise(seed);
      const double expected_error = iterate(whole, 0.0);

      const std::int64_t columns_cut = up_to(random, s - 1), rows_cut = up_to(random, m - 1);
      double error = 0;
      std::vector<double> top, bottom;  // gradients of the units above and below the cut
      for (const auto& [first, count] : {std::pair{std::int64_t{0}, columns_cut}, {columns_cut, s - columns_cut}}) {
        const Samples<double> part = data.view().range(first, count);
        const int depth = 2;
        Block<double> upper(part, rows_cut, chunk, depth), lower(part, m - rows_cut, chunk, depth);
        upper.initialise(seed);
        lower.initialise(seed, rows_cut);
        upper.start_iteration();
        lower.start_iteration();
        for (std::int64_t c = 0; c < upper.chunks() + 1; ++c) {
          if (c < upper.chunks()) {
            upper.forward(c, int(c % depth));
            lower.forward(c, int(c % depth));
          }
          if (c == 0) continue;
          const std::int64_t previous = c - 1;
          const int slot = int(previous % depth);
          for (std::int64_t i = 0; i < upper.sample_count(previous) * data.l; ++i) {
            upper.partial(slot)[i] = lower.partial(slot)[i] += upper.partial(slot)[i];
          }
          error += upper.output_error(previous, slot);
          lower.output_error(previous, slot);
          for (Block<double>* block : {&upper, &lower}) {
            block->accumulate_output_gradient(previous, slot);
            block->hidden_error(previous, slot);
            const std::int64_t half = block->hidden() / 2;
            block->accumulate_input_gradient(previous, slot, half);
            block->accumulate_input_gradient(previous, slot, 0, half);
          }
        }
        top.resize(static_cast<std::size_t>(upper.rows() * rows_cut));
        bottom.resize(static_cast<std::size_t>(upper.rows() * (m - rows_cut)));
        const auto upper_part = columns(upper, 0, rows_cut), lower_part = columns(lower, 0, m - rows_cut);
        for (std::size_t i = 0; i < top.size(); ++i) top[i] += upper_part[i];
        for (std::size_t i = 0; i < bottom.size(); ++i) bottom[i] += lower_part[i];
      }
      BOOST_TEST(std::abs(error - expected_error) <= 1e-13 * expected_error);
      BOOST_TEST(distance(top, columns(whole, 0, rows_cut)) <= 1e-13);
      BOOST_TEST(distance(bottom, columns(whole, rows_cut, m - rows_cut)) <= 1e-13);
    }
  }
}

/// The vectors of a part reach beyond the last row, which only sanitizers see.
BOOST_AUTO_TEST_CASE(gradients_by_parts_are_those_of_the_whole) {
  for (const bool sparse : {true, false}) {
    std::mt19937_64 random(8);
    const Data<float> data(random, 50, 30, 7, sparse);
    Block<float> whole(data.view(), 80), parts(data.view(), 80);
    whole.initialise(3);
    parts.initialise(3);
    iterate(whole, 0.0F);
    parts.start_iteration();
    parts.forward(0);
    parts.output_error(0);
    parts.accumulate_output_gradient(0);
    parts.hidden_error(0);
    parts.accumulate_input_gradient(0, 0, 27);
    parts.accumulate_input_gradient(0, 0, 0, 27);
    BOOST_TEST(parts.chunks() == 1);
    BOOST_TEST(distance(columns(parts, 0, 80), columns(whole, 0, 80)) < 1e-6);
  }
}

BOOST_AUTO_TEST_CASE(same_chunks_give_the_same_bits) {
  std::mt19937_64 random(5);
  const Data<float> data(random, 50, 30, 7, true);
  Block<float> first(data.view(), 33, 8), second(data.view(), 33, 8);
  first.initialise(3);
  second.initialise(3);
  BOOST_TEST(train(first, 5, 0.1f) == train(second, 5, 0.1f));
  BOOST_TEST(copy_of(first).w == copy_of(second).w);
}

BOOST_AUTO_TEST_CASE(sparse_and_dense_input_agree) {
  std::mt19937_64 random(6);
  const Data<double> data(random, 40, 30, 7, true);
  Samples<double> dense = data.view();
  dense.dense = data.dense.data();
  Block<double> a(data.view(), 33), b(dense, 33);
  a.initialise(3);
  b.initialise(3);
  const auto x = train(a, 10, 0.05), y = train(b, 10, 0.05);
  BOOST_TEST(distance(x, y) < 1e-13);
}

BOOST_AUTO_TEST_CASE(training_stops_at_the_target) {
  std::mt19937_64 random(7);
  const Data<double> data(random, 20, 10, 2, false);
  Block<double> all(data.view(), 8), some(data.view(), 8);
  all.initialise(1);
  some.initialise(1);
  const auto errors = train(all, 30, 0.1);
  BOOST_REQUIRE(errors.size() == 30u);
  BOOST_TEST(errors.back() < errors.front());
  const auto stopped = train(some, 30, 0.1, errors[12]);
  BOOST_TEST(stopped == std::vector<double>(errors.begin(), errors.begin() + 13), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(impossible_input_is_refused) {
  std::mt19937_64 random(8);
  Data<float> data(random, 20, 10, 2, true);
  BOOST_CHECK_THROW(Block<float>(data.view(), 0), InputError);
  BOOST_CHECK_THROW(Block<float>(data.view().range(0, 0), 5), InputError);
  data.active.at(3) = 10;
  BOOST_CHECK_THROW(Block<float>(data.view(), 5), InputError);
  data.active.at(3) = -1;
  BOOST_CHECK_THROW(Block<float>(data.view(), 5), InputError);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace uneven::perceptron
