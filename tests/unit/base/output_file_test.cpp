// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <thread>

#include "../data/temporary.hpp"
#include "base/error.hpp"
#include "base/file.hpp"

BOOST_AUTO_TEST_SUITE(output_file)

using namespace uneven;

namespace {

void write_output(const std::string& path, const std::string& text) {
  OutputFile file(path);
  file.stream() << text;
  file.commit();
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_written_appears_whole_with_commit) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("plan.json", "before");
  {
    OutputFile file(path);
    file.stream() << "after";
    file.stream().flush();
    BOOST_TEST(directory.read("plan.json") == "before");
    file.commit();
    BOOST_TEST(directory.read("plan.json") == "after");
  }
  BOOST_TEST(directory.read("plan.json") == "after");
  BOOST_TEST(directory.files() == 1);
}

BOOST_AUTO_TEST_CASE(without_commit_nothing_changes_and_nothing_is_left) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("plan.json", "before");
  OutputFile(path).stream() << "after";
  OutputFile(directory.path("new.json")).stream() << "after";
  BOOST_TEST(directory.read("plan.json") == "before");
  BOOST_TEST(directory.files() == 1);
}

BOOST_AUTO_TEST_CASE(a_rename_that_fails_leaves_nothing) {
  const TemporaryDirectory directory;
  {
    OutputFile file(directory.path("plan.json"));
    file.stream() << "after";
    std::filesystem::create_directory(directory.path("plan.json"));  // somebody else takes the name
    BOOST_TEST(contains(text_of<IoError>([&] { file.commit(); }), "plan.json: cannot write: Is a directory"));
  }
  BOOST_TEST(directory.files() == 1);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_written_is_said) {
  const TemporaryDirectory directory;
  BOOST_TEST(contains(text_of<IoError>([&] { OutputFile(directory.path("none/plan.json")); }),
                      "none/plan.json: cannot write: No such file or directory"));
  BOOST_TEST(contains(text_of<IoError>([&] { OutputFile(directory.path(".")); }), "cannot write: Is a directory"));
  BOOST_TEST(directory.files() == 0);
}

BOOST_AUTO_TEST_CASE(devices_and_pipes_are_written_in_place) {
  OutputFile null("/dev/null");
  null.stream() << "gone";
  null.commit();
  BOOST_TEST(!std::filesystem::is_regular_file("/dev/null"));
  OutputFile full("/dev/full");
  full.stream() << "no room";
  BOOST_TEST(text_of<IoError>([&] { full.commit(); }) == "/dev/full: cannot write: No space left on device");

  const TemporaryDirectory directory;
  const std::string pipe = directory.path("pipe");
  BOOST_TEST_REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::string got;
  std::thread reader([&] { got = read_file(pipe); });
  {
    OutputFile file(pipe);
    file.stream() << "through";
    file.commit();
  }
  reader.join();
  BOOST_TEST(got == "through");
  BOOST_TEST(std::filesystem::is_fifo(pipe));
}

BOOST_AUTO_TEST_CASE(a_link_stays_and_its_file_is_replaced) {
  const TemporaryDirectory directory;
  directory.write("plan.json", "before");
  std::filesystem::create_symlink("plan.json", directory.path("link"));
  OutputFile file(directory.path("link"));
  file.stream() << "after";
  file.commit();
  BOOST_TEST(std::filesystem::is_symlink(directory.path("link")));
  BOOST_TEST(directory.read("plan.json") == "after");
  BOOST_TEST(directory.files() == 2);
}

BOOST_AUTO_TEST_CASE(a_link_to_nothing_stays_and_its_file_is_made) {
  const TemporaryDirectory directory;
  std::filesystem::create_directory(directory.path("real"));
  std::filesystem::create_symlink("real/plan.json", directory.path("link"));
  write_output(directory.path("link"), "new");
  BOOST_TEST(std::filesystem::is_symlink(directory.path("link")));
  BOOST_TEST(directory.read("real/plan.json") == "new");
}

BOOST_AUTO_TEST_CASE(an_own_descriptor_is_written_where_it_stands) {
  const TemporaryDirectory directory;
  const int own = ::open(directory.path("out").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  write_bytes(own, "before ", 7);
  write_output("/dev/fd/" + std::to_string(own), "in between");
  write_bytes(own, " after", 6);
  ::close(own);
  BOOST_TEST(directory.read("out") == "before in between after");
}

BOOST_AUTO_TEST_CASE(the_longest_names_are_written) {
  const TemporaryDirectory directory;
  const std::string longest(255, 'a');
  write_output(directory.path(longest), "new");
  BOOST_TEST(directory.read(longest) == "new");
  BOOST_TEST(contains(text_of<IoError>([&] { write_output(directory.path(longest + "a"), ""); }), "name too long"));
  BOOST_TEST(directory.files() == 1);
}

BOOST_AUTO_TEST_CASE(the_mode_is_that_of_the_file_before_or_of_the_umask) {
  const TemporaryDirectory directory;
  const auto mode_of = [&](const std::string& name) {
    struct stat now {};
    ::stat(directory.path(name).c_str(), &now);
    return now.st_mode & 07777;
  };
  for (const mode_t mode : {0600, 0640, 0777}) {
    ::chmod(directory.write("before", "before").c_str(), mode);
    write_output(directory.path("before"), "after");
    BOOST_TEST(mode_of("before") == mode);
  }
  const mode_t usual = ::umask(027);
  write_output(directory.path("new"), "new");
  ::umask(usual);
  BOOST_TEST(mode_of("new") == 0640U);
}

BOOST_AUTO_TEST_CASE(of_two_at_once_the_last_to_commit_stays) {
  const TemporaryDirectory directory;
  OutputFile first(directory.path("plan.json")), second(directory.path("plan.json"));
  first.stream() << "first";
  second.stream() << "second";
  second.commit();
  first.commit();
  BOOST_TEST(directory.read("plan.json") == "first");
  BOOST_TEST(directory.files() == 1);
}

BOOST_AUTO_TEST_SUITE_END()
