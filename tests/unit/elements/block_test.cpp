// SPDX-License-Identifier: MIT
#include <bit>
#include <boost/test/unit_test.hpp>

#include "elements/mail.hpp"

BOOST_AUTO_TEST_SUITE(block)

using namespace uneven::elements;

BOOST_AUTO_TEST_CASE(few_elements_make_blocks_of_one) {
  BOOST_TEST(elements_of_blocks(0) == 1);
  BOOST_TEST(elements_of_blocks(2'000) == 1);
  BOOST_TEST(elements_of_blocks(65'536) == 16);
  BOOST_TEST(elements_of_blocks(std::int64_t{1} << 40) == 4096);
  for (std::int64_t count = 1; count < 100'000'000; count = count * 9 / 8 + 1) {
    const std::int64_t blocks = (count - 1) / elements_of_blocks(count) + 1;
    BOOST_TEST((blocks >= std::min<std::int64_t>(count, 4096) && (blocks < 8192 || elements_of_blocks(count) == 4096)));
  }
}

BOOST_AUTO_TEST_CASE(wide_tables_make_small_blocks) {
  BOOST_TEST(elements_of_cheap_blocks(0) == 4096);
  BOOST_TEST(elements_of_cheap_blocks(8 * 5 + 6) == 4096);
  BOOST_TEST(elements_of_cheap_blocks(300 * 4 + 6) == 2048);
  BOOST_TEST(elements_of_cheap_blocks(1000 * 4 + 6) == 1024);
  BOOST_TEST(elements_of_cheap_blocks(2048 * 4 + 6) == 512);
  std::int64_t before = block_elements;
  for (std::size_t width = 0; width < 20000; ++width) {
    const std::int64_t elements = elements_of_cheap_blocks(width);
    // Files are read in pieces that whole blocks of any size make up.
    BOOST_TEST_REQUIRE((std::has_single_bit(static_cast<std::uint64_t>(elements)) && elements <= before));
    before = elements;
  }
}

BOOST_AUTO_TEST_CASE(blocks_hold_every_element_once) {
  for (const std::int64_t elements : {1, 64, 4096}) {
    const BlockLayout layout({.name = "points", .count = 10'001, .lanes = {8, 4}}, elements);
    std::int64_t next = 0;
    for (std::int64_t b = 0; b < layout.blocks(); ++b) {
      const Block block(layout, b);
      const Batch batch = batch_of(0, layout, block, {});
      BOOST_TEST(batch.first == next);
      BOOST_TEST(batch.count > 0);
      next += batch.count;
    }
    BOOST_TEST(next == 10'001);
  }
}

BOOST_AUTO_TEST_SUITE_END()
