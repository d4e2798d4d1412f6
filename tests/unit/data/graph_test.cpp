// SPDX-License-Identifier: MIT
#include "data/graphs/graph.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <random>
#include <sstream>

#include "base/error.hpp"
#include "data/graphs/key_numbers.hpp"
#include "temporary.hpp"

BOOST_AUTO_TEST_SUITE(graph)

using namespace uneven;
using namespace uneven::data;

namespace {

/// Edges with their weights, in order.
using Weighted = std::vector<std::pair<std::pair<std::int64_t, std::int64_t>, double>>;

/// What a graph's file holds, read in so many parts, as the runner does.
Weighted read(const std::string& path, int parts) {
  const GraphFormat format = read_graph_format(path);
  Weighted all;
  GraphSizes sizes;
  for (int i = 0; i < parts; ++i) {
    GraphPart part = read_graph_part(format, i, parts);
    if (format.form == GraphForm::metis) number_lines(part, sizes.lines);
    if (part.said > 0) sizes.said = sizes.lines + part.said;
    sizes.lines += part.lines;
    sizes.entries += part.entries;
    sizes.balance += balance_of(part);
    for (std::size_t e = 0; e < part.edges.size(); ++e)
      all.push_back({{part.edges[e].from, part.edges[e].to}, part.weights.empty() ? 1 : part.weights[e]});
  }
  require_sizes(format, sizes);
  std::ranges::sort(all);
  return all;
}

std::string refusal_of(const std::string& name, const std::string& text, int parts = 1) {
  const TemporaryDirectory directory;
  const std::string path = directory.write(name, text);
  const std::string what = text_of<InputError>([&] { read(path, parts); });
  return what.starts_with(path) ? what.substr(path.size()) : what;
}

const std::string banner = "%%MatrixMarket matrix coordinate ";

}  // namespace

BOOST_AUTO_TEST_CASE(one_graph_is_the_same_in_every_format_and_number_of_parts) {
  const TemporaryDirectory directory;
  for (unsigned seed = 0; seed < 30; ++seed) {
    std::mt19937 random(seed);
    const int n = 1 + static_cast<int>(random() % 9);
    std::map<std::pair<int, int>, int> edges;  // each once, first vertex the larger
    for (unsigned i = random() % 15; i > 0; --i)
      if (const int u = static_cast<int>(random()) % n, v = static_cast<int>(random()) % n; u >= 0 && u != v && v >= 0)
        edges[{1 + std::max(u, v), 1 + std::min(u, v)}] = 1 + static_cast<int>(random() % 5);
    std::ostringstream list, general, symmetric, metis;
    Weighted expected;
    general << "%%matrixmarket MATRIX Coordinate integer general\n% about\n\n"
            << n << " " << n << " " << 2 * edges.size() << "\n";
    symmetric << banner << "real symmetric\n" << n << ' ' << n << ' ' << edges.size() << '\n';
    metis << "% about\n" << n << " " << edges.size() << " 011 2\n";
    std::vector<std::string> beside(static_cast<std::size_t>(n) + 1, "7 8 ");
    for (const auto& [edge, weight] : edges) {
      const auto [u, v] = edge;
      for (const auto& [from, to] : {std::pair{u, v}, std::pair{v, u}}) {
        expected.push_back({{from, to}, static_cast<double>(weight)});
        list << from << '\t' << to << ' ' << weight << "\n";
        general << from << ' ' << to << ' ' << weight << "\n";
        beside[static_cast<std::size_t>(from)] += std::to_string(to) + " " + std::to_string(weight) + "  ";
      }
      symmetric << u << " " << v << " " << weight << ".0\n";
    }
    for (int v = 1; v <= n; ++v) metis << beside[static_cast<std::size_t>(v)] << (v % 2 ? "\n% between\n" : "\n");
    std::ranges::sort(expected);
    for (int parts = 1; parts < 7; ++parts)
      BOOST_TEST_CONTEXT("seed " << seed << ", " << parts << " parts\n" << metis.str() << symmetric.str()) {
        if (!edges.empty()) BOOST_TEST((read(directory.write("g.tsv", list.str()), parts) == expected));
        BOOST_TEST((read(directory.write("g.mtx", general.str()), parts) == expected));
        BOOST_TEST((read(directory.write("symmetric", symmetric.str()), parts) == expected));
        BOOST_TEST((read(directory.write("g.graph", metis.str()), parts) == expected));
      }
  }
}

BOOST_AUTO_TEST_CASE(vertices_without_edges_have_blank_lines_in_metis) {
  const TemporaryDirectory directory;
  const Weighted expected{{{2, 4}, 1}, {{4, 2}, 1}};
  for (const std::string text :
       {"5 1\n\n4\n\n2\n\n", "5 1\r\n\r\n4\r\n\r\n2\r\n\r\n\r\n", "% a\n5 1 0\n \n4\n% b\n\n2\n\n"})
    for (int parts = 1; parts < 7; ++parts)
      BOOST_TEST_CONTEXT(text << parts) BOOST_TEST((read(directory.write("g.metis", text), parts) == expected));
}

