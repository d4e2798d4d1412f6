// SPDX-License-Identifier: MIT
#include "data/table.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <optional>
#include <random>

#include "../cases.hpp"
#include "base/error.hpp"
#include "data/formats/npy.hpp"
#include "temporary.hpp"

BOOST_AUTO_TEST_SUITE(table)

using namespace uneven;
using namespace uneven::data;
using document::Missing;

namespace {

std::vector<double> all_of(const Table& table) { return table.read({0, table.rows()}); }

std::vector<double> read_all(const std::string& path, const TableOptions& options = {},
                             LastColumn last = LastColumn::number) {
  return all_of(open_table(path, options, last));
}

/// As `parts` processes read it.
Table in_parts(const std::string& path, const TableOptions& options, LastColumn last, int parts) {
  Table table(path, options, last);
  std::vector<std::string> surveys;
  for (int part = 0; part < parts; ++part) surveys.push_back(table.survey(part, parts));
  table.finish(surveys);
  return table;
}

std::string refusal(const std::string& path, const TableOptions& options = {}, LastColumn last = LastColumn::number) {
  const std::string text = text_of<InputError>([&] { read_all(path, options, last); });
  return text.starts_with(path) ? text.substr(path.size()) : text;
}

std::string description(const std::string& path) {
  const std::string note = open_table(path).notes().at(0);
  return note.starts_with(path + ": ") ? note.substr(path.size() + 2) : note;
}

using Numbers = std::vector<double>;

/// Rows of small whole numbers, some of them missing; the last column is a label.
struct Made {
  std::int64_t columns;
  std::vector<std::vector<std::optional<int>>> rows;
  std::string text;

  Made(std::mt19937& rng, std::int64_t rows_, int missing_of_hundred, std::size_t padding)
      : columns(2 + rng() % 3), rows(static_cast<std::size_t>(rows_)) {
    for (auto& row : rows) {
      for (std::int64_t j = 0; j < columns; ++j) {
        // NA above a label could be a header.
        const bool missing = &row != &rows[0] && static_cast<int>(rng() % 100) < missing_of_hundred;
        const bool label = j + 1 == columns;
        row.push_back(missing && !label ? std::nullopt : std::optional<int>(rng() % (label ? 3 : 100)));
        constexpr const char* words[] = {"a", "b c", "d"};
        constexpr const char* nothing[] = {"", "NA", "?", "\"\"", "nan"};
        text += !row.back() ? nothing[rng() % 5] : label ? words[*row.back()] : std::to_string(*row.back());
        text += label ? "\n" : ";";
      }
      if (rng() % 8 == 0) text += "# " + std::string(padding, '#') + "\n";
    }
  }

  Numbers with_rows_dropped() const {
    Numbers values;
    for (const auto& row : rows)
      if (std::ranges::all_of(row, [](const auto& value) { return value.has_value(); }))
        for (const auto& value : row) values.push_back(*value);
    return values;
  }

