// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "collective/allreduce.hpp"
#include "partition/predict/iteration.hpp"
#include "simulate/replay.hpp"

BOOST_AUTO_TEST_SUITE(slices_of_groups)

using namespace uneven;
using namespace uneven::partition;

namespace {

constexpr std::int64_t bytes = 4, longest = collective::segment_bytes / bytes;

/// Hidden units of three groups, the second of which has one member.
const std::vector<document::Group> groups{{{0, 300}, {0, 1}}, {{300, 50}, {2}}, {{350, 650}, {0, 2, 3}}};
const document::Perceptron network{100, 1000, 20};

std::int64_t covered(const std::vector<Slice>& slices) {
  std::int64_t end = 0;
  for (const Slice& slice : slices) {
    BOOST_TEST(slice.first == end);
    BOOST_TEST(slice.count > 0);
    end += slice.count;
  }
  return end;
}

}  // namespace

BOOST_AUTO_TEST_CASE(slices_tile_the_sums_and_are_numbered_as_they_travel) {
  for (const auto collective : {Collective::linear, Collective::tree, Collective::ring}) {
    const auto slices = group_slices(groups, network, collective, bytes);
    BOOST_TEST_REQUIRE(slices.size() == groups.size());
    std::vector<int> numbers;
    for (const auto which : {&GroupSlices::outputs, &GroupSlices::inputs})
      for (std::size_t g = 0; g < groups.size(); ++g) {
        const auto rows = which == &GroupSlices::outputs ? network.outputs : network.inputs;
        const bool alone = groups[g].processors.size() == 1;
        BOOST_TEST(covered(slices[g].*which) == (alone ? 0 : rows * groups[g].hidden.count));
        for (const Slice& slice : slices[g].*which) numbers.push_back(slice.number);
      }
    for (std::size_t i = 0; i < numbers.size(); ++i) BOOST_TEST(numbers[i] == static_cast<int>(i));
  }
}

BOOST_AUTO_TEST_CASE(a_slice_leaves_in_one_piece_and_a_ring_has_one) {
  for (const auto collective : {Collective::linear, Collective::tree})
    for (const GroupSlices& of_group : group_slices(groups, network, collective, bytes))
      for (const Slice& slice : of_group.inputs) BOOST_TEST(slice.count <= longest);
  BOOST_TEST(group_slices(groups, network, Collective::tree, bytes)[2].inputs.size() == 5u);
  BOOST_TEST(group_slices(groups, network, Collective::ring, bytes)[2].inputs.size() == 1u);
}

/// Some hundreds, and a rest for each group.
BOOST_AUTO_TEST_CASE(there_are_not_too_many) {
  const document::Perceptron huge{1'000'000, 1000, 1'000'000};
  for (const GroupSlices& of_group : group_slices(groups, huge, Collective::linear, bytes))
    if (!of_group.inputs.empty()) BOOST_TEST(of_group.inputs.back().number < 300);
}

BOOST_AUTO_TEST_SUITE_END()
