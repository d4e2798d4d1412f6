// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>

#include "../cases.hpp"
#include "launch/progress.hpp"

BOOST_AUTO_TEST_SUITE(output_frames)

using namespace uneven::launch;

BOOST_AUTO_TEST_CASE(streams_and_report_come_out_as_they_went_in_wherever_they_are_cut) {
  uneven::test::for_seeds(200, [&](std::mt19937& rng) {
    std::string sent, written[3], read[3], rest;
    for (unsigned frames = rng() % 6; frames > 0; --frames) {
      const int stream = 1 + static_cast<int>(rng() % 2);
      std::string bytes(rng() % 100, '\0');
      for (char& c : bytes) c = static_cast<char>(rng());
      if (rng() % 3 == 0) bytes = frame_header(1, 7) + "{\n";  // a program may print what looks like a frame
      sent += frame_header(stream, bytes.size()) + bytes;
      written[stream] += bytes;
    }
    const std::string report = rng() % 2 ? "{\"kind\": \"report\"}\nmpi-runner-output 1 3\nabc" : "mpirun was unable\n";
    sent += report;
    OutputFrames frames([&](int stream, std::string_view bytes) { read[stream] += bytes; });
    while (!sent.empty()) {
      const std::size_t count = std::min<std::size_t>(1 + rng() % 30, sent.size());
      frames.take(sent.substr(0, count), rest);
      sent.erase(0, count);
    }
    BOOST_TEST(read[1] == written[1]);
    BOOST_TEST(read[2] == written[2]);
    BOOST_TEST(rest == report);
  });
}

BOOST_AUTO_TEST_SUITE_END()
