// SPDX-License-Identifier: MIT
#include "base/checksum.hpp"

#include <boost/test/unit_test.hpp>

namespace uneven {

BOOST_AUTO_TEST_SUITE(checksum)

BOOST_AUTO_TEST_CASE(no_bytes_have_the_published_value_of_xxh3) {
  BOOST_TEST(Checksum().text() == "2d06800538d394c2");  // xxHash's specification: XXH3_64bits of no bytes, seed 0
}

BOOST_AUTO_TEST_CASE(pieces_give_the_value_of_the_whole) {
  const std::string bytes(1000, 'x');
  const std::uint64_t whole = Checksum().add(bytes).value();
  for (const std::size_t cut : {0u, 1u, 64u, 999u})
    BOOST_TEST(Checksum().add(bytes.substr(0, cut)).add(bytes.substr(cut)).value() == whole);
}

BOOST_AUTO_TEST_CASE(every_flipped_bit_is_found) {
  const std::string bytes = "superstep 12";
  const std::uint64_t sound = Checksum().add(bytes).value();
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    BOOST_TEST(Checksum().add(damaged).value() != sound);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace uneven
