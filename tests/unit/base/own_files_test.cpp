#include "base/own_files.hpp"

#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "../data/temporary.hpp"
#include "base/error.hpp"

BOOST_AUTO_TEST_SUITE(own_files)

using namespace uneven;

BOOST_AUTO_TEST_CASE(an_output_over_an_input_or_another_output_is_refused) {
  const TemporaryDirectory folder;
  const std::string x = folder.write("x.npy", "x"), y = folder.path("y.npy");
  std::filesystem::create_symlink(x, folder.path("link"));
  require_own_files({{"--data", x + "," + y}}, {{"--output", folder.path("out")}, {"--weights-out", ""}});
  const auto complaint = [&](const std::string& files) {
    return text_of<UsageError>([&] {
      require_own_files({{"--data", x}}, {{"--output", y}, {"--weights-out", files}});
    });
  };
  for (const std::string& name : {x, folder.path("link"), folder.path("./x.npy")})
    BOOST_TEST(complaint(name) ==
               "--weights-out: '" + name + "' is the file of --data, too; expected a file of its own");
  BOOST_TEST(contains(complaint(folder.path("w.npy") + "," + y), "is the file of --output, too"));
  BOOST_TEST(contains(complaint(folder.path("w.npy") + "," + folder.path("w.npy")), "is the file of --weights-out"));
}

BOOST_AUTO_TEST_CASE(standard_output_is_the_tools_own) {
  BOOST_TEST(text_of<UsageError>([] {
               require_own_files({}, {{"--output", {}}, {"--weights-out", "w.npy,-"}});
             }) == "--weights-out: '-' is standard output, which is for --output; expected the name of a file");
}

BOOST_AUTO_TEST_CASE(streams_and_devices_may_be_named_twice) {
  require_own_files({{"PLAN", "-"}}, {{"--output", "-"}});
  require_own_files({}, {{"--output", "/dev/null"}, {"--weights-out", "/dev/null,/dev/null"}});
}

BOOST_AUTO_TEST_SUITE_END()
