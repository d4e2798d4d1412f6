// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <string>

#include "collective/allreduce.hpp"
#include "partition/predict/iteration.hpp"
#include "perceptron/samples.hpp"
#include "simulate/replay.hpp"

BOOST_AUTO_TEST_SUITE(chunk)

using namespace uneven;

BOOST_AUTO_TEST_CASE(sums_of_a_chunk_leave_in_one_piece) {
  for (const std::int64_t outputs : {1, 26, 64, 200}) {
    const std::int64_t samples = partition::chunk_samples(16, outputs, 2, sizeof(float));
    BOOST_TEST(static_cast<double>(samples * outputs) * sizeof(float) <= collective::segment_bytes);
    BOOST_TEST(samples >= 64);
  }
}

BOOST_AUTO_TEST_CASE(a_chunk_is_never_longer_than_the_cache_allows_nor_too_short_to_compute_with) {
  BOOST_TEST(partition::chunk_samples(2048, 1, 2, sizeof(float)) == perceptron::chunk_samples(2048, sizeof(float)));
  BOOST_TEST(partition::chunk_samples(16, 100000, 2, sizeof(double)) == 64);
}

BOOST_AUTO_TEST_CASE(chunks_in_flight_go_forward_before_the_first_goes_back) {
  const auto order = [](std::int64_t chunks, int in_flight) {
    std::string text;
    partition::through_chunks(
        chunks, in_flight, [&](std::int64_t c) { text += "f" + std::to_string(c); },
        [&](std::int64_t c) { text += "b" + std::to_string(c); });
    return text;
  };
  BOOST_TEST(order(3, 1) == "f0b0f1b1f2b2");
  BOOST_TEST(order(3, 2) == "f0f1b0f2b1b2");
  BOOST_TEST(order(2, 3) == "f0f1b0b1");
  BOOST_TEST(order(0, 2) == "");
}

BOOST_AUTO_TEST_CASE(one_processor_sends_nothing) {
  BOOST_TEST(partition::chunk_samples(16, 1000, 1, sizeof(float)) == perceptron::chunk_samples(16, sizeof(float)));
}

BOOST_AUTO_TEST_SUITE_END()
