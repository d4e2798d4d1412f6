// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <limits>
#include <numeric>
#include <random>

#include "../cases.hpp"
#include "search/placement.hpp"

BOOST_AUTO_TEST_SUITE(search_memory)

using namespace uneven;
using namespace uneven::search;
using Counts = std::vector<std::int64_t>;

namespace {

/// The least max_i((n_i + start) / s_i) over all ways to share examples within the room; infinite if there is none.
double best_by_trying(std::int64_t examples, const std::vector<double>& speed, double start, const Counts& room,
                      std::size_t i = 0) {
  if (i == speed.size()) return examples == 0 ? 0 : std::numeric_limits<double>::infinity();
  double best = std::numeric_limits<double>::infinity();
  for (std::int64_t own = 0; own <= std::min(examples, room[i]); ++own)
    best = std::min(best, std::max(own > 0 ? (static_cast<double>(own) + start) / speed[i] : 0,
                                   best_by_trying(examples - own, speed, start, room, i + 1)));
  return best;
}

double makespan(const Counts& counts, const std::vector<double>& speed, double start) {
  double longest = 0;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0) longest = std::max(longest, (static_cast<double>(counts[i]) + start) / speed[i]);
  return longest;
}

document::Processor with_memory(std::int64_t bytes) {
  document::Processor processor;
  processor.memory_bytes = bytes;
  return processor;
}

}  // namespace

BOOST_AUTO_TEST_CASE(no_parts_within_the_room_end_earlier) {
  test::for_seeds(500, [&](std::mt19937& random) {
    std::vector<double> speed(1 + random() % 4);
    Counts room;
    for (double& s : speed) s = 1 + random() % 9;
    const std::int64_t examples = random() % 14;
    for (std::size_t i = 0; i < speed.size(); ++i) room.push_back(random() % 14);
    const double start = random() % 2 ? 0 : random() % 5, best = best_by_trying(examples, speed, start, room);
    const auto counts = proportional_counts_within(examples, speed, start, room);
    BOOST_TEST(counts.has_value() == (best < std::numeric_limits<double>::infinity()));
    if (!counts) return;
    BOOST_TEST(std::accumulate(counts->begin(), counts->end(), std::int64_t{0}) == examples);
    for (std::size_t i = 0; i < room.size(); ++i) BOOST_TEST((*counts)[i] <= room[i]);
    BOOST_TEST(makespan(*counts, speed, start) == best, boost::test_tools::tolerance(1e-12));
  });
}

BOOST_AUTO_TEST_CASE(with_room_for_all_parts_are_in_proportion) {
  const std::vector<double> speed{3, 1, 2};
  BOOST_TEST(*proportional_counts_within(600, speed, 0, {600, 600, 600}) == Counts({300, 100, 200}),
             boost::test_tools::per_element());
  BOOST_TEST(*proportional_counts_within(600, speed, 0, {}) == Counts({300, 100, 200}),
             boost::test_tools::per_element());
  BOOST_TEST(*proportional_counts_within(600, speed, 0, {600, 100, 150}) == Counts({350, 100, 150}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(room_is_whole_examples_where_memory_is_known) {
  const std::vector<document::Processor> cluster{with_memory(100), {}, with_memory(89)};
  BOOST_TEST(room_for_examples(50, cluster, 9) == Counts({11, 50, 9}), boost::test_tools::per_element());
  BOOST_TEST(room_for_examples(10, cluster, 9) == Counts({10, 10, 9}), boost::test_tools::per_element());
  BOOST_TEST(room_for_examples(50, cluster, {}).empty());
  BOOST_TEST(room_for_examples(50, std::vector<document::Processor>(3), 9).empty());
}

BOOST_AUTO_TEST_CASE(processor_0_holds_all_and_others_what_the_method_needs) {
  using enum document::SearchMethod;
  const Counts equal{25, 25, 25, 25}, all{100, 100, 100, 100};
  BOOST_TEST(examples_held(equal_data, 4, equal) == Counts({100, 25, 25, 25}), boost::test_tools::per_element());
  BOOST_TEST(examples_held(proportional_data, 4, Counts{10, 20, 70}) == Counts({100, 20, 70}),
             boost::test_tools::per_element());
  // 16 parts, of 7 or 6 examples; each has four, and two of another's.
  BOOST_TEST(examples_held(static_process, 4, equal) == Counts({100, 24 + 14, 24 + 14, 24 + 14}),
             boost::test_tools::per_element());
  for (const auto method : {synchronous_data, asynchronous_data, dynamic_process, self_scheduling, stealing}) {
    BOOST_TEST(examples_held(method, 4, equal) == all, boost::test_tools::per_element());
    BOOST_TEST(has_room(method, 100, 4, all));
    BOOST_TEST(!has_room(method, 100, 4, Counts({100, 100, 99, 100})));
  }
  BOOST_TEST(has_room(equal_data, 100, 4, Counts({100, 25, 25, 25})));
  BOOST_TEST(!has_room(equal_data, 100, 4, Counts({99, 25, 25, 25})));
  BOOST_TEST(!has_room(equal_data, 101, 4, Counts({101, 25, 25, 24})));
  BOOST_TEST(has_room(equal_data, 100, 4, Counts{}));
}

BOOST_AUTO_TEST_SUITE_END()
