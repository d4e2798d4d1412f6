// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "base/text.hpp"
#include "document/hbsp_matmul.hpp"
#include "document/options/plan_options.hpp"
#include "document/options/program_options.hpp"
#include "document/partition.hpp"
#include "document/reduction_tree.hpp"
#include "document/search.hpp"

BOOST_AUTO_TEST_SUITE(names)

using namespace uneven;
using namespace uneven::document;

// Scripts and old documents rely on these words, in the order of the values.
template <class E>
void check_names_of(const std::vector<std::string>& words) {
  BOOST_TEST(names_of<E>() == words, boost::test_tools::per_element());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto value = static_cast<E>(i);
    BOOST_TEST(name_of(value) == words[i]);
    BOOST_TEST((named<E>(words[i]) == value), words[i]);
    BOOST_TEST(!named<E>(words[i] + " ").has_value());
  }
  for (const char* other : {"", "LINEAR", "columns,grid"}) BOOST_TEST(!named<E>(other).has_value());
}

BOOST_AUTO_TEST_CASE(names_are_those_of_documents) {
  check_names_of<Collective>({"linear", "tree", "ring"});
  check_names_of<PartitionMethod>({"columns", "grid", "equal"});
  check_names_of<Order>({"sorted", "free"});
  check_names_of<Objective>({"elements", "seconds"});
  check_names_of<Balance>({"work", "time", "memory"});
  check_names_of<SearchMethod>({"equal-data", "static-process", "synchronous-data", "asynchronous-data",
                                "dynamic-process", "proportional-data", "self-scheduling", "stealing"});
  check_names_of<SearchJoin>({"simple", "staircase", "tree"});
  check_names_of<TreeShape>({"optimal", "binary", "binomial", "list"});
  check_names_of<TimeUnit>({"step", "s"});
  check_names_of<Layout>({"alpha", "beta", "gamma"});
  check_names_of<Weighting>({"okada", "sumita"});
  check_names_of<AnswerFormat>({"tsv", "jsonl"});
  check_names_of<Pruned>({"auto", "on", "off"});
  check_names_of<NumberType>({"float", "double", "int64"});
  check_names_of<Trigger>({"paper", "gain"});
}

BOOST_AUTO_TEST_CASE(relocations_are_modes_of_which_one_has_a_number) {
  for (const char* text : {"none", "sync", "async", "steal", "blocks=1", "blocks=4611686018427387904"})
    BOOST_TEST(text_of(parse_relocation(text)) == text);
  for (const char* text : {"", "blocks", "blocks=", "blocks=0", "blocks=-1", "blocks=2x", "sync=", "sync=2", "Sync"})
    BOOST_CHECK_THROW(parse_relocation(text), InputError);
}

BOOST_AUTO_TEST_SUITE_END()
