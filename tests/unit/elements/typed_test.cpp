// SPDX-License-Identifier: MIT
#include "elements/typed.hpp"

#include <boost/test/unit_test.hpp>
#include <map>
#include <numeric>
#include <queue>
#include <random>
#include <set>

#include "../cases.hpp"
#include "elements/serial.hpp"

BOOST_AUTO_TEST_SUITE(typed_programs)

using namespace uneven::elements;

namespace {

struct Edge {
  std::int64_t from, to;
  double weight;
};

struct Vertex {
  double distance = HUGE_VAL;
  std::int64_t hops = -1;
  UNEVEN_FIELDS(distance, hops)
};

/// Distances from vertex 0, and how many supersteps before a vertex was reached first.
struct Paths : Typed<Paths, Keyed<Vertex, double>> {
  using Typed::Typed;
  static constexpr DataForm data = DataForm::edges;
  void combine(double& a, const double& b) const { a = std::min(a, b); }
  bool rests(const At<Vertex>& at) const { return at.superstep > 0 && !at.received(); }
  void f(Vertex& v, const At<Vertex>& at) const {
    v.distance = std::min(v.distance, at.received() ? at.message() : at.key() == 0 ? 0 : HUGE_VAL);
    if (v.hops < 0 && v.distance < HUGE_VAL) v.hops = at.superstep;
  }
  void g(const Vertex& v, const At<Vertex>& at, Out& out) const {
    if (!at.received() && at.key() != 0) return;
    if (!at.received() || at.message() == v.distance)
      at.links([&](Link link) { out.send<Vertex>(link.key, v.distance + link.weight); });
  }
};

Settings settings_with(std::int64_t elements, int columns = 0, std::int64_t iterations = 1000) {
  Settings settings;
  settings.elements = elements;
  settings.columns = columns;
  settings.iterations = iterations;
  return settings;
}

void link(SerialRun& run, int group, std::vector<Edge> edges) {
  std::ranges::stable_sort(edges, {}, &Edge::from);
  auto edge = edges.begin();
  std::int64_t first = 0;
  for (auto& block : run.blocks(group)) {
    block->link_start = {0};
    for (std::int64_t i = 0; i < block->count; ++i) {
      for (; edge != edges.end() && edge->from == first + i; ++edge) {
        block->links.push_back(edge->to);
        block->link_weights.push_back(edge->weight);
      }
      block->link_start.push_back(std::ssize(block->links));
    }
    first += block->count;
  }
}

std::vector<double> by_dijkstra(std::int64_t n, const std::vector<Edge>& edges) {
  std::vector<double> distance(std::size_t(n), HUGE_VAL);
  std::multimap<std::int64_t, Edge> from;
  for (const Edge& edge : edges) from.emplace(edge.from, edge);
  std::priority_queue<std::pair<double, std::int64_t>> queue;
  queue.emplace(0, 0);
  while (!queue.empty()) {
    const auto [minus, v] = queue.top();
    queue.pop();
    if (-minus >= distance[std::size_t(v)]) continue;
    distance[std::size_t(v)] = -minus;
    for (auto [at, end] = from.equal_range(v); at != end; ++at) queue.emplace(minus - at->second.weight, at->second.to);
  }
  return distance;
}

}  // namespace

BOOST_AUTO_TEST_CASE(messages_follow_links_until_nothing_is_sent) {
  uneven::test::for_seeds(uneven::test::cases(20), [](std::mt19937& random) {
    const std::int64_t n = 1 + random() % 20'000;
    std::vector<Edge> edges(random() % (3 * n));
    for (Edge& edge : edges) edge = {std::int64_t(random() % n), std::int64_t(random() % n), double(random() % 100)};
    const std::vector<double> expected = by_dijkstra(n, edges);
    const Paths program(settings_with(n));
    SerialRun run(program, {}, 0, 1 + random() % 3);
    link(run, 0, edges);
    run.run();
    BOOST_TEST(run.output() == expected, boost::test_tools::per_element());
    BOOST_TEST(*program.settled(run.state()));
  });
}

