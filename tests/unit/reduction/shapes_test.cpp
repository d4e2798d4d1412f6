// SPDX-License-Identifier: MIT
#include "reduction/shapes.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

#include "../cases.hpp"
#include "base/error.hpp"
#include "reduction/prediction.hpp"
#include "reduction/tree.hpp"
#include "replay.hpp"

BOOST_AUTO_TEST_SUITE(shaped)

using namespace uneven;
using namespace uneven::reduction;

namespace {

double finish(const Model& model, const std::string& shape, std::int64_t items) {
  return shaped_tree(model, named<TreeShape>(shape).value(), {.height = {}, .items = items, .processors = {}}, false)
      .finish;
}

double finish_each(const Model& model, const std::string& shape, std::int64_t processors) {
  return shaped_tree(model, named<TreeShape>(shape).value(), {.height = {}, .items = {}, .processors = processors},
                     true)
      .finish;
}

}  // namespace

BOOST_AUTO_TEST_CASE(printed_figures) {
  BOOST_TEST(finish({}, "binary", 13) == 7);
  BOOST_TEST(finish({}, "list", 13) == 12);
  BOOST_TEST(finish({}, "optimal", 1000) == 15);
  BOOST_TEST(finish({}, "binary", 1000) == 19);
  BOOST_TEST(finish({}, "optimal", 1'000'000) == 29);
  BOOST_TEST(finish({}, "binary", 1'000'000) == 39);
}

BOOST_AUTO_TEST_CASE(binary_takes_a_step_and_a_message_per_level) {
  for (const std::int64_t i : {2, 3, 4}) {
    const Model model{2, 5, i, {}};
    for (std::int64_t items = 2; items <= 300; ++items) {
      std::int64_t levels = 0;
      for (std::int64_t leaves = 1; leaves < items; leaves *= i) ++levels;
      BOOST_TEST(finish(model, "binary", items) == 2 * levels + 5 * (levels - 1));
    }
  }
}

BOOST_AUTO_TEST_CASE(one_item_each) {
  // Binomial over optimal for m/n = 1, 2, 5, 16.
  for (const auto& [transfer, ratio] : {std::pair{1, 1.20}, {2, 1.38}, {5, 1.80}, {16, 2.43}}) {
    const Model model{1, static_cast<double>(transfer), 2, {}};
    BOOST_TEST(finish_each(model, "binomial", 64) == 6 * (1 + transfer));
    BOOST_TEST(std::abs(finish_each(model, "binomial", 64) / finish_each(model, "optimal", 64) - ratio) < 0.0051);
  }
  for (int p = 2; p < 40; ++p) BOOST_TEST(finish_each({2, 3, 2, {}}, "list", p) == 3 + 2 * (p - 1));
}

BOOST_AUTO_TEST_CASE(every_shape_keeps_the_model) {
  for (const auto& [shape, word] : table_of(TreeShape())) {
    for (int p = 1; p <= 12; ++p) {
      for (const int items : {1, 2, 7, 12, 50}) {
        BOOST_TEST_CONTEXT(word << " " << p << " processors, " << items << " items") {
          const Model model{2, 3, 2 + p % 3, {}};
          const auto tree = shaped_tree(model, shape, {.height = {}, .items = items, .processors = p}, false);
          const auto seen = replay(tree);
          BOOST_TEST(seen.broken.empty(), (seen.broken.empty() ? "" : seen.broken.front()));
          BOOST_TEST(seen.finish == tree.finish);
          BOOST_TEST(seen.result == sequential(items));
          BOOST_TEST(tree.processors.size() + tree.left_out.size() == static_cast<std::size_t>(p));
          BOOST_TEST(tree.finish >= finish(model, "optimal", items));
          const auto each = shaped_tree(model, shape, {.height = {}, .items = {}, .processors = p}, true);
          BOOST_TEST(replay(each).broken.empty());
          BOOST_TEST(replay(each).result == sequential(p));
          BOOST_TEST(each.finish >= finish_each(model, "optimal", p));
        }
      }
    }
  }
}

// A vector in four pieces: a shape's finish is that of its first piece, as the tree's own is.
BOOST_AUTO_TEST_CASE(compared_is_of_one_piece_where_there_are_several) {
  document::Speeds speeds;
  for (int rank = 0; rank < 8; ++rank) speeds.processors.emplace_back().rank = rank;
  speeds.network = document::NetworkSpeeds{1e-5, 1e-9, 0, 1e-6};
  speeds.operation_s_per_element = 1e-9;
  const auto tree = pipelined_tree(speeds, 8, 1 << 20, 2);
  BOOST_REQUIRE(tree.segments > 1);
  const auto piece = measured_model(speeds, ((1 << 20) + tree.segments - 1) / tree.segments, 2);
  for (const auto& [shape, finish] :
       finish_of_others(model_of(tree), {.height = {}, .items = {}, .processors = 8}, tree))
    BOOST_TEST(
        finish ==
        shaped_tree(piece, named<TreeShape>(shape).value(), {.height = {}, .items = {}, .processors = 8}, true).finish);
}

BOOST_AUTO_TEST_CASE(unsound_wishes_are_refused) {
  BOOST_CHECK_THROW(shaped_tree({}, TreeShape::binary, {.height = 5, .items = {}, .processors = {}}, false),
                    InputError);
  BOOST_CHECK_THROW(shaped_tree({}, TreeShape::optimal, {.height = {}, .items = 4, .processors = {}}, true),
                    InputError);
}

BOOST_AUTO_TEST_CASE(compared_is_the_finish_of_the_trees) {
  test::for_seeds(200, [&](std::mt19937& random, unsigned seed) {
    std::vector<double> times(random() % 2 ? 1 + random() % 40 : 0);
    for (double& time : times) time = 0.5 + static_cast<double>(random() % 100) / 7;
    const Model model{1.5, static_cast<double>(random() % 30) / 7, 2 + static_cast<int>(random() % 3), times};
    const auto processors = times.empty() ? 1 + random() % 40 : times.size();
    const bool each = random() % 2;
    Goal goal{.height = {}, .items = {}, .processors = static_cast<std::int64_t>(processors)};
    if (!each) goal.items = 1 + random() % 200;
    const auto tree = shaped_tree(model, static_cast<TreeShape>(seed % 4), goal, each);
    const auto others = finish_of_others(model, goal, tree);
    BOOST_TEST(others.size() == 3);
    for (const auto& [shape, finish] : others)
      BOOST_TEST(finish == shaped_tree(model, named<TreeShape>(shape).value(), goal, each).finish,
                 shape << ' ' << finish);
  });
}

BOOST_AUTO_TEST_SUITE_END()
