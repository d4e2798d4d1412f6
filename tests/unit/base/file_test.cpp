#include "base/file.hpp"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <thread>

#include "../data/temporary.hpp"
#include "base/error.hpp"

BOOST_AUTO_TEST_SUITE(file)

using namespace uneven;

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

BOOST_AUTO_TEST_CASE(a_file_is_read_whole) {
  const TemporaryDirectory directory;
  for (const std::size_t size : {1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 5'000'000}) {
    std::string text(size, 'a');
    for (std::size_t i = 0; i < size; i += 1000) text[i] = static_cast<char>('b' + i / 1000 % 20);
    BOOST_TEST((read_file(directory.write("long", text)) == text), "size " << size);
  }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_said) {
  const TemporaryDirectory directory;
  BOOST_TEST(contains(text_of<OpenError>([&] { read_file(directory.path("none")); }),
                      "none: cannot open: No such file or directory"));
  BOOST_TEST(contains(text_of<IoError>([&] { read_file(directory.path(".")); }), "cannot read: Is a directory"));
  for (const char* text : {"", " \n\t\r\n"})
    BOOST_TEST(contains(text_of<InputError>([&] { read_file(directory.write("empty", text)); }),
                        "empty: is empty; expected a document"));
  BOOST_TEST(input_name("-") == "standard input");
}

BOOST_AUTO_TEST_SUITE_END()
