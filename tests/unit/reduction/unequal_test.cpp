// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "../cases.hpp"
#include "base/error.hpp"
#include "reduction/shapes.hpp"
#include "replay.hpp"

BOOST_AUTO_TEST_SUITE(unequal)

using namespace uneven::reduction;

namespace {

/// The earliest finish over all trees on some or all of the processors, in every order, arity 2, whole times.
class EveryTree {
 public:
  EveryTree(std::vector<double> times, double transfer, bool one_item_each, std::int64_t operations)
      : times_(std::move(times)), transfer_(transfer), each_(one_item_each), operations_(operations) {}

  double earliest_finish() {
    for (std::size_t root = 0; root < times_.size(); ++root) add(root, 0);
    return earliest_;
  }

 private:
  struct Placed {
    std::size_t processor;
    double lag;
    int children;
  };

  void add(std::size_t processor, double lag) {
    if (lag >= earliest_) return;
    placed_.push_back({processor, lag, 0});
    if (!each_ || placed_.size() == times_.size()) earliest_ = std::min(earliest_, finish());
    for (std::size_t next = 0; next < times_.size(); ++next) {
      if (std::ranges::any_of(placed_, [&](const auto& p) { return p.processor == next; })) continue;
      for (std::size_t parent = 0; parent < placed_.size(); ++parent) {
        const int operation = ++placed_[parent].children;
        add(next, placed_[parent].lag + operation * times_[placed_[parent].processor] + transfer_);
        --placed_[parent].children;
      }
    }
    placed_.pop_back();
  }

  double finish() const {
    if (each_) return std::ranges::max_element(placed_, {}, &Placed::lag)->lag;
    for (double h = 0;; ++h) {
      std::int64_t ended = 0;
      for (const auto& p : placed_) ended += std::max(0, static_cast<int>((h - p.lag) / times_[p.processor]));
      if (ended >= operations_) return h;
    }
  }

  std::vector<double> times_;
  double transfer_;
  bool each_;
  std::int64_t operations_;
  std::vector<Placed> placed_;
  double earliest_ = 1e300;
};

}  // namespace

BOOST_AUTO_TEST_CASE(compared_with_every_tree) {
  int earliest = 0;
  constexpr unsigned trials = 400;
  uneven::test::for_seeds(trials, [&](std::mt19937& rng, unsigned seed) {
    const auto times = uneven::test::drawn(rng, 1 + rng() % 5, 1, 6);
    const Model model{1, static_cast<double>(rng() % 4), 2, times};
    const std::int64_t items = 2 + rng() % 20;
    const bool each = seed % 2 == 0;
    const auto tree = each ? one_item_each_tree(model, static_cast<std::int64_t>(times.size()))
                           : optimal_tree(model, {.height = {}, .items = items, .processors = {}});
    const double best = EveryTree(times, model.transfer, each, items - 1).earliest_finish();
    BOOST_TEST(tree.finish >= best);
    BOOST_TEST(tree.finish <= 1.15 * best);
    earliest += tree.finish == best;
    check_sound(tree);
  });
  BOOST_TEST(earliest >= 0.98 * trials);
}

BOOST_AUTO_TEST_CASE(equal_times_give_the_optimal_tree) {
  for (int items = 1; items < 60; ++items) {
    const auto even = optimal_tree({2, 3, 3, {}}, {.height = {}, .items = items, .processors = 5});
    const auto same =
        optimal_tree({2, 3, 3, std::vector<double>(5, 2.0)}, {.height = {}, .items = items, .processors = {}});
    BOOST_TEST(even.finish == same.finish);
    BOOST_TEST(even.processors.size() == same.processors.size());
  }
}

BOOST_AUTO_TEST_CASE(many_processors_and_any_goal) {
  uneven::test::for_seeds(uneven::test::cases(60), [&](std::mt19937& rng) {
    std::vector<double> times(1 + rng() % 90);
    for (double& time : times) time = 0.5 + static_cast<double>(rng() % 1000) / 100;
    const Model model{1, static_cast<double>(rng() % 300) / 100, 2 + static_cast<int>(rng() % 3), times};
    const auto all = optimal_tree(model, {});
    BOOST_TEST(all.left_out.empty());
    check_sound(all);
    check_sound(one_item_each_tree(model, static_cast<std::int64_t>(times.size())));
    const auto within = optimal_tree(model, {.height = 20, .items = {}, .processors = {}});
    BOOST_TEST(within.finish <= 20 * (1 + 1e-9));
    check_sound(within);
    // Both ways are greedy, so the finish is nearly the height, not exactly.
    const auto back = optimal_tree(model, {.height = {}, .items = within.items, .processors = {}});
    BOOST_TEST(back.finish <= 1.05 * within.finish);
    check_sound(back);
  });
}

BOOST_AUTO_TEST_CASE(the_slow_are_leaves_or_left_out) {
  //  operation times 9 1 9 1, one item each: the fast join, the slow only send
  const auto tree = one_item_each_tree({1, 1, 2, {9, 1, 9, 1}}, 4);
  BOOST_TEST(tree.finish == 4);
  BOOST_TEST(!tree.processors[1].parent.has_value());
  BOOST_TEST(tree.processors[0].children.empty());
  BOOST_TEST(tree.processors[2].children.empty());
  const auto few = optimal_tree({1, 1, 2, {9, 1, 9, 1}}, {.height = {}, .items = 6, .processors = {}});
  BOOST_TEST(few.left_out == (std::vector<std::int64_t>{0, 2}), boost::test_tools::per_element());
}

// Items that fill no last operation are missing where nothing is waited for: at a processor without children.
BOOST_AUTO_TEST_CASE(parents_join_as_many_as_they_can) {
  int not_full = 0;
  uneven::test::for_seeds(100, [&](std::mt19937& rng) {
    const auto times = uneven::test::drawn(rng, 2 + rng() % 8, 1, 4);
    const Model model{1, static_cast<double>(rng() % 3), 3 + static_cast<int>(rng() % 3), times};
    const std::int64_t items = 40 + rng() % 40;
    const auto tree = optimal_tree(model, {.height = {}, .items = items, .processors = {}});
    BOOST_TEST(tree.items == items);
    for (const auto& node : tree.processors) {
      const auto joined = node.items.count - 1 + std::ssize(node.children);
      const bool full = joined == node.operations * (model.arity - 1);
      not_full += !full;
      BOOST_TEST((full || node.children.empty()), "processor " << node.processor << " joins " << joined);
    }
    check_sound(tree);
  });
  BOOST_TEST(not_full > 30);
}

BOOST_AUTO_TEST_CASE(unsound_times_are_refused) {
  BOOST_CHECK_THROW(optimal_tree({1, 1, 2, {1, 0}}, {}), uneven::InputError);
  BOOST_CHECK_THROW(optimal_tree({1, 1, 2, {1, -1}}, {}), uneven::InputError);
  BOOST_CHECK_THROW(optimal_tree({1, 1, 2, {1, 1}}, {.height = {}, .items = {}, .processors = 3}), uneven::InputError);
  BOOST_CHECK_THROW(one_item_each_tree({1, 1, 2, {1, 1}}, 3), uneven::InputError);
}

BOOST_AUTO_TEST_SUITE_END()