  Numbers filled() const {
    Numbers values;
    for (const auto& row : rows)
      for (std::size_t j = 0; j < row.size(); ++j) {
        double sum = 0, count = 0;
        for (const auto& other : rows)
          if (other[j]) sum += *other[j], ++count;
        values.push_back(row[j] ? *row[j] : sum / count);
      }
    return values;
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(missing_values_are_dropped_or_filled_whatever_the_number_of_processes) {
  const TemporaryDirectory directory;
  test::for_seeds(40, [&](std::mt19937& rng, unsigned seed) {
    // Comments make some files span several blocks of a MiB.
    const Made made(rng, 40 + rng() % 40, 15, seed % 8 == 0 ? 400'000 : 0);
    const std::string path = directory.write("x.csv", made.text);
    for (const int parts : {1, 2, 5}) {
      const Table dropped = in_parts(path, {.missing = Missing::drop}, LastColumn::label, parts);
      BOOST_TEST(all_of(dropped) == made.with_rows_dropped(), boost::test_tools::per_element());
      BOOST_TEST(dropped.labels() == (std::vector<std::string>{"a", "b c", "d"}), boost::test_tools::per_element());
      const Table filled = in_parts(path, {.missing = Missing::mean}, LastColumn::label, parts);
      BOOST_TEST(all_of(filled) == made.filled(), boost::test_tools::per_element());
      for (int i = 0; i < 5; ++i) {
        const std::int64_t first = rng() % dropped.rows(), count = rng() % (dropped.rows() - first + 1);
        const auto whole = made.with_rows_dropped();
        BOOST_TEST(dropped.read({first, count}) ==
                       Numbers(whole.begin() + first * made.columns, whole.begin() + (first + count) * made.columns),
                   boost::test_tools::per_element());
      }
    }
    BOOST_TEST(contains(refusal(path, {}, LastColumn::label), "column "));
  });
}

BOOST_AUTO_TEST_CASE(what_was_done_is_said) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("x.csv", "a,b,c\n1,,x\n3,4,y\n5,6,x\n");
  const auto notes = [&](Missing missing) { return open_table(path, {.missing = missing}, LastColumn::label).notes(); };
  const std::string labels = path + ": labels by number: 0 is x, 1 is y",
                    table = " of 3 columns, CSV with a header, separated by commas";
  BOOST_TEST(notes(Missing::drop) ==
                 (std::vector{path + ": 2 rows" + table, path + ": 1 row with missing values is left out", labels}),
             boost::test_tools::per_element());
  BOOST_TEST(
      notes(Missing::mean) == (std::vector{path + ": 3 rows" + table,
                                           path + ": 1 missing value is replaced by the mean of the column", labels}),
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_separator_is_seen_or_told) {
  const TemporaryDirectory directory;
  const Numbers expected{1, 2, 3, 4};
  for (const auto& [text, name] : std::vector<std::pair<std::string, std::string>>{
           {"1,2\n3,4\n", "CSV without a header, separated by commas"},
           {"1;2\n3;4\n", "CSV without a header, separated by semicolons"},
           {"x y\tz w\n1\t2\n3\t4\n", "text with a header, separated by tabs"},
           {" 1   2\n3\t 4 \n", "text without a header, separated by blanks"},
           {"x, in m;y\n1;2\n3;4\n", "CSV with a header, separated by semicolons"},
           {"\"x;1\",\"y\"\n1,2\n3,4\n", "CSV with a header, separated by commas"}})
    BOOST_TEST_CONTEXT(text) {
      const std::string path = directory.write("x.csv", text);
      BOOST_TEST(read_all(path) == expected, boost::test_tools::per_element());
      BOOST_TEST(description(path) == "2 rows of 2 columns, " + name);
    }
  const std::string path = directory.write("x.csv", "1|2\n3|4\n");
  BOOST_TEST(contains(refusal(path), "'1|2' is not a finite decimal number"));
  BOOST_TEST(read_all(path, {.separator = "|"}) == expected, boost::test_tools::per_element());
  BOOST_TEST(read_all(directory.write("x.csv", "1\t2\n3\t4\n"), {.separator = "tab"}) == expected,
             boost::test_tools::per_element());
  BOOST_TEST(read_all(directory.write("x.csv", "height in m\n1\n2\n")) == (Numbers{1, 2}),
             boost::test_tools::per_element());
  BOOST_TEST(contains(refusal(path, {.separator = "pipe"}), "expected a character, or comma"));
  for (const std::string separator : {"e", ".", "-", "+", "0", "i"})
    BOOST_TEST(read_all(directory.write("x.csv", "1" + separator + "5\n2" + separator + "6\n"),
                        {.separator = separator}) == (Numbers{1, 5, 2, 6}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_empty_field_between_tabs_is_missing) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("x.tsv", "1\t2\t3\n4\t\t6\n\t8\t9\n7\t8\t\n");
  BOOST_TEST(read_all(path, {.missing = Missing::drop}) == (Numbers{1, 2, 3}), boost::test_tools::per_element());
  BOOST_TEST(read_all(path, {.missing = Missing::mean}) == (Numbers{1, 2, 3, 4, 6, 6, 4, 8, 9, 7, 8, 6}),
             boost::test_tools::per_element());
  BOOST_TEST(refusal(path) == ":2: column 2: empty; expected a number");
}

BOOST_AUTO_TEST_CASE(columns_are_chosen_by_name_and_number) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("x.csv", "id,\"width, cm\",2-3x,z\nn1,1,2,3\nn2,4,5,6\n");
  BOOST_TEST(read_all(path, {.columns = "z,2-3"}) == (Numbers{3, 1, 2, 6, 4, 5}), boost::test_tools::per_element());
  BOOST_TEST(read_all(path, {.columns = "2-3x"}) == (Numbers{2, 5}), boost::test_tools::per_element());
  for (const auto& [list, complaint] :
       std::vector<std::pair<std::string, std::string>>{{"5", ": has no column '5'; expected numbers from 1 to 4"},
                                                        {"0", ": has no column '0'"},
                                                        {"3-2", ": has no column '3-2'"},
                                                        {"2-9", ": has no column '2-9'"},
                                                        {"", ": has no column ''"},
                                                        {"y", ": has no column 'y'"},
                                                        {"2,z,4", ": column 4 is chosen twice"},
                                                        {"1", ":2: column 1: 'n1' is not a finite decimal number"}})
    BOOST_TEST(contains(refusal(path, {.columns = list}), complaint), refusal(path, {.columns = list}));
  BOOST_TEST(
      contains(refusal(directory.write("y.csv", "a,a\n1,2\n"), {.columns = "a"}), "several columns have the name"));
  // Nothing tells whether a first line that is not wholly read is a header, but the line below.
  BOOST_TEST(read_all(directory.write("y.csv", "a,1\nb,2\n"), {.columns = "2"}) == (Numbers{1, 2}),
             boost::test_tools::per_element());
  BOOST_TEST(contains(refusal(directory.write("y.csv", "a,1990\n3,2\n"), {.columns = "2"}), "stands above a number"));
}

BOOST_AUTO_TEST_CASE(labels_are_numbered_in_their_order) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("x.csv", "1,no\n2,\"yes\"\n3,maybe\n4, no \n");
  const Table table = open_table(path, {}, LastColumn::label);
  BOOST_TEST(table.labels() == (std::vector<std::string>{"maybe", "no", "yes"}), boost::test_tools::per_element());
  BOOST_TEST(all_of(table) == (Numbers{1, 1, 2, 2, 3, 0, 4, 1}), boost::test_tools::per_element());
  BOOST_TEST(contains(refusal(path), ":1: column 2: 'no' is not a finite decimal number"));
  BOOST_TEST(open_table(directory.write("y.csv", "1,0\n2,1\n"), {}, LastColumn::label).labels().empty());
  BOOST_TEST(
      contains(refusal(directory.write("y.csv", "1,a\n2,3\n"), {}, LastColumn::label), "neither numbers nor a header"));
  BOOST_TEST(contains(refusal(directory.write("y.csv", "1,a\n2,b\n3,4\n"), {}, LastColumn::label),
                      ":3: column 2: '4' is a number among labels that are words"));
  BOOST_TEST(refusal(directory.write("y.csv", "1,a\n2,\n"), {}, LastColumn::label) ==
             ":2: column 2: a label is missing; expected one");
  Table other(directory.write("y.csv", "7,no\n"), {}, LastColumn::label);
  other.expect_labels({"maybe", "no", "yes"});
  other.finish({other.survey(0, 1)});
  BOOST_TEST(all_of(other) == (Numbers{7, 1}), boost::test_tools::per_element());
  Table unknown(directory.write("y.csv", "7,never\n"), {}, LastColumn::label);
  unknown.expect_labels({"maybe", "no"});
  BOOST_TEST(contains(text_of<InputError>([&] { unknown.finish({unknown.survey(0, 1)}); }), "'never' is unknown"));
}

BOOST_AUTO_TEST_CASE(missing_values_of_arrays_are_those_that_are_not_numbers) {
  const TemporaryDirectory directory;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const std::string path = directory.path("x.npy");
  write_npy<double>(path, {3, 2}, std::vector<double>{1, 2, nan, 4, 5, 6});
  BOOST_TEST(refusal(path) == ": row 2, column 1: nan; expected a finite number");
  BOOST_TEST(read_all(path, {.missing = Missing::drop}) == (Numbers{1, 2, 5, 6}), boost::test_tools::per_element());
  BOOST_TEST(read_all(path, {.missing = Missing::mean}) == (Numbers{1, 2, 3, 4, 5, 6}),
             boost::test_tools::per_element());
  BOOST_TEST(read_all(path, {.columns = "2"}) == (Numbers{2, 4, 6}), boost::test_tools::per_element());
  write_npy<double>(path, {1, 2}, std::vector<double>{1, -HUGE_VAL});
  BOOST_TEST(refusal(path, {.missing = Missing::mean}) == ": row 1, column 2: infinity; expected a finite number");
  write_npy<double>(path, {1, 2}, std::vector<double>{1, nan});
  BOOST_TEST(contains(refusal(path, {.missing = Missing::drop}), "missing in each row"));
  BOOST_TEST(contains(refusal(path, {.missing = Missing::mean}), "column 2: all values are missing"));
}

BOOST_AUTO_TEST_SUITE_END()
