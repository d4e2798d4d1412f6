// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <random>
#include <sstream>

#include "../cases.hpp"
#include "document/document.hpp"
#include "document/partition.hpp"
#include "fault_cases.hpp"
#include "partition/plan.hpp"

BOOST_AUTO_TEST_SUITE(partition_faults)

using namespace uneven;
using document::Json;
using document::Partition;

namespace {

/// Columns 0 and 1 of 6 + 4 samples; processors 0 and 1 share the first, 2 has the second, 3 is left out.
///
///        0     6   10
///     0  +-----+---+
///        |  0  |   |
///     2  +-----+ 2 |
///        |  1  |   |
///     5  +-----+---+
Partition small() {
  Partition p;
  p.network = {3, 5, 2};
  p.samples = 10;
  p.method = document::PartitionMethod::columns;
  p.order = document::Order::sorted;
  p.objective = document::Objective::elements;
  p.collective = document::Collective::linear;
  p.columns = {{0.6, {0, 1}, {0, 6}}, {0.4, {2}, {6, 4}}};
  p.rectangles = {{0, 0, 0, 0.6, 0, 0.4, {0, 6}, {0, 2}},
                  {1, 0, 0, 0.6, 0.4, 0.6, {0, 6}, {2, 3}},
                  {2, 1, 0.6, 0.4, 0, 1, {6, 4}, {0, 5}}};
  p.groups = {{{0, 2}, {0, 2}}, {{2, 3}, {1, 2}}};
  p.left_out = {3};
  p.cluster.resize(4);
  return p;
}

/// A partition that the planner makes for random speeds.
Partition planned(std::mt19937& random) {
  document::Speeds speeds;
  for (std::size_t i = 0, count = 1 + random() % 8; i < count; ++i) {
    speeds.processors.emplace_back().rank = static_cast<std::int64_t>(i);
    speeds.processors.back().speed = 1 + random() % 9;
  }
  partition::Options options;
  const auto between = [&](std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random);
  };
  options.network = {between(1, 9), between(8, 40), between(1, 9)};
  options.samples = between(8, 50);
  options.order = random() % 2 ? partition::Order::sorted : partition::Order::free;
  Partition plan = partition::plan(speeds, options);
  return plan;
}

