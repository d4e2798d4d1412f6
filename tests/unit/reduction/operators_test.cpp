// SPDX-License-Identifier: MIT
#include "reduction/operators.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <set>

#include "base/error.hpp"

BOOST_AUTO_TEST_SUITE(operators)

using namespace uneven::reduction;

namespace {

template <class T>
std::vector<T> joined(const std::string& name, std::vector<T> left, const std::vector<T>& right) {
  operator_named<T>(name)(left.data(), right.data(), left.data(), static_cast<std::int64_t>(left.size()));
  return left;
}

using Integers = std::vector<std::int64_t>;

}  // namespace

BOOST_AUTO_TEST_CASE(elementwise) {
  BOOST_TEST(joined<std::int64_t>("sum", {1, 2}, {3, -5}) == (Integers{4, -3}));
  BOOST_TEST(joined<std::int64_t>("product", {1, 2}, {3, -5}) == (Integers{3, -10}));
  BOOST_TEST(joined<std::int64_t>("min", {1, 2}, {3, -5}) == (Integers{1, -5}));
  BOOST_TEST(joined<std::int64_t>("max", {1, 2}, {3, -5}) == (Integers{3, 2}));
  BOOST_TEST(joined<double>("sum", {0.5}, {0.25}) == std::vector<double>{0.75});
  BOOST_CHECK_THROW(operator_named<float>("concat"), uneven::InputError);
}

BOOST_AUTO_TEST_CASE(matrices_do_not_commute) {
  const Integers a{1, 1, 0, 1}, b{1, 0, 1, 1};
  BOOST_TEST(joined("matrix", a, b) == (Integers{2, 1, 1, 1}));
  BOOST_TEST(joined("matrix", b, a) == (Integers{1, 1, 1, 2}));
}

BOOST_AUTO_TEST_CASE(integers_wrap_so_that_order_of_operations_does_not_matter) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  BOOST_TEST(joined<std::int64_t>("sum", {most}, {1}) == Integers{std::numeric_limits<std::int64_t>::min()});
  Integers product{1, 0, 0, 1};
  for (int item = 0; item < 200; ++item) product = joined("matrix", product, made_up_item<std::int64_t>(3, item, 4));
  Integers halves[2] = {{1, 0, 0, 1}, {1, 0, 0, 1}};
  for (int item = 0; item < 200; ++item)
    halves[item / 77 > 0] = joined("matrix", halves[item / 77 > 0], made_up_item<std::int64_t>(3, item, 4));
  BOOST_TEST(joined("matrix", halves[0], halves[1]) == product);
}

BOOST_AUTO_TEST_CASE(made_up_items) {
  const auto whole = made_up_item<double>(1, 5, 100);
  const auto part = made_up_item<double>(1, 5, 60);
  BOOST_TEST(std::vector<double>(whole.begin(), whole.begin() + 60) == part);
  for (const double number : whole) BOOST_TEST((number >= 0.5 && number < 1.5));
  BOOST_TEST(std::set<double>(whole.begin(), whole.end()).size() > 95U);
  BOOST_TEST(made_up_item<double>(2, 5, 100) != whole);
  BOOST_TEST(made_up_item<double>(1, 6, 100) != whole);
  for (const auto number : made_up_item<std::int64_t>(1, 5, 100)) BOOST_TEST((number >= -8 && number <= 8));
  for (int item = 0; item < 50; ++item) {
    const auto word = made_up_word(7, item);
    BOOST_TEST((!word.empty() && word.size() <= 8));
  }
}

BOOST_AUTO_TEST_SUITE_END()
