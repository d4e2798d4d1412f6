// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "base/error.hpp"
#include "data/graphs/graph.hpp"
#include "temporary.hpp"

BOOST_AUTO_TEST_SUITE(edges)

using namespace uneven;
using namespace uneven::data;

namespace {

using Edges = std::vector<Edge>;

/// All edges, read in so many parts.
Edges read(const std::string& path, int parts = 1) {
  const GraphFormat format = read_graph_format(path);
  Edges edges;
  for (int part = 0; part < parts; ++part)
    for (const Edge& edge : read_graph_part(format, part, parts).edges) edges.push_back(edge);
  require_no_size_line(format, tally(std::span(edges).subspan(1)));
  return edges;
}

/// What is wrong, without the name of the file.
std::string refusal(const std::string& text, int parts = 1) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("g", text);
  const std::string what = text_of<InputError>([&] { read(path, parts); });
  return what.starts_with(path) ? what.substr(path.size()) : what;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_list_is_the_same_in_every_spelling_and_number_of_parts) {
  const TemporaryDirectory directory;
  const Edges expected{{0, 1}, {10, 2}, {2, 0}, {3, 0}};
  for (const std::string text : {"0 1\n10 2\n2 0\n3 0\n", "0\t1\r\n10 \t2\r\n2\t0\r\n3\t0", "0,1\r10, 2\r2 ,0\r3,0\r",
                                 "# a\n% b\n\n 0 1\n10 2 \n\n2 0\n# c\n3 0\n\n",
                                 "\xEF\xBB\xBF"
                                 "0 1\n10 2\n2 0\n3 0\n",
                                 "source,target\n0,1\n10,2\n2,0\n3,0\n", "0 1 0.5\n10 2 -1e3\n2 0 7\n3 0 0\n",
                                 "from,to,Größe\n0,1,0.5\n10,2,-1e3\n2,0,7\n3,0,0\n"})
    for (int parts = 1; parts < 9; ++parts)
      BOOST_TEST_CONTEXT(text << parts << " parts") BOOST_TEST((read(directory.write("g", text), parts) == expected));
}