namespace {

struct Sample {
  double x, y;
  std::array<float, 2> kept{1, 2};
  bool far = false;
  UNEVEN_FIELDS(x, y, kept, far)
};
/// Joined by its own rule.
struct Extent {
  double least, most;
};
struct Centre {
  double x = 0, y = 0, moves = 0;
  std::array<double, 2> extent{};
  UNEVEN_FIELDS(x, y, moves, extent)
};
struct Sums {
  double n, x, y;
};
struct Place {
  double x, y;
};
struct Range {
  double least, most, rounds;
  UNEVEN_FIELDS(least, most, rounds)
};

/// The mean of all points, then of those near it, three times; the extent goes to a second central group; points tell
/// all points how many are far.
struct Trimmed : Typed<Trimmed, Spread<Sample, Place>, Central<Centre, Sums>, Central<Range, Extent>> {
  using Typed::Typed;
  const double reach = parameter("reach", 1.5);
  void combine(Extent& a, const Extent& b) const { a = {std::min(a.least, b.least), std::max(a.most, b.most)}; }
  void f(Sample& s, const At<Sample>& at) const {
    s.far = at.is_told() && std::hypot(s.x - at.told().x, s.y - at.told().y) > reach;
    s.kept[0] += s.far;
  }
  void g(const Sample& s, const At<Sample>&, Out& out) const {
    if (s.far) return;
    out.send<Centre>({1, s.x, s.y});
    out.send<Range>({s.x, s.x});
  }
  void f(Centre& c, const At<Centre>& at) const {
    const Sums sums = at.message();
    c.x = sums.x / sums.n, c.y = sums.y / sums.n, ++c.moves;
    BOOST_TEST(at.received() == sums.n);
  }
  void g(const Centre& c, const At<Centre>&, Out& out) const {
    if (c.moves < 3) out.multicast<Sample>({c.x, c.y});
  }
  void f(Range& r, const At<Range>& at) const { r = {at.message().least, at.message().most, r.rounds + 1}; }
};

struct Cheap : Typed<Cheap, Spread<Sample, Place>, Keyed<Centre, Place>> {
  using Typed::Typed;
  static constexpr bool cheap = true;
  void combine(Place&, const Place&) const {}
};

}  // namespace

BOOST_AUTO_TEST_CASE(elements_without_keys_are_cheap_if_the_program_says_so) {
  const std::vector<Group> groups = Cheap(settings_with(1, 2)).groups();
  BOOST_TEST(groups[0].cheap);
  BOOST_TEST(!groups[1].cheap);
  BOOST_TEST(!Trimmed(settings_with(1, 2)).groups()[0].cheap);
}

