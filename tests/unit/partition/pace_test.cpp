// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "partition/replan/replanner.hpp"

BOOST_AUTO_TEST_SUITE(pace)

using namespace uneven::partition;

BOOST_AUTO_TEST_CASE(a_short_spell_does_not_count_and_a_lasting_one_does) {
  WindowedMedian pace(40);
  std::vector<double> sums(2);
  int iterations = 0;
  const auto question = [&](int first_slow, int end_slow) {
    for (int i = 0; i < 40; ++i) {
      sums[0] += 0.25;
      sums[1] += i >= first_slow && i < end_slow ? 2 : 0.5;
      pace.look(sums, static_cast<std::size_t>(++iterations));
    }
    return pace.take(sums, static_cast<std::size_t>(iterations));
  };
  const std::vector<double> usual{0.25, 0.5}, slow{0.25, 2};
  BOOST_TEST(question(0, 0) == usual, boost::test_tools::per_element());
  BOOST_TEST(question(8, 24) == usual, boost::test_tools::per_element());
  BOOST_TEST(question(8, 32) == slow, boost::test_tools::per_element());
  BOOST_TEST(question(0, 40) == slow, boost::test_tools::per_element());
  BOOST_TEST(question(0, 0) == usual, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(however_few_iterations_they_are_looked_at) {
  for (int every = 1; every < 30; ++every)
    for (int done = 1; done <= every; ++done) BOOST_TEST_CONTEXT(done << " of " << every) {
        WindowedMedian pace(every);
        for (int i = 1; i < done; ++i) pace.look({i * 0.5, i * 3.0}, static_cast<std::size_t>(i));
        const std::vector<double> expected{0.5, 3};
        BOOST_TEST(pace.take({done * 0.5, done * 3.0}, static_cast<std::size_t>(done)) == expected,
                   boost::test_tools::per_element());
      }
}

BOOST_AUTO_TEST_SUITE_END()
