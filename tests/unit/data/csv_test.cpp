// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "base/error.hpp"
#include "data/table.hpp"
#include "temporary.hpp"

BOOST_AUTO_TEST_SUITE(csv)

using namespace uneven;
using namespace uneven::data;

namespace {

std::vector<double> read_all(const std::string& path) {
  const Table table = open_table(path);
  return table.read({0, table.rows()});
}

std::string refusal(const TemporaryDirectory& directory, const std::string& text) {
  const std::string path = directory.write("bad.csv", text);
  const std::string what = text_of<InputError>([&] { read_all(path); });
  return what.starts_with(path) ? what.substr(path.size()) : what;
}

}  // namespace

BOOST_AUTO_TEST_CASE(numbers_are_read_as_written) {
  const TemporaryDirectory directory;
  const std::vector<double> expected{1, -2.5, 0.001, 3e10, 4, 0.1};
  for (const std::string text : {"1,-2.5,1e-3\n+3E10,4.,.1\n", "\"1\",\"-2.5\" , \" 1e-3 \"\n3e10,4,.1\n",
                                 "1, -2.5 ,1e-3\r\n\r\n 3e10,\t4,0.1", "a,b,\"c, d\"\n1,-2.5,1e-3\n3e10,4,.1\n",
                                 "# 1,2\n1,-2.5,1e-3\n# 3\n3e10,4,.1\n", "身長,Größe,c\r1,-2.5,1e-3\r3e10,4,.1\r",
                                 "\xEF\xBB\xBF"
                                 "1,-2.5,1e-3\n3e10,4,.1\n\n"})
    BOOST_TEST_CONTEXT(text)
  BOOST_TEST(read_all(directory.write("x.csv", text)) == expected, boost::test_tools::per_element());
  BOOST_TEST(read_all(directory.write("x.csv", "1e-400,-1e-400\n")) == (std::vector<double>{0, 0}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_range_of_rows_is_read_without_looking_at_the_others) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("x.csv", "x,y\n1,bad\n3,4\n5,6\n7\n");
  const Table table = open_table(path);
  BOOST_TEST(table.rows() == 4);
  BOOST_TEST(table.columns() == 2);
  BOOST_TEST(table.read({1, 2}) == (std::vector<double>{3, 4, 5, 6}), boost::test_tools::per_element());
  BOOST_TEST(contains(text_of<InputError>([&] { table.read({1, 3}); }), ":5: 1 columns; expected 2"));
  BOOST_TEST(contains(text_of<InputError>([&] { table.read({4, 1}); }), "4 rows; expected 5"));
}

BOOST_AUTO_TEST_CASE(ragged_rows_are_refused_with_their_line) {
  const TemporaryDirectory directory;
  BOOST_TEST(refusal(directory, "1,2\n\n3,4,5\n") == ":3: 3 columns; expected 2");
  BOOST_TEST(refusal(directory, "a,b\n1,2\n3\n") == ":3: 1 columns; expected 2");
}

BOOST_AUTO_TEST_CASE(what_is_no_finite_decimal_number_is_refused_with_its_place) {
  const TemporaryDirectory directory;
  for (const std::string field : {"nan", "NaN", "-nan", "nan(1)", "inf", "-inf", "INFINITY", "0x10", "1e", "1 2", "one",
                                  "--1", "+-1", "1.2.3", "1e5x"})
    BOOST_TEST(refusal(directory, "1,2\n3," + field + "\n") ==
               ":2: column 2: '" + field + "' is not a finite decimal number");
  BOOST_TEST(refusal(directory, "1,2\n1,\n") == ":2: column 2: empty; expected a number");
  BOOST_TEST(refusal(directory, "1,2\n1,1e999\n") == ":2: column 2: '1e999' is too large");
}

BOOST_AUTO_TEST_CASE(a_first_line_that_is_neither_numbers_nor_a_header_is_refused) {
  const TemporaryDirectory directory;
  const std::string neither = "; the first line is neither numbers nor a header";
  for (const std::string first : {"nan,inf", "x,1", "1;2,3", "１,２"})
    BOOST_TEST(contains(refusal(directory, first + "\n1,2\n"), " is not a finite decimal number" + neither), first);
  BOOST_TEST(refusal(directory, "# a\n\n,y\n1,2\n") == ":3: column 1: empty; expected a number" + neither);
  BOOST_TEST(refusal(directory, "x,y,z\n1,2\n") == ":2: 2 columns; the header has 3");
}

BOOST_AUTO_TEST_CASE(a_ragged_table_takes_no_more_memory_than_the_file_warrants) {
  const TemporaryDirectory directory;
  std::string text(200'000, ',');  // a row of 200,001 fields, and as many rows
  for (int i = 0; i < 200'000; ++i) text += "\n1";
  const std::string path = directory.write("x.csv", text);
  BOOST_CHECK_THROW(read_all(path), InputError);
}

BOOST_AUTO_TEST_CASE(tables_without_rows_and_missing_files_are_refused) {
  const TemporaryDirectory directory;
  for (const std::string text : {"", "\n\n", "# a\n"}) BOOST_TEST(refusal(directory, text) == ": no row of numbers");
  BOOST_TEST(refusal(directory, "a,b\n") == ": no row of numbers behind the header");
  BOOST_CHECK_THROW(read_all(directory.path("none.csv")), OpenError);
}

BOOST_AUTO_TEST_SUITE_END()
