// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <functional>

#include "base/error.hpp"
#include "document/document.hpp"
#include "document/partition.hpp"
#include "fault_cases.hpp"

BOOST_AUTO_TEST_SUITE(partition_layers)

using namespace uneven;
using document::Json;
using document::Partition;
using document::Side;

namespace {

/// 3-4-2-1, 10 samples. All layers have processors 0 and 1 in columns of 6 and 4 samples, but the second, of which
/// processor 0 has one input and processor 2 the other three. Processor 3 has nothing.
Partition small() {
  Partition p;
  p.network = {3, 6, 1};
  p.hidden_layers = {4, 2};
  p.samples = 10;
  p.cluster.resize(4);
  p.left_out = {3};
  const std::vector<document::Column> halves{{0.6, {0}, {0, 6}}, {0.4, {1}, {6, 4}}};
  const auto of = [&](std::int64_t inputs, std::int64_t outputs) {
    document::Layer layer;
    layer.inputs = inputs;
    layer.outputs = outputs;
    layer.columns = halves;
    layer.rectangles = {{{0, 0, 0, 0.6, 0, 1, {0, 6}, {0, outputs}}}, {{1, 1, 0.6, 0.4, 0, 1, {6, 4}, {0, outputs}}}};
    layer.left_out = {2, 3};
    return layer;
  };
  p.layers = {of(3, 4), of(4, 2), of(2, 1)};
  p.layers[1].cut = Side::inputs;
  p.layers[1].columns = {{1, {0, 2}, {0, 10}}};
  p.layers[1].rectangles = {{{0, 0, 0, 1, 0, 0.25, {0, 10}, {0, 1}}}, {{2, 0, 0, 1, 0.25, 0.75, {0, 10}, {1, 3}}}};
  p.layers[1].left_out = {1, 3};
  p.moves = {{4, {}, {}}, {2, {}, {}}};
  return p;
}

Json json_of(const Partition& plan) { return document::parse(document::written(plan, true), "plan", {}).json.json(); }

}  // namespace

BOOST_AUTO_TEST_CASE(each_fault_of_layers_is_found_where_it_is) {
  struct Case {
    const char* pointer;
    std::function<void(Partition&)> damage;
  };
  const Case cases[] = {
      {"/network/hidden", [](auto& p) { p.network.hidden = 4; }},
      {"/layers", [](auto& p) { p.layers.pop_back(); }},
      {"/layers",
       [](auto& p) {
         p.hidden_layers = {4, 1, 1};
       }},
      {"/layers/0/inputs", [](auto& p) { p.network.inputs = 4; }},
      {"/layers/1/inputs", [](auto& p) { p.layers[1].inputs = 5; }},
      {"/layers/2/outputs", [](auto& p) { p.layers[2].outputs = 2; }},
      {"/layers/0/cut", [](auto& p) { p.layers[0].cut = Side::inputs; }},
      {"/layers/1/columns/0", [](auto& p) { p.layers[1].cut = Side::outputs; }},
      {"/layers/1/rectangles/1/units", [](auto& p) { p.layers[1].rectangles[0].hidden.count = 2; }},
      {"/layers/1/columns/0", [](auto& p) { p.layers[1].rectangles[1].hidden.count = 2; }},
      {"/layers/2/columns/1/samples", [](auto& p) { p.layers[2].columns[0].samples.count = 5; }},
      {"/layers/2/columns", [](auto& p) { p.layers[2].columns[1].samples.count = 3; }},
      {"/layers/2/left_out/0",
       [](auto& p) {
         p.layers[2].left_out = {0, 3};
       }},
      {"/layers/2/rectangles", [](auto& p) { p.layers[2].left_out.pop_back(); }},
      {"/left_out", [](auto& p) { p.left_out.clear(); }},
      {"/moves", [](auto& p) { p.moves.pop_back(); }},
      {"/moves/1/units", [](auto& p) { p.moves[1].units = 3; }},
      {"/columns", [](auto& p) { p.columns = p.layers[0].columns; }},
      {"/groups", [](auto& p) { p.groups.resize(1); }},
      {"/", [](auto& p) { p.hidden_layers.clear(); }},
      {"/hidden_layers", [](auto& p) { p.layers.clear(); }},
      {"/moves", [](auto& p) { p.layers.clear(); }},
  };
  BOOST_TEST(faults(small()).empty());
  for (std::size_t i = 0; i < std::size(cases); ++i) {
    Partition plan = small();
    cases[i].damage(plan);
    const auto found = faults(plan);
    const bool named = std::any_of(found.begin(), found.end(), [&](const std::string& line) {
      return line.starts_with(cases[i].pointer + std::string(": "));
    });
    BOOST_TEST(named, "case " << i << ": no fault at " << cases[i].pointer
                              << (found.empty() ? "" : "; the first is " + found.front()));
  }
}

