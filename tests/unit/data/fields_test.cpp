// SPDX-License-Identifier: MIT
#include "data/text/fields.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(fields)

using namespace uneven::data;

namespace {

using Fields = std::vector<std::string_view>;

bool heads(std::string_view line) { return is_header(fields_of(line, Separator::comma)); }

}  // namespace

BOOST_AUTO_TEST_CASE(fields_are_what_stands_between_separators) {
  BOOST_TEST((fields_of(" a ,, \"b, \"\"c\", d\t", Separator::comma) == Fields{"a", "", "\"b, \"\"c\"", "d"}));
  BOOST_TEST((fields_of("\"a,b", Separator::comma) == Fields{"\"a,b"}));
  BOOST_TEST((fields_of("a\t\t b", Separator::tab) == Fields{"a", "", " b"}));
  BOOST_TEST((fields_of(" a \t b  ", Separator::blanks) == Fields{"a", "b"}));
  for (const auto separator : {Separator::comma, Separator::tab, Separator::blanks})
    BOOST_TEST((fields_of("", separator) == Fields{""}));
}

BOOST_AUTO_TEST_CASE(a_line_of_words_is_a_header) {
  for (const char* line : {"x,y", "身長,体重", "Größe",
                           "Gr\xF6\xDF"
                           "e",
                           "\"x\",\"y\"", "x,\"y, in m\"", "_a,2nd", "x,(m)", "\"1st\",\"2nd\"", "K,Na,Ca", "Σ", "x,%"})
    BOOST_TEST(heads(line), line);
}

BOOST_AUTO_TEST_CASE(a_line_that_may_hold_numbers_is_none) {
  for (const char* line :
       {"1,2",   "x,1",  "1,y",   "x,",  ",y",    "",   "nan,inf", "x,nan", "-inf",    "0x10,a", "\"1\",\"2\"",
        "NA,NA", "none", "1.5kg", "2nd", "１,２", "−5", "?,?",     "+1,x",  "1e999,x", "x,\"\"", "*,-"})
    BOOST_TEST(!heads(line), line);
}

BOOST_AUTO_TEST_SUITE_END()