BOOST_AUTO_TEST_CASE(an_adjacency_list_names_vertices_without_edges) {
  const TemporaryDirectory directory;
  for (int parts = 1; parts < 5; ++parts) {
    const GraphFormat format = read_graph_format(directory.write("g.adjlist", "# a\n0 1 2\n5\n1 0\n"));
    std::vector<std::int64_t> alone;
    std::vector<Edge> edges;
    for (int i = 0; i < parts; ++i) {
      const GraphPart part = read_graph_part(format, i, parts);
      alone.insert(alone.end(), part.alone.begin(), part.alone.end());
      edges.insert(edges.end(), part.edges.begin(), part.edges.end());
    }
    BOOST_TEST((alone == std::vector<std::int64_t>{5}));
    BOOST_TEST((edges == std::vector<Edge>{{0, 1}, {0, 2}, {1, 0}}));
  }
  const GraphPart named = read_graph_part(read_graph_format(directory.write("n.adjlist", "a b 3\nc\n")), 0, 1);
  BOOST_TEST((named.names == std::vector<std::string>{"a", "b", "3", "c"}));
  BOOST_TEST((named.alone == std::vector<std::int64_t>{3}));
  BOOST_TEST(refusal_of("g.adjlist", "0 1\n1 x\n") ==
             ":2: 'x' is no vertex; expected whole numbers of 64 bits, as on line 1");
}

BOOST_AUTO_TEST_CASE(keys_have_numbers_or_weigh_one) {
  const TemporaryDirectory directory;
  const auto read_all = [&](const std::string& text, int parts) {
    std::vector<std::pair<std::string, double>> all;
    const std::string path = directory.write("k", text);
    for (int i = 0; i < parts; ++i) {
      const KeyNumbers part = read_key_numbers(path, i, parts);
      for (std::size_t k = 0; k < part.keys.size(); ++k) all.emplace_back(part.keys[k], part.numbers[k]);
    }
    return all;
  };
  using All = std::vector<std::pair<std::string, double>>;
  for (int parts = 1; parts < 5; ++parts) {
    for (const std::string text : {"a b\t2\n# c\n7\t0.5\n", "vertex,weight\n\"a b\",2\n7, 0.5\n"})
      BOOST_TEST((read_all(text, parts) == All{{"a b", 2}, {"7", 0.5}}));
    BOOST_TEST((read_all("x\r\n7\r\n", parts) == All{{"x", 1}, {"7", 1}}));
    BOOST_TEST((read_all("key number\nx 3", parts) == All{{"x", 3}}));
  }
  for (const std::string text : {"", "# a\n", "a 1\nb\n", "a 1\nb -1\n", "a 1\nb x\n", "a 1 2\n"})
    BOOST_CHECK_THROW(read_all(text, 2), InputError);
}

BOOST_AUTO_TEST_CASE(matrices_that_are_no_graphs_are_refused) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"array real general\n2 2\n", ":1: Matrix Market: 'array'; expected coordinate, the entries of a sparse matrix"},
      {"coordinate complex general\n", ":1: Matrix Market: 'complex'; expected pattern, real or integer"},
      {"coordinate real skew-symmetric\n", ":1: Matrix Market: 'skew-symmetric'; expected general or symmetric"},
      {"coordinate pattern general\n% a\n2 3 1\n1 2\n", ":3: 2 rows, 3 columns and 1 entries; expected as many"},
      {"coordinate pattern general\n2 2\n", ":2: expected three sizes: rows, columns and entries"},
      {"coordinate pattern general\n", ": holds no line of sizes"},
      {"coordinate pattern general\n2 2 1\n0 1\n", ":3: 0 is no vertex; expected 1 to 2"},
      {"coordinate pattern general\n2 2 1\n1 3\n", ":3: 3 is no vertex; expected 1 to 2"},
      {"coordinate pattern general\n2 2 1\n1 1 5\n", ":3: expected 2 numbers"},
      {"coordinate real general\n2 2 1\n1 1\n", ":3: expected 3 numbers"},
      {"coordinate real general\n2 2 1\n1 1 nan\n", ":3: 'nan' is no number"},
      {"coordinate real symmetric\n2 2 1\n1 2 1\n", ":3: an entry above the diagonal"},
      {"coordinate pattern general\n2 2 3\n1 1\n2 2\n", ": 2 entries; line 2 says 3"}};
  for (const auto& [text, why] : wrong)
    for (const int parts : {1, 3}) {
      const std::string found = refusal_of("m", "%%MatrixMarket matrix " + text, parts);
      BOOST_TEST(found.starts_with(why), found << " instead of " << why);
    }
}

BOOST_AUTO_TEST_CASE(metis_graphs_that_contradict_themselves_are_refused) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"", ": holds no line of sizes"},
      {"3\n", ":1: fewer than two numbers; expected the line of sizes of a METIS graph"},
      {"2 1 2\n2\n1\n", ":1: the format '2'"},
      {"2 1\n2\n3\n", ":3: 3 is no vertex; expected 1 to 2"},
      {"2 1\n2\nx\n", ":3: 'x' is no vertex; expected 1 to 2"},
      {"2 1 1\n2 5\n1\n", ":3: '' is no number"},
      {"2 1 10\n7\n", ": 1 lines of vertices; line 1 says 2"},
      {"3 1\n2\n1\n", ": 2 lines of vertices; line 1 says 3"},
      {"2 1\n2\n1\n\n1\n", ": 4 lines of vertices; line 1 says 2"},
      {"2 2\n2\n1\n", ": the vertices list 2 ends of edges; line 1 says 2 edges, each at both its vertices"},
      {"3 1\n2\n\n1\n", ": an edge is not listed at both its vertices"},
      {"2 1 1\n2 5\n1 6\n", ": an edge is not listed at both its vertices, or with two weights"}};
  for (const auto& [text, why] : wrong)
    for (const int parts : {1, 3}) {
      const std::string found = refusal_of("g.graph", text, parts);
      BOOST_TEST(found.starts_with(why), found << " instead of " << why);
    }
}

BOOST_AUTO_TEST_SUITE_END()
