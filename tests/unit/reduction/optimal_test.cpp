// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "../cases.hpp"
#include "base/error.hpp"
#include "reduction/shapes.hpp"
#include "replay.hpp"

BOOST_AUTO_TEST_SUITE(optimal)

using namespace uneven::reduction;
using uneven::document::ReductionTree;

namespace {

Model model(double compute, double transfer, std::int64_t arity) { return {compute, transfer, arity, {}}; }

ReductionTree tree_for(const Model& times, std::int64_t items, std::optional<std::int64_t> processors = {}) {
  return optimal_tree(times, {.height = {}, .items = items, .processors = processors});
}

/// Most items that at most p processors can join in h whole units, by trying every way to divide processors among
/// the operands of the last operation. Waiting is allowed, so that nothing is said about when work is done.
class EveryTree {
 public:
  EveryTree(int n, int m, int i, int most_processors) : n_(n), m_(m), i_(i), p_(most_processors) {}

  int most_items(int h, int p) {
    while (static_cast<int>(best_.size()) <= h) next_height();
    return best_[h][p];
  }

 private:
  /// Most items in `operands` operands made by h on p processors in all; without a processor an operand is one item.
  std::vector<int> operands(int count, int h) {
    std::vector<int> one(p_ + 1, 1);
    for (int p = 1; p <= p_; ++p) one[p] = h < 0 ? 1 : best_[h][p];
    std::vector<int> all = one;
    for (int c = 1; c < count; ++c) {
      std::vector<int> more(p_ + 1, 0);
      for (int p = 0; p <= p_; ++p)
        for (int q = 0; q <= p; ++q) more[p] = std::max(more[p], all[p - q] + one[q]);
      all = more;
    }
    return all;
  }

  void next_height() {
    const int h = static_cast<int>(best_.size());
    std::vector<int> most(p_ + 1, 1);
    if (h >= n_) {
      const auto others = operands(i_ - 1, h - n_ - m_);
      for (int p = 1; p <= p_; ++p)
        for (int q = 0; q < p; ++q) most[p] = std::max(most[p], best_[h - n_][p - q] + others[q]);
    }
    if (h > 0)
      for (int p = 1; p <= p_; ++p) most[p] = std::max(most[p], best_[h - 1][p]);
    best_.push_back(most);
  }

  int n_, m_, i_, p_;
  std::vector<std::vector<int>> best_;  // by height, then processors
};

}  // namespace

BOOST_AUTO_TEST_CASE(tree_of_height_5) {
  //  T_5 of Nonomura, Fig. 4:      0
  //                              / | \    1 is joined last
  //                             3  2  1
  //                                   |
  //                                   4
  const auto tree = optimal_tree({}, {.height = 5, .items = {}, .processors = {}});
  BOOST_TEST(tree.items == 13);
  BOOST_TEST(tree.finish == 5);
  BOOST_TEST(tree.processors.size() == 5U);
  BOOST_TEST(tree.processors[0].children == (std::vector<std::int64_t>{3, 2, 1}), boost::test_tools::per_element());
  BOOST_TEST(tree.processors[1].children == (std::vector<std::int64_t>{4}), boost::test_tools::per_element());
  BOOST_TEST(tree.processors[0].operations == 5);
  BOOST_TEST(tree.processors[0].items.count == 3);
  BOOST_TEST(tree.processors[4].parent.value() == 1);
  BOOST_TEST(tree.processors[4].finish == 1);
  check_sound(tree);
}

