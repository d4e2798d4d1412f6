// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>

#include "../cases.hpp"
#include "command/call.hpp"
#include "command/log.hpp"
#include "command/work.hpp"

BOOST_AUTO_TEST_SUITE(command_lines_and_outputs)

using namespace uneven::command;

BOOST_AUTO_TEST_CASE(lines_are_found_where_a_plain_loop_finds_them) {
  const auto path = std::filesystem::temp_directory_path() / ("line-index-test-" + std::to_string(getpid()));
  uneven::test::for_seeds(30, [&](std::mt19937& rng, unsigned seed) {
    std::string text;
    std::vector<std::int64_t> starts;  // of each line, and the end
    const std::size_t lines = seed < 3 ? seed : rng() % 6000;
    for (std::size_t i = 0; i < lines; ++i) {
      starts.push_back(std::ssize(text));
      text += std::string(rng() % 500 == 0 ? 5000 : rng() % 8, 'x') + "\n";
    }
    if (lines > 0 && rng() % 2 && text != "\n" && text[text.size() - 2] != '\n') text.pop_back();  // no last end
    starts.push_back(std::ssize(text));
    std::ofstream(path) << text << std::flush;
    LineIndex index(path);
    BOOST_TEST(index.lines() == std::ssize(starts) - 1);
    for (int i = 0; i < 50; ++i) {
      const auto first = static_cast<std::int64_t>(rng() % starts.size());
      const auto count = static_cast<std::int64_t>(rng() % (starts.size() - static_cast<std::size_t>(first)));
      const Bytes bytes = index.bytes_of({first, count});
      const std::int64_t from = starts[static_cast<std::size_t>(first)];
      BOOST_TEST(bytes.count == starts[static_cast<std::size_t>(first + count)] - from);
      if (count > 0) BOOST_TEST(bytes.offset == from);
    }
  });
  std::filesystem::remove(path);
}

BOOST_AUTO_TEST_CASE(outputs_are_due_in_the_order_of_the_units_whatever_the_order_of_the_ends) {
  uneven::test::for_seeds(200, [&](std::mt19937& rng) {
    struct Ended {
      uneven::document::Range units;
      std::vector<Bytes> output;
    };
    std::vector<Ended> pieces;
    std::vector<std::int64_t> expected, found;
    std::int64_t at = 0;
    for (std::size_t i = 0; i < rng() % 12; ++i) {
      Ended piece{{at, 1 + static_cast<std::int64_t>(rng() % 5)}, {}};
      for (unsigned part = rng() % 3; part > 0; --part) {
        piece.output.push_back({static_cast<std::int64_t>(expected.size()), 1});
        expected.push_back(static_cast<std::int64_t>(expected.size()));
      }
      at = piece.units.end();
      pieces.push_back(piece);
    }
    std::ranges::shuffle(pieces, rng);
    OutputOrder order;
    for (const Ended& piece : pieces) {
      order.end(piece.units, piece.output);
      for (const Bytes& part : order.due()) found.push_back(part.offset);
    }
    BOOST_TEST(found == expected, boost::test_tools::per_element());
  });
}

BOOST_AUTO_TEST_CASE(failures_are_told_in_one_line_with_the_exit_codes_of_xargs) {
  Failure failure{{10, 10}, 2, "node1", 3, 0, 0, "no such scene"};
  BOOST_TEST(message_of(failure) == "rank 2 on node1: units 10 to 19: exit code 3: no such scene");
  BOOST_TEST(exit_code_of(failure) == 123);
  failure.code = 255;
  BOOST_TEST(exit_code_of(failure) == 124);
  failure = {{10, 1}, 2, "node1", 137, 9, 0, ""};
  BOOST_TEST(message_of(failure) == "rank 2 on node1: unit 10: ended by signal 9 (Killed)");
  BOOST_TEST(exit_code_of(failure) == 125);
  failure = {{0, 1}, 0, "node1", 0, 0, ENOENT, "./x: not found"};
  BOOST_TEST(message_of(failure) == "rank 0 on node1: unit 0: ./x: not found");
  BOOST_TEST(exit_code_of(failure) == 127);
  failure.error = EACCES;
  BOOST_TEST(exit_code_of(failure) == 126);
}

BOOST_AUTO_TEST_SUITE_END()