// The same three edges in lists of other columns, with and without a header.
BOOST_AUTO_TEST_CASE(columns_of_vertices_and_weights_are_chosen) {
  const TemporaryDirectory directory;
  struct Case {
    std::string columns, text;
    bool weighted;
  };
  const std::vector<Case> cases{
      {"1,2", "0 1 9\n10 2 9\n2 0 9\n", false},
      {"3,1,2", "1 0.5 0\n2 -1 10\n0 7 2\n", true},
      {"src,dst,km", "time,dst,km,src\n5,1,.5,0\n6,2,-1,10\n7,0,7,2\n", true},
      {"3-4", "who\ta b\tsrc\tdst\nx\ty z\t0\t1\nx\t\t10\t2\nx\ty\t2\t0\n", false},
  };
  for (const auto& [columns, text, weighted] : cases)
    for (int parts = 1; parts < 4; ++parts) BOOST_TEST_CONTEXT(text << parts << " parts") {
        const GraphFormat format = read_graph_format(directory.write("g", text), columns);
        Edges edges;
        std::vector<double> weights;
        for (int part = 0; part < parts; ++part) {
          const GraphPart found = read_graph_part(format, part, parts);
          for (const Edge& edge : found.edges) edges.emplace_back(edge.from, edge.to);
          weights.insert(weights.end(), found.weights.begin(), found.weights.end());
        }
        BOOST_TEST((edges == Edges{{0, 1}, {10, 2}, {2, 0}}));
        BOOST_TEST(weights == (weighted ? std::vector<double>{0.5, -1, 7} : std::vector<double>()),
                   boost::test_tools::per_element());
      }
  const GraphFormat named =
      read_graph_format(directory.write("g", "day,town,to\nMon,Oslo,Bergen\nTue,Oslo,Rome\n"), "town,to");
  BOOST_TEST(named.named);
  BOOST_TEST(read_graph_part(named, 0, 1).names == (std::vector<std::string>{"Oslo", "Bergen", "Rome"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(columns_that_cannot_be_chosen_are_refused) {
  const TemporaryDirectory directory;
  const auto refusal_of = [&](const std::string& text, const std::string& columns, const std::string& name = "g") {
    const std::string path = directory.write(name, text);
    try {
      read_graph_part(read_graph_format(path, columns), 0, 1);
    } catch (const InputError& e) {
      return std::string(e.what()).substr(path.size());
    }
    return std::string("accepted");
  };
  BOOST_TEST(refusal_of("0 1 2\n", "1,4").starts_with(": has no column '4'; expected numbers from 1 to 3"));
  BOOST_TEST(refusal_of("0 1 2\n", "1").starts_with(": columns '1'; expected 2"));
  BOOST_TEST(refusal_of("0 1 2\n", "1,1").starts_with(": column 1 is chosen twice"));
  BOOST_TEST(refusal_of("a,b\n0,1\n", "a,c").starts_with(": has no column 'c'"));
  BOOST_TEST(refusal_of("0 1 2\n3 x 4\n", "2,3").starts_with(":2: 'x' is no vertex; expected two whole numbers"));
  BOOST_TEST(refusal_of("0 1 2\n3 4\n", "1,2").starts_with(":2: 2 fields between blanks; expected 3"));
  BOOST_TEST(refusal_of("0 1 2\n3 4 x\n", "1,2,3").starts_with(":2: 'x' is no number"));
  BOOST_TEST(refusal_of("0 1\n", "1,2", "g.adjlist") == ": columns are chosen of lists of edges alone");
}

BOOST_AUTO_TEST_CASE(of_more_than_three_columns_the_third_is_the_weight) {
  const TemporaryDirectory directory;
  const Edges expected{{0, 1}, {10, 2}, {2, 0}};
  const std::vector<double> weights{0.5, -1, 7};
  for (const std::string text : {"0 1 0.5 1082008561\n10 2 -1 x\n2 0 7 0\n",
                                 "% sym weighted\n0\t1\t0.5\t1\t2\n10\t2\t-1\t1\t2\n2\t0\t7\t1\t\"b\"\n",
                                 "from,to,weight,time\n0,1,.5,\n10 , 2 , -1 , 3\n2,0,7,\"a,b\"\n"})
    for (int parts = 1; parts < 5; ++parts) BOOST_TEST_CONTEXT(text << parts << " parts") {
        const std::string path = directory.write("g", text);
        BOOST_TEST((read(path, parts) == expected));
        const GraphFormat format = read_graph_format(path);
        BOOST_TEST(format.weighted);
        std::vector<double> found;
        for (int part = 0; part < parts; ++part)
          for (const double weight : read_graph_part(format, part, parts).weights) found.push_back(weight);
        BOOST_TEST(found == weights, boost::test_tools::per_element());
      }
  const GraphPart names = read_graph_part(read_graph_format(directory.write("g", "a b 1 x\nb c 2 y\n")), 0, 1);
  BOOST_TEST(names.names == (std::vector<std::string>{"a", "b", "c"}), boost::test_tools::per_element());
  BOOST_TEST(names.weights == (std::vector<double>{1, 2}), boost::test_tools::per_element());
  for (const int parts : {1, 3}) {
    BOOST_TEST(refusal("0 1 2 3\n1 2 x 3\n", parts).starts_with(":2: 'x' is no number; expected a weight"));
    BOOST_TEST(refusal("0 1 2 3\n1 2 3 4 5\n", parts).starts_with(":2: 5 fields between blanks; expected 4"));
    BOOST_TEST(refusal("a b 2 3\nb c 3\n", parts).starts_with(":2: 3 fields between blanks; expected 4"));
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_edge_is_refused_with_its_line) {
  const auto expected = [](int line) {
    return "' is no vertex; expected two whole numbers of 64 bits, as on line " + std::to_string(line) +
           " (names are told by the first edge)";
  };
  for (const std::string vertex : {"1.0", "1e3", "-0", "+1", "x", "0x1", "9223372036854775808", "-9223372036854775809",
                                   "1180591620717411303424", "\"1\"", "1;2"})
    for (const int parts : {1, 3}) {
      BOOST_TEST(refusal("# a\n0 1\n\n1 0\n" + vertex + " 0\n", parts) == ":5: '" + vertex + expected(2));
      BOOST_TEST(refusal("0 1\r"
                         "1 " +
                             vertex,
                         parts) == ":2: '" + vertex + expected(1));
    }
  for (const std::string vertex : {"1.0", "1e3", "-0", "9223372036854775808", "{\"a\"", "<a>", "*Vertices", "->"})
    BOOST_TEST(refusal("0 " + vertex + "\n") ==
               ":1: '" + vertex + "' is no vertex; expected two whole numbers of 64 bits or names");
  BOOST_TEST(refusal("0 1\n1 \x1b[2J\n") == ":2: holds the byte 0x1b, which is binary; expected text");
  BOOST_TEST(refusal("0 1\n1 caf\xe9\n") == ":2: 'caf\\xe9" + expected(1));
  BOOST_TEST(refusal("0 1\n1,0\n") == ":2: '1,0" + expected(1));
  BOOST_TEST(refusal("0,1\n1 0\n") == ":2: '1 0" + expected(1));
  BOOST_TEST(refusal("0,1\n1,,0\n") == ":2: '" + expected(1));
  BOOST_TEST(refusal("0,1\n1,0,\n").starts_with(":2: 3 fields between commas; expected 2, as on line 1 ("));
  BOOST_TEST(refusal("0 1 1\n1 0 x\n") == ":2: 'x' is no number; expected a weight or time stamp behind two vertices");
  BOOST_TEST(refusal("0 1 1\n1 0 nan\n") ==
             ":2: 'nan' is no number; expected a weight or time stamp behind two vertices");
  BOOST_TEST(refusal("0 1 1\n1 0\n") == ":2: 2 fields between blanks; expected 3, as on line 1");
  BOOST_TEST(refusal("0\n").starts_with(":1: 1 fields between blanks; expected 2 or more ("));
  for (const std::string text : {"", "\n", "# a\n", "from,to\n"}) BOOST_TEST(refusal(text) == ": holds no edges");
}

BOOST_AUTO_TEST_CASE(other_formats_of_graphs_are_not_misread) {
  BOOST_TEST(contains(refusal("0 1 2 3\n1 2\n2 0\n"),
                      ":2: 2 fields between blanks; expected 4, as on line 1 (names that end in .adjlist are of adja"));
  BOOST_TEST(contains(refusal("0 1\n1 2 3\n"), ":2: 3 fields"));
  for (const std::string text :
       {"p edge 3 2\ne 1 2\ne 2 3\n", "c a comment\np sp 3 2\na 1 2 5\n", "3 2\n2\n1 3\n2\n",
        "<?xml version=\"1.0\"?>\n<graphml>\n<edge source=\"1\" target=\"2\"/>\n", "graph [\n node [ id 1 ]\n",
        "*Vertices 3\n1 2\n", "digraph { 0 -> 1 }\n", "{\"edges\": [[0, 1]]}\n", "a,b\n0,1,2\n", "x y\n1 2 3 4\n"})
    BOOST_TEST(refusal(text).starts_with(":"), text);
}

BOOST_AUTO_TEST_CASE(a_line_of_sizes_is_no_edge) {
  const std::string why = ":1: 3 and 4 are the numbers of vertices and edges below, or an edge; expected edges alone";
  for (const std::string text : {"3 4\n0 1\n1 2\n2 0\n0 2\n", "3 4\n1 2\n2 3\n3 1\n1 3\n"})  // vertices from 0, from 1
    for (const int parts : {1, 4}) BOOST_TEST(refusal(text, parts).starts_with(why), refusal(text, parts));
  BOOST_TEST(refusal("3 3\n2 3\n1 3\n1 2\n").starts_with(":1: 3 and 3 are"));  // METIS: a triangle
  BOOST_TEST(refusal("0 1\n1 2\n2 0\n0 2\n3 4\n") == "nothing was thrown");
  BOOST_TEST(refusal("1 0\n") == "nothing was thrown");
  // Rows, columns and numbers, as below the banner of Matrix Market.
  BOOST_TEST(refusal("3 4 2\n1 2 0.5\n3 4 1\n").starts_with(":1: 4 and 2 are the numbers of vertices"));
  for (const std::string text : {"3 3 2\n1 2 0.5\n3 4 1\n", "3 3 3\n1 2 1\n2 3 1\n", "0 1 1\n1 0 1\n"})
    BOOST_TEST(refusal(text) == "nothing was thrown", text);
}

BOOST_AUTO_TEST_CASE(numbers_behind_vertices_are_written_as_in_tables) {
  const TemporaryDirectory directory;
  BOOST_TEST((read(directory.write("g", "0 1 +1\n1 0 1e-400\n")) == Edges{{0, 1}, {1, 0}}));
  BOOST_TEST(contains(refusal("0 1 1e400\n"), "'1e400' is no number"));
}

BOOST_AUTO_TEST_CASE(vertices_with_an_edge_are_told_from_those_without) {
  const Edges edges{{3, 5}, {70, 3}};
  BOOST_TEST((used_vertices(edges, 3, 68) == std::vector<std::uint64_t>{0b101, 0b1000}));
  const EdgeTally all = tally(edges);
  BOOST_TEST(all.edges == 2);
  BOOST_TEST(all.smallest == 3);
  BOOST_TEST(all.largest == 70);
}

BOOST_AUTO_TEST_CASE(names_are_vertices_in_every_spelling_and_number_of_parts) {
  const TemporaryDirectory directory;
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  const auto named = [&](const std::string& text, int parts) {
    const GraphFormat format = read_graph_format(directory.write("g", text));
    BOOST_TEST(format.named);
    Pairs pairs;
    for (int i = 0; i < parts; ++i) {
      const GraphPart part = read_graph_part(format, i, parts);
      const auto name = [&](std::int64_t at) { return part.names.at(static_cast<std::size_t>(at)); };
      for (const auto [from, to] : part.edges) pairs.emplace_back(name(from), name(to));
    }
    return pairs;
  };
  const Pairs expected{{"ab", "Größe"}, {"Größe", "7"}, {"7", "ab"}};
  for (const std::string text :
       {"ab Größe\nGröße 7\n7 ab\n", "ab\tGröße\r\nGröße\t7\r\n7\tab", "source,target\nab,Größe\nGröße, 7\n7 ,ab\n",
        "\"ab\",\"Größe\"\n\"Größe\",7\n\"7\",ab\n", "x,y,weight\nab,Größe,1\nGröße,7,2e5\n7,ab,0\n",
        "# From To\nab Größe 1\nGröße 7 -1\n7 ab 3\n"})
    for (int parts = 1; parts < 6; ++parts)
      BOOST_TEST_CONTEXT(text << parts << " parts") BOOST_TEST((named(text, parts) == expected));
  BOOST_TEST((named("Washington, DC\tNew York\n\"a\tb\n", 1) == Pairs{{"Washington, DC", "New York"}, {"\"a", "b"}}));
  BOOST_TEST((named("\"a, \"\"b\"\"\",c\n", 1) == Pairs{{"a, \"b\"", "c"}}));
  BOOST_TEST((named("cat dog\n", 1) == Pairs{{"cat", "dog"}}));  // no header: there is no other edge
  BOOST_TEST(refusal("a,b\n,c\n") == ":2: a vertex without a name; expected two names");
  BOOST_TEST(refusal("a b\nc\n").starts_with(":2: 1 fields between blanks; expected 2, as on line 1"));
  BOOST_TEST(refusal("a b 1\nc d x\n") == ":2: 'x' is no number; expected a weight or time stamp behind two vertices");
}

BOOST_AUTO_TEST_CASE(weights_are_kept_and_held_against_the_least) {
  const TemporaryDirectory directory;
  GraphFormat format = read_graph_format(directory.write("g", "0 1 2.5\n1 0 -1\n"));
  BOOST_TEST((read_graph_part(format, 0, 1).weights == std::vector<double>{2.5, -1}));
  format.least_weight = 0;
  BOOST_TEST(contains(text_of<InputError>([&] { read_graph_part(format, 0, 1); }),
                      "g:2: the weight is -1; expected at least 0"));
  format.keep_weights = false;
  BOOST_TEST(read_graph_part(format, 0, 1).weights.empty());
}

BOOST_AUTO_TEST_SUITE_END()
