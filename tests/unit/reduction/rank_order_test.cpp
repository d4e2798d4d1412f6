// SPDX-License-Identifier: MIT
#include "reduction/rank_order.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <limits>
#include <map>
#include <random>
#include <tuple>

#include "base/error.hpp"

BOOST_AUTO_TEST_SUITE(reduction_rank_order)

using namespace uneven;
using namespace uneven::reduction;

namespace {

/// All ways to join neighbours: each state is a row of results, of which any two neighbours are joined next by either
/// holder. Shares nothing with the dynamic programming but the meaning of the model.
class AllWays {
 public:
  AllWays(std::vector<double> times, double transfer) : times_(std::move(times)), transfer_(transfer) {}

  double least() {
    std::vector<Result> row;
    for (std::size_t rank = 0; rank < times_.size(); ++rank) row.push_back({static_cast<int>(rank), 0});
    return least_of(row);
  }

 private:
  struct Result {
    int holder;
    double ready;
    auto operator<=>(const Result&) const = default;
  };

  double least_of(const std::vector<Result>& row) {
    if (row.size() == 1) return row.front().ready;
    if (const auto found = seen_.find(row); found != seen_.end()) return found->second;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + 1 < row.size(); ++i)
      for (const auto& [keeps, sends] : {std::pair(row[i], row[i + 1]), std::pair(row[i + 1], row[i])}) {
        auto next = row;
        next[i] = {keeps.holder, std::max(keeps.ready, sends.ready + transfer_) + times_[keeps.holder]};
        next.erase(next.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        least = std::min(least, least_of(next));
      }
    return seen_[row] = least;
  }

  std::vector<double> times_;
  double transfer_;
  std::map<std::vector<Result>, double> seen_;
};

Model model_of(std::vector<double> times, double transfer) {
  Model model;
  model.transfer = transfer;
  model.operation_times = std::move(times);
  return model;
}

void require_rank_order(document::ReductionTree tree) {
  tree.cluster.resize(tree.processors.size());
  BOOST_TEST(document::faults(tree).empty());
  for (const auto& node : tree.processors) BOOST_TEST((node.items == document::Range{node.processor, 1}));
}

}  // namespace

BOOST_AUTO_TEST_CASE(no_way_to_join_neighbours_is_faster) {
  std::mt19937 random(20261129);
  BOOST_TEST_MESSAGE("seed 20261129");
  const auto close = boost::test_tools::tolerance(1e-12);
  for (int trial = 0; trial < 60; ++trial) {
    const std::size_t processors = 1 + trial % 8;
    std::vector<double> times;
    for (std::size_t rank = 0; rank < processors; ++rank)
      times.push_back(std::uniform_int_distribution(1, 9)(random) / 4.0);
    const double transfer = std::uniform_int_distribution(0, 12)(random) / 4.0;
    const auto tree = rank_order_tree(model_of(times, transfer), static_cast<std::int64_t>(processors));
    require_rank_order(tree);
    BOOST_TEST(tree.finish == AllWays(times, transfer).least(), close);
  }
}

BOOST_AUTO_TEST_CASE(equal_processors_lose_nothing_by_their_order) {
  for (const std::int64_t processors : {1, 2, 7, 100, 1000})
    for (const double transfer : {0.0, 1.0, 2.5}) {
      Model model;
      model.transfer = transfer;
      const auto tree = rank_order_tree(model, processors);
      require_rank_order(tree);
      BOOST_TEST(tree.finish == one_item_each_tree(model, processors).finish);
      if (processors > most_in_one_range) continue;
      // The dynamic programming finds the same where a rank is hardly faster.
      std::vector<double> times(static_cast<std::size_t>(processors), 1);
      times.back() = 1 - 1e-9;
      BOOST_TEST(rank_order_tree(model_of(times, transfer), processors).finish == tree.finish,
                 boost::test_tools::tolerance(1e-6));
    }
}

BOOST_AUTO_TEST_CASE(many_processors_are_joined_in_groups) {
  std::mt19937 random(5);
  BOOST_TEST_MESSAGE("seed 5");
  for (const std::int64_t processors : {129, 1000, 5000}) {
    std::vector<double> times;
    for (std::int64_t rank = 0; rank < processors; ++rank)
      times.push_back(std::uniform_real_distribution(0.5, 2.0)(random));
    const Model model = model_of(times, 1);
    const auto tree = rank_order_tree(model, processors);
    require_rank_order(tree);
    const double any_order = one_item_each_tree(model, processors).finish;
    BOOST_TEST(tree.finish >= any_order);
    BOOST_TEST(tree.finish < 1.5 * any_order);
  }
}

BOOST_AUTO_TEST_CASE(a_limit_of_operations_is_kept) {
  const Model model = model_of({1, 2, 1, 3, 1, 1, 2, 2, 1}, 0.5);
  double last = std::numeric_limits<double>::infinity();
  for (const std::int64_t most : {1, 2, 3, 8}) {
    const auto tree = rank_order_tree(model, 9, most);
    require_rank_order(tree);
    for (const auto& node : tree.processors) BOOST_TEST(node.operations <= most);
    BOOST_TEST(tree.finish <= last);
    last = tree.finish;
  }
  BOOST_TEST(last == rank_order_tree(model, 9).finish);
}

BOOST_AUTO_TEST_CASE(the_first_ranks_of_more) {
  const auto tree = rank_order_tree(model_of({1, 2, 3, 4, 0.1}, 1), 3);
  BOOST_TEST(tree.processors.size() == 3u);
  BOOST_TEST((tree.left_out == std::vector<std::int64_t>{3, 4}));
}

BOOST_AUTO_TEST_CASE(an_arity_above_two_is_refused) {
  Model model;
  model.arity = 3;
  BOOST_CHECK_THROW(rank_order_tree(model, 4), InputError);
}

BOOST_AUTO_TEST_SUITE_END()
