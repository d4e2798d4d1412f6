// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <numeric>

#include "../cases.hpp"
#include "../schedule/in_turn.hpp"
#include "search/answers.hpp"

BOOST_AUTO_TEST_SUITE(search_schedule)

using namespace uneven;
using namespace uneven::search;
using document::SearchJoin;
using document::SearchMethod;

namespace {

document::Search plan_of(SearchMethod method, SearchJoin join, const std::vector<std::int64_t>& counts) {
  document::Search plan;
  plan.method = method;
  plan.join = join;
  plan.processors = std::ssize(counts);
  for (const std::int64_t count : counts) {
    plan.placement.push_back({std::ssize(plan.placement), {plan.examples, count}});
    plan.examples += count;
  }
  return plan;
}

}  // namespace

/// Examples are numbers, drawn without order; the nearest are the least.
BOOST_AUTO_TEST_CASE(answers_join_to_the_nearest_of_all_in_messages_as_long_as_said) {
  test::for_seeds(200, [&](std::mt19937& random) {
    const auto p = 1 + random() % 12;
    std::vector<std::int64_t> counts;
    for (std::size_t rank = 0; rank < p; ++rank) counts.push_back(random() % 6);
    counts[random() % p] += 1;
    const auto plan =
        plan_of(random() % 2 ? SearchMethod::equal_data : SearchMethod::proportional_data,
                std::vector{SearchJoin::simple, SearchJoin::staircase, SearchJoin::tree}[random() % 3], counts);
    const Batch batch{.queries = 1 + static_cast<std::int64_t>(random() % 4),
                      .k = 1 + static_cast<std::int64_t>(random() % 12)};
    std::vector<int> examples(static_cast<std::size_t>(plan.examples));
    std::iota(examples.begin(), examples.end(), 0);
    std::ranges::shuffle(examples, random);
    std::vector<std::vector<int>> nearest(p);
    const auto keep_nearest = [&](std::vector<int>& of_rank) {
      std::ranges::sort(of_rank);
      of_rank.resize(std::min<std::size_t>(of_rank.size(), static_cast<std::size_t>(batch.k)));
    };
    schedule::InTurn<std::vector<int>> turns;
    turns.work = [&](int rank, const schedule::Work&) {
      const auto at = static_cast<std::size_t>(rank);
      const auto first = examples.begin() + plan.placement[at].examples.first;
      nearest[at].assign(first, first + plan.placement[at].examples.count);
      keep_nearest(nearest[at]);
    };
    turns.send = [&](int rank, const schedule::Message& message) {
      const auto& sent = nearest[static_cast<std::size_t>(rank)];
      // Each query: a count, then a distance and a row of each neighbour.
      BOOST_TEST(message.numbers() == batch.queries * (1 + 2 * std::ssize(sent)));
      return sent;
    };
    turns.receive = [&](int rank, const schedule::Message&, const std::vector<int>& from) {
      auto& own = nearest[static_cast<std::size_t>(rank)];
      own.insert(own.end(), from.begin(), from.end());
      keep_nearest(own);
    };
    BOOST_TEST(turns.run(search::schedule(plan, batch), random));
    keep_nearest(examples);
    BOOST_TEST(nearest[0] == examples, boost::test_tools::per_element());
  });
}

BOOST_AUTO_TEST_CASE(lengths_that_follow_from_the_run_are_not_told) {
  const auto lengths = [](SearchMethod method, bool ties) {
    std::vector<std::int64_t> found;
    for (const auto& list : search::schedule(plan_of(method, SearchJoin::staircase, {5, 5, 5}), {2, 3, ties}))
      for (const auto& operation : list.operations)
        if (const auto* sent = std::get_if<schedule::Send>(&operation)) found.push_back(sent->message.numbers());
    return found;
  };
  const std::vector<std::int64_t> known{14, 14}, unknown{schedule::unknown_length, schedule::unknown_length};
  BOOST_TEST(lengths(SearchMethod::equal_data, false) == known, boost::test_tools::per_element());
  BOOST_TEST(lengths(SearchMethod::equal_data, true) == unknown, boost::test_tools::per_element());
  BOOST_TEST(lengths(SearchMethod::stealing, false) == unknown, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
