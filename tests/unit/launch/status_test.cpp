// SPDX-License-Identifier: MIT
#include "launch/status.hpp"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/file.hpp"
#include "document/document.hpp"
#include "launch/process.hpp"

BOOST_AUTO_TEST_SUITE(status_file)

using namespace uneven;
using namespace uneven::launch;
using namespace std::chrono_literals;

namespace {

struct Folder {
  std::string path = fresh_folder("uneven-status");
  ~Folder() { std::filesystem::remove_all(path); }
  std::string file() const { return path + "/status.json"; }
  document::Status read() const {
    return document::parse(read_file(file()), file(), {"status"}).as<document::Status>();
  }
};

const StatusFile::Clock::time_point start = StatusFile::Clock::now();

}  // namespace

BOOST_AUTO_TEST_CASE(a_document_a_second_and_one_at_the_end) {
  const Folder folder;
  std::ostringstream words;
  StatusFile status(folder.file(), "run-bp", words, start);
  BOOST_TEST(name_of(folder.read().state) == "running");
  BOOST_TEST(folder.read().done == 0);
  ProgressReport report{.done = 10, .total = 50, .seconds = 2, .label = "error", .value = 1.5, .unit = "iteration"};
  status.update(report, start + 2s);
  status.set_ranks(parse_rank_times("[[0,1.5],[2,0.75,0.25,0.125]]"));
  BOOST_TEST(folder.read().done == 0);
  status.pass(start + 4s);
  const auto found = folder.read();
  BOOST_TEST(found.done == 10);
  BOOST_TEST(found.total.value() == 50);
  BOOST_TEST(found.unit == "iteration");
  BOOST_TEST(found.value.value() == 1.5);
  BOOST_TEST(found.seconds == 4);
  BOOST_TEST(found.seconds_left.value() == 6);  // 8 when it was heard, 2 s before
  BOOST_TEST_REQUIRE(found.ranks.size() == 2u);
  BOOST_TEST(found.ranks[1].rank == 2);
  BOOST_TEST(found.ranks[1].wait_s.value() == 0.125);
  BOOST_TEST(!found.ranks[0].wait_s);
  report.done = 20;
  status.update(report, start + 4s);
  status.pass(start + 4900ms);
  BOOST_TEST(folder.read().done == 10);
  status.end(document::RunState::failed, "rank 1: no memory", start + 5s);
  BOOST_TEST(folder.read().done == 20);
  BOOST_TEST(name_of(folder.read().state) == "failed");
  BOOST_TEST(folder.read().message.value() == "rank 1: no memory");
  BOOST_TEST(!folder.read().seconds_left);
  status.end(document::RunState::finished);
  status.pass(start + 60s);
  BOOST_TEST(name_of(folder.read().state) == "failed");
  BOOST_TEST(words.str() == "");
  BOOST_TEST(std::distance(std::filesystem::directory_iterator(folder.path), {}) == 1);
}

BOOST_AUTO_TEST_CASE(only_the_last_events_are_kept) {
  const Folder folder;
  std::ostringstream words;
  StatusFile status(folder.file(), "run-bsp", words, start);
  for (int i = 0; i < 100; ++i) status.add_event("event " + std::to_string(i), start + i * 1s);
  status.end(document::RunState::finished);
  const auto found = folder.read();
  BOOST_TEST_REQUIRE(found.events.size() == 8u);
  BOOST_TEST(found.events.front().text == "event 92");
  BOOST_TEST(found.events.back().seconds == 99);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_written_is_said_once) {
  const Folder folder;
  std::ostringstream words;
  const std::string path = folder.path + "/none/status.json";
  StatusFile status(path, "run-bp", words, start);
  for (int i = 1; i < 5; ++i) status.pass(start + i * 2s);
  BOOST_TEST(words.str() == "run-bp: --status " + path + ": cannot write: No such file or directory\n");
  std::filesystem::create_directory(folder.path + "/none");
  status.end(document::RunState::finished);
  BOOST_TEST(std::filesystem::exists(path));
}

BOOST_AUTO_TEST_CASE(the_old_document_stays_whole_until_the_new_one_is) {
  const Folder folder;
  std::ofstream(folder.file()) << "old";
  std::ifstream before(folder.file());
  std::ostringstream words;
  StatusFile status(folder.file(), "run-bp", words, start);
  std::string text;
  before >> text;
  BOOST_TEST(text == "old");  // another file has its name now
  BOOST_TEST(name_of(folder.read().state) == "running");
}

BOOST_AUTO_TEST_CASE(a_link_stays) {
  const Folder folder;
  std::filesystem::create_symlink("there.json", folder.file());
  std::ostringstream words;
  StatusFile(folder.file(), "run-bp", words).end(document::RunState::stopped);
  BOOST_TEST(std::filesystem::is_symlink(folder.file()));
  BOOST_TEST(name_of(folder.read().state) == "stopped");
}

BOOST_AUTO_TEST_CASE(times_of_another_form_are_none) {
  for (const char* text : {"", "{}", "[", "[1]", "[[0]]", "[[0,1,2]]", "[[0,\"x\"]]", "[[-1,0]]", "null"})
    BOOST_TEST(parse_rank_times(text).empty(), text);
}

BOOST_AUTO_TEST_SUITE_END()