BOOST_AUTO_TEST_CASE(no_tree_is_earlier) {
  constexpr int p = 20;
  unsigned index = 0;
  for (const int n : {1, 2, 3}) {
    for (const int m : {0, 1, 2, 5}) {
      for (const int i : {2, 3, 4}) {
        if (!uneven::test::chosen(index++)) continue;
        BOOST_TEST_CONTEXT("compute " << n << " transfer " << m << " arity " << i) {
          EveryTree trees(n, m, i, p);
          for (int processors = 1; processors <= p; ++processors) {
            int h = 0;
            for (int items = 1; items <= 200; ++items) {
              while (trees.most_items(h, processors) < items) ++h;
              const auto tree = tree_for(model(n, m, i), items, processors);
              if (tree.finish != h || tree.items != items)
                BOOST_ERROR(items << " items, " << processors << " processors: " << tree.finish << ", not " << h);
              if (items % 17 == 0) check_sound(tree);
            }
          }
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(any_number_of_processors) {
  for (const int n : {1, 2, 3}) {
    for (const int m : {0, 1, 2, 5}) {
      for (const int i : {2, 3, 4}) {
        BOOST_TEST_CONTEXT("compute " << n << " transfer " << m << " arity " << i) {
          EveryTree trees(n, m, i, 70);
          int h = 0;
          for (int items = 1; items <= 70; ++items) {
            while (trees.most_items(h, items) < items) ++h;
            const auto tree = tree_for(model(n, m, i), items);
            BOOST_TEST(tree.finish == h);
            const auto used = static_cast<int>(tree.processors.size());
            if (used > 1) BOOST_TEST(trees.most_items(h, used - 1) < items);  // as few as possible
            check_sound(tree);
          }
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(real_times) {
  uneven::test::for_seeds(300, [&](std::mt19937& rng) {
    const auto real = [&](double most) { return most * static_cast<double>(rng()) / 4294967296.0; };
    const auto times = model(0.01 + real(2), real(5), 2 + rng() % 3);
    const std::int64_t items = 1 + rng() % 500;
    const auto free = tree_for(times, items);
    check_sound(free);
    const auto few = tree_for(times, items, 1 + rng() % 9);
    check_sound(few);
    BOOST_TEST(few.finish >= free.finish);
    // From the finish one gets the same number of items back, and by a little less not.
    const auto again = optimal_tree(times, {.height = free.finish, .items = {}, .processors = {}});
    BOOST_TEST(again.items >= items);
    const auto less = optimal_tree(times, {.height = free.finish * (1 - 1e-6), .items = {}, .processors = {}});
    if (items > 1) BOOST_TEST(less.items < items);
  });
}

BOOST_AUTO_TEST_CASE(units_do_not_matter) {
  for (const double unit : {0.1, 1e-7, 3e4}) {
    for (int items = 1; items <= 200; ++items) {
      const auto whole = tree_for(model(1, 2, 2), items, 7);
      const auto scaled = tree_for(model(unit, 2 * unit, 2), items, 7);
      BOOST_TEST(std::abs(scaled.finish - whole.finish * unit) <= 1e-12 * scaled.finish);
      BOOST_TEST(scaled.processors.size() == whole.processors.size());
    }
  }
}

BOOST_AUTO_TEST_CASE(processors_alone) {
  for (int p = 1; p <= 60; ++p) {
    const auto tree = optimal_tree(model(2, 3, 3), {.height = {}, .items = {}, .processors = p});
    BOOST_TEST(tree.processors.size() == static_cast<std::size_t>(p));
    for (const auto& node : tree.processors) BOOST_TEST(node.operations >= 1);
    check_sound(tree);
  }
}

BOOST_AUTO_TEST_CASE(one_item_each) {
  for (const int n : {1, 2}) {
    for (const int m : {0, 1, 3}) {
      for (const int i : {2, 3, 4}) {
        std::vector<std::int64_t> most;  // Q(h)
        for (int h = 0; h < 60; ++h)
          most.push_back(h < n + m ? 1 : std::min<std::int64_t>(1000, most[h - n] + (i - 1) * most[h - n - m]));
        for (std::int64_t p = 1; p <= 120; ++p) {
          const auto tree = one_item_each_tree(model(n, m, i), p);
          BOOST_TEST(tree.finish == std::ranges::lower_bound(most, p) - most.begin());
          BOOST_TEST(tree.items == p);
          BOOST_TEST(tree.one_item_each);
          for (const auto& node : tree.processors) BOOST_TEST(node.items.count == 1);
          if (p < 40) check_sound(tree);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(many_processors) {
  const auto tree = one_item_each_tree({}, 100'000);
  BOOST_TEST(tree.finish == 25);  // Q(24) = 75,025 and Q(25) = 121,393 are Fibonacci numbers
  BOOST_TEST(tree.processors.size() == 100'000U);
}

BOOST_AUTO_TEST_CASE(many_items_on_few_processors) {
  const auto tree = tree_for({}, 1'000'000'000, 4);
  BOOST_TEST(tree.items == 1'000'000'000);
  // Lags 0, 2, 3, 4: 4 h - 9 operations by the time h.
  BOOST_TEST(tree.finish == 250'000'002);
  BOOST_TEST(std::accumulate(tree.processors.begin(), tree.processors.end(), std::int64_t{0},
                             [](auto sum, const auto& node) { return sum + node.operations; }) == 999'999'999);
}

BOOST_AUTO_TEST_CASE(more_processors_than_work) {
  const auto tree = tree_for({}, 4, 6);
  BOOST_TEST(tree.processors.size() + tree.left_out.size() == 6U);
  BOOST_TEST(tree.finish == 3);
  const auto one = tree_for({}, 1, 3);
  BOOST_TEST(one.finish == 0);
  BOOST_TEST(one.left_out == (std::vector<std::int64_t>{1, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(unsound_goals_are_refused) {
  using uneven::InputError;
  BOOST_CHECK_THROW(optimal_tree({}, {}), InputError);
  BOOST_CHECK_THROW(optimal_tree({}, {.height = 3, .items = 3, .processors = {}}), InputError);
  BOOST_CHECK_THROW(optimal_tree({}, {.height = -1, .items = {}, .processors = {}}), InputError);
  BOOST_CHECK_THROW(optimal_tree({}, {.height = 100, .items = {}, .processors = {}}), InputError);  // too many
  BOOST_CHECK_THROW(tree_for({}, 0), InputError);
  BOOST_CHECK_THROW(tree_for({}, 5, 0), InputError);
  BOOST_CHECK_THROW(one_item_each_tree({}, 0), InputError);
}

BOOST_AUTO_TEST_SUITE_END()
