// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "../data/temporary.hpp"
#include "base/error.hpp"
#include "base/file_name.hpp"

BOOST_AUTO_TEST_SUITE(own_files)

using namespace uneven;

BOOST_AUTO_TEST_CASE(an_output_over_an_input_or_another_output_is_refused) {
  const TemporaryDirectory folder;
  const std::string x = folder.write("x.npy", "x"), y = folder.path("y.npy");
  std::filesystem::create_symlink(x, folder.path("link"));
  std::filesystem::create_hard_link(x, folder.path("hard"));
  require_own_files({{"--data", x + "," + y, true}}, {{"--output", folder.path("out")}, {"--weights-out", ""}});
  const auto complaint = [&](const std::string& files) {
    return text_of<UsageError>([&] {
      require_own_files({{"--data", x}}, {{"--output", y}, {"--weights-out", files, true}});
    });
  };
  for (const std::string& name : {x, folder.path("link"), folder.path("./x.npy"), folder.path("hard")})
    BOOST_TEST(complaint(name) ==
               "--weights-out: '" + name + "' is the file of --data, too; expected a file of its own");
  BOOST_TEST(contains(complaint(folder.path("w.npy") + "," + y), "is the file of --output, too"));
  BOOST_TEST(contains(complaint(folder.path("w.npy") + "," + folder.path("w.npy")), "is the file of --weights-out"));
}

BOOST_AUTO_TEST_CASE(two_links_to_a_file_that_is_not_there_yet_are_one_file) {
  const TemporaryDirectory folder;
  std::filesystem::create_symlink("new", folder.path("link"));
  BOOST_TEST(contains(fault_of_files({}, {{"--output", folder.path("link")}, {"--c", folder.path("./new")}}),
                      "is the file of --output"));
  BOOST_TEST(fault_of_files({}, {{"--output", folder.path("link")}, {"--c", folder.path("newer")}}).empty());
}

BOOST_AUTO_TEST_CASE(a_comma_is_part_of_a_name_that_is_no_list) {
  const TemporaryDirectory folder;
  const std::string x = folder.write("x", "x"), both = folder.write("y", "") + "," + x;
  BOOST_TEST(fault_of_files({{"--a", x}}, {{"--output", {}}, {"--c", both}}).empty());
  BOOST_TEST(!fault_of_files({{"--a", x}}, {{"--output", {}}, {"--c", both, true}}).empty());
}

BOOST_AUTO_TEST_CASE(standard_streams_are_files_too) {
  const TemporaryDirectory folder;
  const std::string plan = folder.write("plan.json", "{}");
  const int before = ::dup(0);
  const int opened = ::open(plan.c_str(), O_RDONLY | O_CLOEXEC);
  ::dup2(opened, 0);
  const std::string fault = fault_of_files({{"PLAN", "-"}}, {{"--output", plan}});
  ::dup2(before, 0);
  ::close(before);
  ::close(opened);
  BOOST_TEST(contains(fault, "is the file of PLAN, too"));
}

BOOST_AUTO_TEST_CASE(what_is_something_else_is_not_replaced_unless_forced) {
  const TemporaryDirectory folder;
  const auto complaint = [&](const std::string& path, bool force = false) {
    return text_of<InputError>([&] { require_replaceable(path, npy_magic, "an NPY array", force); });
  };
  const std::string nothing = "nothing was thrown";
  BOOST_TEST(complaint(folder.path("none")) == nothing);
  BOOST_TEST(complaint(folder.write("empty", "")) == nothing);
  BOOST_TEST(complaint(folder.write("x.npy", std::string(npy_magic) + "...")) == nothing);
  BOOST_TEST(complaint("/dev/null") == nothing);
  const std::string profile = folder.write("profile", "\x93NUMP");
  BOOST_TEST(
      contains(complaint(profile), "profile: is not an NPY array; expected another name for the output, or --force"));
  BOOST_TEST(complaint(profile, true) == nothing);
  ::mkfifo(folder.path("pipe").c_str(), 0600);
  BOOST_TEST(contains(text_of<IoError>([&] { require_replaceable(folder.path("pipe"), "", "text", true); }),
                      "is no regular file"));
}

BOOST_AUTO_TEST_CASE(an_output_that_cannot_be_looked_at_is_not_called_something_else) {
  const TemporaryDirectory folder;
  const std::string path = folder.write("x.npy", std::string(npy_magic) + "...");
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  const rlimit none{0, before.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &none);
  const std::string fault = text_of<OpenError>([&] { require_replaceable(path, npy_magic, "an NPY array", false); });
  ::setrlimit(RLIMIT_NOFILE, &before);
  BOOST_TEST(contains(fault, "x.npy: cannot open: Too many open files"));
}

BOOST_AUTO_TEST_CASE(standard_output_is_the_tools_own) {
  BOOST_TEST(text_of<UsageError>([] {
               require_own_files({}, {{"--output", {}}, {"--weights-out", "w.npy,-", true}});
             }) == "--weights-out: '-' is standard output, which is for --output; expected the name of a file");
}

BOOST_AUTO_TEST_CASE(streams_and_devices_may_be_named_twice) {
  require_own_files({{"PLAN", "-"}}, {{"--output", "-"}});
  require_own_files({}, {{"--output", "/dev/null"}, {"--weights-out", "/dev/null,/dev/null", true}});
}

BOOST_AUTO_TEST_SUITE_END()
