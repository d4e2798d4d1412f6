// SPDX-License-Identifier: MIT
#include "command/log.hpp"

#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "base/error.hpp"

BOOST_AUTO_TEST_SUITE(command_log)

using namespace uneven::command;

namespace {

const LogIdentity identity{100, "c0ffee", "", true};

struct Fixture {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("command-log-test-" + std::to_string(getpid()));
  Fixture() { std::filesystem::remove(path); }
  ~Fixture() { std::filesystem::remove(path); }

  std::string text() const {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write(const std::string& text) const { std::ofstream(path) << text; }
  Log open(const LogIdentity& of = identity, bool resume = true) const { return {path, of, resume, false}; }
  std::string fault(const LogIdentity& of) const {
    try {
      open(of);
    } catch (const uneven::InputError& e) {
      return std::string(e.what()).substr(path.string().size());
    }
    return "";
  }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(pieces_come_back_as_they_were_logged, Fixture) {
  {
    Log log(path, identity, false, false);
    log.append({{0, 10}, {{0, 5}, {9, 1}}, "5ea1"});
    log.append({{40, 20}, {}});
  }
  const Log log = open();
  BOOST_REQUIRE(log.done().size() == 2u);
  BOOST_TEST((log.done()[0].units == uneven::document::Range{0, 10}));
  BOOST_TEST((log.done()[0].output == std::vector<Bytes>{{0, 5}, {9, 1}}));
  BOOST_TEST(log.done()[0].checksum == "5ea1");
  BOOST_TEST((log.done()[1].units == uneven::document::Range{40, 20}));
  BOOST_TEST(log.done()[1].checksum == "");
}

BOOST_FIXTURE_TEST_CASE(a_log_cut_anywhere_gives_the_pieces_whose_lines_are_whole, Fixture) {
  {
    Log log(path, identity, false, false);
    for (std::int64_t i = 0; i < 4; ++i) log.append({{i * 10, 10}, {}});
  }
  const std::string whole = text();
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    write(whole.substr(0, cut));
    const auto lines = std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(cut), '\n');
    {
      Log log = open();
      BOOST_TEST(std::ssize(log.done()) == std::max<std::ptrdiff_t>(lines - 1, 0));
      log.append({{90, 10}, {}});
    }
    BOOST_TEST(open().done().back().units.first == 90);  // what was cut stands in nobody's way
  }
}

BOOST_FIXTURE_TEST_CASE(pieces_that_began_come_back_unless_they_are_done_or_were_cut_anew, Fixture) {
  {
    Log log(path, identity, false, false);
    log.begin({{0, 10}, 0});
    log.append({{0, 10}, {}});
    log.begin({{10, 20}, 1});
    log.begin({{30, 5}, 2});  // overlaps the next one
    log.begin({{30, 10}, 0});
    log.begin({{10, 20}, 1});
    log.begin({{50, 30}, 1});  // a part of it is done
    log.append({{60, 5}, {}});
  }
  const Log log = open();
  const auto rest = log.unfinished();
  BOOST_REQUIRE(rest.size() == 2u);
  BOOST_TEST((rest[0].units == uneven::document::Range{10, 20}));
  BOOST_TEST(rest[0].owner == 1);
  BOOST_TEST((rest[1].units == uneven::document::Range{30, 10}));
  BOOST_TEST(log.done().size() == 2u);
}

BOOST_FIXTURE_TEST_CASE(a_piece_whose_output_is_lost_is_done_again_in_its_place, Fixture) {
  {
    Log log(path, identity, false, false);
    log.begin({{0, 10}, 3});
    log.append({{0, 10}, {{0, 5}}, "1"});
    log.append({{10, 10}, {{5, 5}}, "2"});
  }
  {
    Log log = open();
    log.forget({0, 10});
    BOOST_REQUIRE(log.unfinished().size() == 1u);
    BOOST_TEST((log.unfinished()[0].units == uneven::document::Range{0, 10}));
    BOOST_TEST(log.unfinished()[0].owner == 3);
    log.begin({{0, 10}, 3});
    log.append({{0, 10}, {{10, 5}}, "3"});
  }
  const Log log = open();
  BOOST_REQUIRE(log.done().size() == 2u);
  BOOST_TEST(log.done()[0].checksum == "2");
  BOOST_TEST((log.done()[1].output == std::vector<Bytes>{{10, 5}}));
  BOOST_TEST(log.done()[1].checksum == "3");
  BOOST_TEST(log.unfinished().empty());
}

BOOST_FIXTURE_TEST_CASE(a_damaged_line_before_others_is_an_error, Fixture) {
  {
    Log log(path, identity, false, false);
    log.append({{0, 10}, {}});
    log.append({{10, 10}, {}});
  }
  std::string damaged = text();
  damaged[damaged.find("\"first\":0") + 8] = '5';
  write(damaged);
  BOOST_TEST(fault(identity) == ":2: damaged; expected the line that was written");
}

BOOST_FIXTURE_TEST_CASE(the_log_of_another_run_is_refused_by_what_differs, Fixture) {
  { Log log(path, identity, false, false); }
  const std::string end = "; expected the same, or another file";
  BOOST_TEST(fault({101, "c0ffee", "", true}) == ": the checkpoint is of another number of units" + end);
  BOOST_TEST(fault({100, "beef", "", true}) == ": the checkpoint is of another command" + end);
  BOOST_TEST(fault({100, "c0ffee", "1", true}) == ": the checkpoint is of another file of lines" + end);
  BOOST_TEST(fault({100, "c0ffee", "", false}) == ": the checkpoint is of another use of --keep-order" + end);
  BOOST_TEST(fault({100, "c0ffee", "", true, "b10c"}) == ": the checkpoint is of another division into blocks" + end);
  BOOST_TEST(fault(identity) == "");
}

BOOST_FIXTURE_TEST_CASE(finished_pieces_are_not_thrown_away_unasked, Fixture) {
  { Log log(path, identity, false, false); }
  { Log(path, identity, false, false).begin({{0, 10}, 0}); }
  { Log(path, identity, false, false).append({{0, 10}, {}}); }
  BOOST_CHECK_THROW(Log(path, identity, false, false), uneven::UsageError);
  BOOST_TEST(open().done().size() == 1u);
  LogIdentity other = identity;
  other.command = "beef";
  { Log log(path, other, false, false); }
  BOOST_TEST(open(other).done().empty());
  { Log(path, other, false, false).append({{0, 10}, {}}); }
  BOOST_TEST(Log(path, other, false, true).done().empty());
}

BOOST_FIXTURE_TEST_CASE(what_is_no_log_is_not_written_over, Fixture) {
  write("words\n");
  BOOST_TEST(fault(identity) == ": is no checkpoint of a command; expected another name, or --force");
  BOOST_TEST(text() == "words\n");
  { Log log(path, identity, false, true); }
  BOOST_TEST(text().find("command-log") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(checksums_tell_words_apart) {
  BOOST_TEST(checksum_of({"a", "b"}) != checksum_of({"a b"}));
  BOOST_TEST(checksum_of({"a", "b"}) != checksum_of({"ab"}));
  BOOST_TEST(checksum_of({"a", ""}) != checksum_of({"a"}));
}

BOOST_AUTO_TEST_SUITE_END()
