// SPDX-License-Identifier: MIT
#include "elements/growth.hpp"

#include <boost/test/unit_test.hpp>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "../cases.hpp"

BOOST_AUTO_TEST_SUITE(growth)

using namespace uneven::elements;

namespace {

Group varying(std::int64_t count, bool keyed = false) {
  return {.name = "g", .count = count, .lanes = {8, 2, 1}, .keyed = keyed, .changes = true, .varies = true};
}

std::int64_t sum(const std::vector<std::int64_t>& of) { return std::accumulate(of.begin(), of.end(), std::int64_t{0}); }

}  // namespace

BOOST_AUTO_TEST_CASE(numbers_follow_the_makers) {
  uneven::test::for_seeds(50, [](std::mt19937& random) {
    // Makers in order, of random blocks; each makes some elements.
    std::map<std::int64_t, std::int64_t> made;
    for (int n = int(random() % 50); n > 0; --n) made[random() % 1000] += 1 + random() % 9;
    std::vector<std::pair<std::int64_t, std::int64_t>> counts(made.begin(), made.end());
    std::ranges::shuffle(counts, random);
    const std::int64_t first = random() % 10'000;
    const auto numbers = numbers_of_made(counts, first);
    std::set<std::int64_t> all;
    std::int64_t last = first - 1;
    for (const auto& [block, count] : made)
      for (std::int64_t i = 0; i < count; ++i, all.insert(last)) {
        BOOST_TEST(numbers.at(block) + i > last);
        last = numbers.at(block) + i;
      }
    BOOST_TEST(std::ssize(all) == last - first + 1);
  });
}

BOOST_AUTO_TEST_CASE(made_elements_lie_field_by_field_under_their_numbers) {
  uneven::test::for_seeds(50, [](std::mt19937& random) {
    const std::int64_t before = random() % 300, more = random() % 400;
    BlockLayout layout(varying(before), 64);
    std::vector<Block> blocks;
    for (std::int64_t b = 0; b < layout.blocks(); ++b) blocks.emplace_back(layout, b);
    layout.count += more;
    if (!blocks.empty()) extend(layout, blocks.back());
    for (std::int64_t b = std::ssize(blocks); b < layout.blocks(); ++b) blocks.emplace_back(layout, b);
    std::string values;
    for (std::int64_t i = before; i < layout.count; ++i) {
      const auto wide = double(i);
      const auto narrow = static_cast<std::int16_t>(-i);
      values.append(reinterpret_cast<const char*>(&wide), 8).append(reinterpret_cast<const char*>(&narrow), 2);
    }
    std::int64_t elements = 0;
    for (const MadeInBlock& part : by_block(layout, before, values)) {
      put_made(layout, part, blocks[std::size_t(part.block)]);
      elements += part.count;
    }
    BOOST_TEST(elements == more);
    for (const Block& block : blocks) {
      const Batch batch = batch_of(0, layout, block, {});
      for (std::int64_t i = 0; i < batch.count; ++i) {
        const std::int64_t number = batch.first + i;
        BOOST_TEST_REQUIRE(batch.lane<double>(0)[i] == double(number < before ? 0 : number));
        BOOST_TEST_REQUIRE(batch.lane<std::int16_t>(1)[i] == (number < before ? 0 : -number));
        BOOST_TEST_REQUIRE(removed_in(layout, block)[i] == 0);
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(new_blocks_go_where_blocks_are_missing) {
  uneven::test::for_seeds(200, [](std::mt19937& random) {
    const bool keyed = random() % 2;
    const std::size_t p = 1 + random() % 6;
    std::vector<double> shares(p);
    for (double& share : shares) share = 0.5 + double(random() % 8);
    const Group group = varying(random() % 3000, keyed);
    const BlockLayout layout(group, 64);
    std::vector<std::int64_t> counts(p, 0);
    for (std::int64_t b = 0; b < layout.blocks(); ++b) ++counts[random() % p];
    const Placement placement(group, layout, counts);
    const std::int64_t count = group.count + random() % 3000;
    const Growth growth = growth_of(placement, count, shares);
    const Placement after = grown(placement, count, growth);
    BOOST_TEST(sum(growth.old_blocks) == layout.blocks());
    BOOST_TEST(growth.new_split.front() == layout.blocks());
    BOOST_TEST(growth.new_split.back() == after.layout.blocks());
    BOOST_TEST(sum(after.counts) == after.layout.blocks());
    for (std::int64_t b = layout.blocks(); b < after.layout.blocks(); ++b) {
      const auto owner = std::size_t(growth.owner_of_new(b));
      BOOST_TEST((growth.new_split[owner] <= b && b < growth.new_split[owner + 1]));
      if (keyed) BOOST_TEST((after.split[owner] <= b && b < after.split[owner + 1]));
    }
    const auto target = target_blocks(after.layout.blocks(), shares);
    for (std::size_t i = 0; i < p; ++i) {
      if (keyed) BOOST_TEST(after.counts[i] == target[i]);
      // Nobody who has enough gets more.
      if (!keyed && counts[i] >= target[i]) BOOST_TEST(after.counts[i] == counts[i]);
      if (!keyed && after.counts[i] > counts[i]) BOOST_TEST(after.counts[i] <= target[i]);
    }
    if (!keyed) BOOST_TEST(growth.old_blocks == counts, boost::test_tools::per_element());
  });
}

BOOST_AUTO_TEST_SUITE_END()