BOOST_AUTO_TEST_CASE(central_elements_get_sums_and_tell_all) {
  uneven::test::for_seeds(20, [](std::mt19937& random) {
    const std::size_t n = 1 + random() % 9000;
    std::vector<double> rows(2 * n);
    for (double& x : rows) x = double(random() % 4000) / 1000;
    Settings settings = settings_with(std::int64_t(n), 2);
    settings.parameters = Parameters(std::map<std::string, std::string>{{"reach", "1.25"}});
    const Trimmed program(settings);
    SerialRun run(program, rows, 2, 1 + random() % 3);
    run.run();
    double x = 0, y = 0, least = 0, most = 0;
    for (int round = 0; round < 3; ++round) {
      double count = 0, sum_x = 0, sum_y = 0;
      least = HUGE_VAL, most = -HUGE_VAL;
      for (std::size_t i = 0; i < n; ++i) {
        if (round > 0 && std::hypot(rows[2 * i] - x, rows[2 * i + 1] - y) > 1.25) continue;
        ++count, sum_x += rows[2 * i], sum_y += rows[2 * i + 1];
        least = std::min(least, rows[2 * i]), most = std::max(most, rows[2 * i]);
      }
      x = sum_x / count, y = sum_y / count;
    }
    const auto centre = program.central<Centre>(run.state());
    const auto range = program.central<Range>(run.state());
    BOOST_TEST(centre.x == x, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(centre.y == y, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(range.least == least);
    BOOST_TEST(range.most == most);
    BOOST_TEST(range.rounds == 3);
    BOOST_TEST(program.iterations(run.state()) == 3);
    BOOST_TEST(settings.parameters.asked().at("reach") == "1.25");
  });
}

namespace {

struct Person {
  std::int64_t letters = 0, digest = 0;
  UNEVEN_FIELDS(letters, digest)
};

/// Everyone writes to some others, of what is told to all; the order of letters is digested.
struct Letters : Typed<Letters, Keyed<Person, std::string_view, Join::set, Place>> {
  using Typed::Typed;
  static constexpr DataForm data = DataForm::edges;
  void f(Person& p, const At<Person>& at) const {
    at.messages([&](std::int64_t from, std::string_view text) {
      ++p.letters;
      p.digest = (p.digest * 31 + from * 7 + static_cast<std::int64_t>(text.size())) % 1'000'003;
    });
    if (at.is_told()) p.digest = (p.digest + static_cast<std::int64_t>(at.told().x)) % 1'000'003;
  }
  void g(const Person&, const At<Person>& at, Out& out) const {
    if (at.superstep == 3 && at.key() == 0) out.stop();
    const std::string text(static_cast<std::size_t>(at.key() % 5), 'x');
    for (std::int64_t n = 0; n < at.degree(); ++n) out.send<Person>(at.link(n).key, text);
    out.multicast<Person>({double(at.key() % 3), 0});
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(sets_of_text_come_in_order_and_any_element_can_tell_all) {
  uneven::test::for_seeds(10, [](std::mt19937& random) {
    const std::int64_t n = 1 + random() % 6000;
    std::vector<Edge> edges(random() % (3 * n));
    for (Edge& edge : edges) edge = {std::int64_t(random() % n), std::int64_t(random() % n), 1};
    const Letters program(settings_with(n));
    SerialRun run(program, {}, 0, 1 + random() % 3);
    link(run, 0, edges);
    run.run();
    BOOST_TEST(program.iterations(run.state()) == 4);
    std::vector<std::int64_t> digest(std::size_t(n), 0);
    std::ranges::stable_sort(edges, {}, &Edge::from);
    std::int64_t told = 0;
    for (std::int64_t v = 0; v < n; ++v) told += v % 3;
    for (int superstep = 1; superstep < 4; ++superstep) {
      for (const Edge& edge : edges) {
        std::int64_t& d = digest[std::size_t(edge.to)];
        d = (d * 31 + edge.from * 7 + edge.from % 5) % 1'000'003;
      }
      for (std::int64_t& d : digest) d = (d + told) % 1'000'003;
    }
    std::size_t at = 0;
    const BlockLayout layout(program.groups()[0], elements_of_blocks(n));
    for (auto& block : run.blocks(0)) {
      const Batch batch = batch_of(0, layout, *block, {});
      for (std::int64_t i = 0; i < block->count; ++i)
        BOOST_TEST_REQUIRE(batch.lane<std::int64_t>(1)[i] == digest[at++]);
    }
  });
}

BOOST_AUTO_TEST_CASE(the_limit_of_iterations_ends_a_run_that_has_not_settled) {
  const Paths program(settings_with(100, 0, 5));
  SerialRun run(program, {}, 0);
  std::vector<Edge> chain;
  for (int v = 0; v < 99; ++v) chain.push_back({v, v + 1, 1});
  link(run, 0, chain);
  run.run();
  BOOST_TEST(program.iterations(run.state()) == 5);
  BOOST_TEST(!*program.settled(run.state()));
}

BOOST_AUTO_TEST_CASE(parameters_that_cannot_be_read_are_refused) {
  const Parameters given(std::map<std::string, std::string>{{"a", "1.5"}, {"b", "x"}, {"c", "7 8"}, {"d", "text"}});
  BOOST_TEST(given.get("a", 0.0) == 1.5);
  BOOST_CHECK_THROW(given.get("a", std::int64_t{0}), std::invalid_argument);
  BOOST_CHECK_THROW(given.get("b", 0.0), std::invalid_argument);
  BOOST_CHECK_THROW(given.get("c", 0.0), std::invalid_argument);
  BOOST_TEST(given.get("d", std::string()) == "text");
  BOOST_TEST(given.get("e", true));
  BOOST_TEST(given.asked().at("e") == "1");
}

BOOST_AUTO_TEST_SUITE_END()