/// The whole numbers that say who does what; exact shares and predictions bind nobody.
std::vector<std::string> binding_numbers(const Json& plan) {
  std::vector<std::string> pointers;
  const Json flat = plan.flatten();
  for (const auto& [pointer, value] : flat.items()) {
    const bool bound = pointer == "/samples" || pointer == "/network/hidden" || pointer.starts_with("/columns") ||
                       pointer.starts_with("/rectangles") || pointer.starts_with("/groups") ||
                       pointer.starts_with("/left_out/");
    const std::string name = pointer.substr(pointer.rfind('/') + 1);
    if (bound && name != "width" && name != "height" && name != "left" && name != "top") pointers.push_back(pointer);
  }
  return pointers;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_fault_is_found_where_it_is) {
  struct Case {
    const char* pointer;
    std::function<void(Partition&)> damage;
  };
  const Case cases[] = {
      {"/columns/1/samples", [](auto& p) { p.columns[1].samples = document::numbers(7, 3); }},
      {"/columns/1/samples", [](auto& p) { p.columns[1].samples = document::numbers(5, 5); }},
      {"/columns/0/samples", [](auto& p) { p.columns[0].samples.count = 0; }},
      {"/columns", [](auto& p) { p.samples = 11; }},
      {"/columns", [](auto& p) { p.samples = 9; }},
      {"/rectangles/2/processor", [](auto& p) { p.rectangles[2].processor = 4; }},
      {"/rectangles/1/processor", [](auto& p) { p.rectangles[1].processor = -1; }},
      {"/rectangles/1/processor", [](auto& p) { p.rectangles[1].processor = 0; }},
      {"/left_out/0", [](auto& p) { p.left_out = {2}; }},
      {"/left_out/1",
       [](auto& p) {
         p.left_out = {3, 3};
       }},
      {"/left_out/0", [](auto& p) { p.left_out = {4}; }},
      {"/rectangles", [](auto& p) { p.left_out.clear(); }},
      {"/rectangles", [](auto& p) { p.cluster.resize(5); }},
      {"/rectangles/1/processor", [](auto& p) { std::swap(p.rectangles[0], p.rectangles[1]); }},
      {"/rectangles/1/column", [](auto& p) { p.rectangles[1].column = 2; }},
      {"/rectangles/1/column", [](auto& p) { p.rectangles[1].column = -1; }},
      {"/rectangles/1/samples", [](auto& p) { p.rectangles[1].samples = document::numbers(0, 5); }},
      {"/rectangles/1/hidden", [](auto& p) { p.rectangles[1].hidden = document::numbers(3, 2); }},
      {"/rectangles/1/hidden", [](auto& p) { p.rectangles[1].hidden = document::numbers(1, 4); }},
      {"/rectangles/1/hidden", [](auto& p) { p.rectangles[1].hidden = document::numbers(2, 0); }},
      {"/columns/0", [](auto& p) { p.rectangles[1].hidden = document::numbers(2, 2); }},
      {"/columns/0", [](auto& p) { p.rectangles[1].hidden = document::numbers(2, 4); }},
      {"/columns/0", [](auto& p) { p.network.hidden = 6; }},
      {"/columns/0/processors",
       [](auto& p) {
         p.columns[0].processors = {1, 0};
       }},
      {"/columns/1/processors",
       [](auto& p) {
         p.columns[1].processors = {2, 3};
       }},
      {"/columns/1/processors", [](auto& p) { p.columns[1].processors = {}; }},
      {"/groups", [](auto& p) { p.groups.pop_back(); }},
      {"/groups", [](auto& p) { p.groups[0].hidden.count = 3; }},
      {"/groups",
       [](auto& p) {
         p.groups[1].processors = {2, 1};
       }},
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

BOOST_AUTO_TEST_CASE(what_may_be_absent_is_no_fault) {
  Partition plan = small();
  plan.groups.clear();
  BOOST_TEST(faults(plan).empty());
}

BOOST_AUTO_TEST_CASE(without_a_cluster_the_processors_mentioned_are_equal) {
  std::ostringstream out;
  write_document(out, small(), true);
  Json json = Json::parse(out.str());
  json.erase("cluster");
  BOOST_TEST(document::from_json<document::Partition>(json).cluster.size() == 4u);
  json["rectangles"][2]["processor"] = 9007199254740991;  // must not be a size to allocate
  const auto found = document::faults_of(document::of_json(json, ""));
  BOOST_TEST_REQUIRE(!found.empty());
  BOOST_TEST(found[0] == "/rectangles/2/processor: found processor 9007199254740991; the cluster has 4");
}

BOOST_AUTO_TEST_CASE(a_change_of_any_binding_number_of_a_sound_plan_is_found) {
  test::for_seeds(test::cases(12), [&](std::mt19937& random) {
    const Partition plan = planned(random);
    std::ostringstream out;
    write_document(out, plan, true);
    const Json sound = document::parse(out.str(), "plan", {}).json.json();
    BOOST_TEST_REQUIRE(document::faults_of(document::of_json(sound, "")).empty());
    for (const std::string& pointer : binding_numbers(sound)) {
      for (const int change : {-1, 1, 1 + static_cast<int>(random() % 50)}) {
        Json damaged = sound;
        Json& number = damaged[Json::json_pointer(pointer)];
        BOOST_TEST_REQUIRE(number.is_number_integer(), pointer);
        number = number.get<std::int64_t>() + change;
        BOOST_TEST(!document::faults_of(document::of_json(damaged, "")).empty(), pointer << " changed by " << change);
      }
    }
  });
}

BOOST_AUTO_TEST_SUITE_END()