// Whatever says who does what binds; predictions and what is said to move do not.
BOOST_AUTO_TEST_CASE(a_change_of_any_number_of_layers_is_found) {
  const Json sound = json_of(small());
  BOOST_TEST_REQUIRE(document::faults_of(document::of_json(sound, "")).empty());
  const Json flat = sound.flatten();
  for (const auto& [pointer, value] : flat.items()) {
    const bool binds = pointer.starts_with("/layers/") || pointer.starts_with("/hidden_layers/");
    if (!binds || !value.is_number_integer() || pointer.find("/predicted/") != pointer.npos) continue;
    const std::string name = pointer.substr(pointer.rfind('/') + 1);
    if (name == "left" || name == "width" || name == "top" || name == "height" || name == "small_group") continue;
    for (const int change : {-1, 1, 7}) {
      Json damaged = sound;
      Json& number = damaged[Json::json_pointer(pointer)];
      number = number.get<std::int64_t>() + change;
      BOOST_TEST(!document::faults_of(document::of_json(damaged, "")).empty(), pointer << " changed by " << change);
    }
  }
}

BOOST_AUTO_TEST_CASE(layers_replace_columns_and_rectangles) {
  Json json = json_of(small());
  BOOST_TEST(!json.contains("columns"));
  BOOST_TEST(!json.contains("rectangles"));
  const auto again = document::from_json<Partition>(json);
  BOOST_TEST(json_of(again) == json);
  json.erase("layers");
  const auto found = document::faults_of(document::of_json(json, ""));
  BOOST_TEST_REQUIRE(!found.empty());
  BOOST_TEST(found.front() == "/: lacks \"columns\"");
}

BOOST_AUTO_TEST_CASE(a_layer_as_a_partition) {
  const Partition plan = small();
  const Partition first = document::partition_of(plan, 0), second = document::partition_of(plan, 1),
                  third = document::partition_of(plan, 2);
  const auto sizes = [](const Partition& p) {
    return std::vector<std::int64_t>{p.network.inputs, p.network.hidden, p.network.outputs};
  };
  BOOST_TEST(sizes(first) == (std::vector<std::int64_t>{3, 4, 0}), boost::test_tools::per_element());
  BOOST_TEST(sizes(second) == (std::vector<std::int64_t>{0, 4, 2}), boost::test_tools::per_element());
  BOOST_TEST(sizes(third) == (std::vector<std::int64_t>{0, 1, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(without_a_cluster_the_processors_of_layers_are_equal) {
  Json json = json_of(small());
  json.erase("cluster");
  BOOST_TEST(document::from_json<Partition>(json).cluster.size() == 4u);
}

BOOST_AUTO_TEST_CASE(units_as_text) {
  BOOST_TEST(document::text_of(document::parse_units("784-512-256-10", "")) == "784-512-256-10");
  BOOST_TEST(document::parse_units("1-2-3", "").size() == 3u);
  for (const char* text : {"", "1", "1-2", "1-2-", "-1-2-3", "1--2-3", "1-2-3-0", "1-2-3x", "1-2-3-9007199254740992"})
    BOOST_CHECK_THROW(document::parse_units(text, "--network"), UsageError);
  BOOST_CHECK_THROW(document::parse_perceptron("1-2-3-4", "--network"), UsageError);
}

BOOST_AUTO_TEST_SUITE_END()
