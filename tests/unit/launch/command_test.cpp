// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <optional>
#include <random>

#include "../cases.hpp"
#include "base/error.hpp"
#include "launch/words.hpp"

BOOST_AUTO_TEST_SUITE(launch_command_words)

using namespace uneven;
using namespace uneven::launch;

namespace {

using Words = std::vector<std::string>;

/// What the shell makes of `text`; nothing if it refuses.
std::optional<Words> words_of_shell(const std::string& text) {
  FILE* shell = popen(("exec 2>/dev/null\nprintf '%s\\n' x " + text).c_str(), "r");
  std::string output;
  for (int c; (c = fgetc(shell)) != EOF;) output += static_cast<char>(c);
  if (pclose(shell) != 0) return std::nullopt;
  Words words;
  for (std::size_t begin = 0, end; (end = output.find('\n', begin)) != std::string::npos; begin = end + 1)
    words.push_back(output.substr(begin, end - begin));
  words.erase(words.begin());
  return words;
}

std::optional<Words> words_of_ours(const std::string& text) {
  try {
    return split_words(text);
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

std::string joined(const std::optional<Words>& words) {
  if (!words) return "refused";
  std::string text;
  for (const auto& word : *words) text += "<" + word + ">";
  return text;
}

std::string command(const std::string& launcher, const std::string& hostfile, int ranks, const LaunchPlace& place) {
  return joined(launch_command(launcher, hostfile, ranks, place).words);
}

}  // namespace

BOOST_AUTO_TEST_CASE(words_are_those_of_the_shell) {
  const std::string alphabet = "aab  '\"\\$";
  int refused = 0;
  test::for_seeds(300, [&](std::mt19937& rng) {
    std::string text;
    for (int n = rng() % 10; n > 0; --n) text += alphabet[rng() % alphabet.size()];
    // A last backslash and what a shell would expand are outside of what is promised.
    if (text.ends_with('\\')) return;
    for (std::size_t at = 0; (at = text.find('$', at)) != std::string::npos; at += 2)
      if (at == 0 || text[at - 1] != '\\') text.insert(at++, "\\");
    const auto expected = words_of_shell(text);
    refused += !expected;
    BOOST_TEST_CONTEXT("text [" << text << "]") BOOST_TEST(joined(words_of_ours(text)) == joined(expected));
  });
  BOOST_TEST(refused > 20);
}

BOOST_AUTO_TEST_CASE(a_last_backslash_is_refused) { BOOST_CHECK_THROW(split_words("mpirun \\"), UsageError); }

BOOST_AUTO_TEST_CASE(nothing_is_expanded) {
  BOOST_TEST(joined(split_words("a $HOME *;b `ls` ~ |c>d")) == "<a><$HOME><*;b><`ls`><~><|c>d>");
}

BOOST_AUTO_TEST_CASE(default_is_mpirun_without_binding) {
  const LaunchPlace two_cores{2, false, false};
  BOOST_TEST(command("", "", 2, two_cores) == "<mpirun><-n><2><--bind-to><none>");
  BOOST_TEST(launch_command("", "", 2, two_cores).note == "");
  BOOST_TEST(command("", "", 4, two_cores) == "<mpirun><-n><4><--bind-to><none><--oversubscribe>");
  BOOST_TEST(launch_command("", "", 4, two_cores).note == "4 ranks on 2 cores");
  BOOST_TEST(launch_command("", "", 2, {1, false, false}).note == "2 ranks on 1 core");
}

BOOST_AUTO_TEST_CASE(ranks_elsewhere_are_not_compared_with_these_cores) {
  BOOST_TEST(command("", "", 4, {2, false, true}) == "<mpirun><-n><4><--bind-to><none>");
  BOOST_TEST(command("/opt/mpi/bin/mpirun -n {n}", "hosts", 4, {}) ==
             "</opt/mpi/bin/mpirun><--hostfile><hosts><-n><4>");
  BOOST_TEST(command("", "my hosts", 4, {2, false, false}) == "<mpirun><-n><4><--bind-to><none><--hostfile><my hosts>");
  BOOST_TEST(launch_command("", "my hosts", 4, {2, false, false}).note == "");
}

BOOST_AUTO_TEST_CASE(root_is_allowed_in_the_default_alone) {
  BOOST_TEST(command("", "", 1, {2, true, false}) == "<mpirun><-n><1><--bind-to><none><--allow-run-as-root>");
  BOOST_TEST(command("mpirun -n {n}", "", 1, {2, true, false}) == "<mpirun><-n><1>");
}

BOOST_AUTO_TEST_CASE(each_make_of_mpi_gets_its_own_words) {
  const LaunchPlace mpich{.cores = 2, .root = true, .mpi = Mpi::mpich}, intel{.cores = 2, .mpi = Mpi::intel};
  BOOST_TEST(command("", "", 2, mpich) == "<mpirun><-n><2>");
  BOOST_TEST(command("", "", 4, mpich) == "<mpirun><-n><4>");
  BOOST_TEST(launch_command("", "", 4, mpich).note == "4 ranks on 2 cores");
  BOOST_TEST(command("", "hosts", 4, mpich) == "<mpirun><-n><4><-machinefile><hosts>");
  BOOST_TEST(command("", "", 2, intel) == "<mpirun><-n><2><-genv><I_MPI_PIN><off>");
  BOOST_TEST(command("mpirun.mpich -n {n}", "hosts", 4, mpich) == "<mpirun.mpich><-machinefile><hosts><-n><4>");
  BOOST_TEST(!launch_command("", "", 2, mpich).open_mpi);
  BOOST_TEST(launch_command("", "", 2, mpich).local);
  BOOST_TEST(!launch_command("mpiexec.hydra -f x -n {n}", "", 2, mpich).local);
  BOOST_TEST(launch_command("", "", 2, {}).open_mpi);
}

BOOST_AUTO_TEST_CASE(the_make_is_told_by_the_version) {
  BOOST_CHECK(mpi_of_version("mpirun (Open MPI) 4.1.4\n\nReport bugs to ...\n") == Mpi::open_mpi);
  BOOST_CHECK(mpi_of_version("HYDRA build details:\n    Version:                                 4.0.2\n") ==
              Mpi::mpich);
  BOOST_CHECK(mpi_of_version("Intel(R) MPI Library for Linux* OS, Version 2021.8 Build 20221129\n") == Mpi::intel);
  BOOST_CHECK(mpi_of_version("") == Mpi::open_mpi);
  BOOST_CHECK(mpi_of("/no/such/mpirun") == Mpi::open_mpi);
  for (const std::string name : {"mpirun", "/opt/bin/mpiexec", "mpirun.mpich", "mpiexec.hydra"})
    BOOST_TEST(is_mpirun(name), name);
  for (const std::string name : {"srun", "mpirun-mine", "xmpirun"}) BOOST_TEST(!is_mpirun(name), name);
}

BOOST_AUTO_TEST_CASE(srun_goes_to_all_groups_of_a_heterogeneous_job) {
  const LaunchPlace three{.in_allocation = true, .tasks_of_groups = 12, .groups = 3};
  const std::string all = "<srun><--het-group=0-2><--mpi=pmix><--input=0><--kill-on-bad-exit=1>";
  BOOST_TEST(command("srun", "", 12, three) == all);
  BOOST_TEST(command("srun", "", 5, three) == all);
  BOOST_TEST(command("srun -n {n}", "", 5, three) == "<srun><-n><5>");
  BOOST_CHECK_THROW(command("srun", "", 13, three), UsageError);
}

BOOST_AUTO_TEST_CASE(srun_alone_gets_what_it_needs_in_a_pipe) {
  BOOST_TEST(command("srun", "", 12, {}) == "<srun><-n><12><--mpi=pmix><--input=0><--kill-on-bad-exit=1>");
  BOOST_TEST(command("srun -n {n}", "", 12, {}) == "<srun><-n><12>");
}

BOOST_AUTO_TEST_CASE(the_number_of_ranks_replaces_every_n) {
  BOOST_TEST(command("run '{n} of {n}' n {m} {n", "", 10, {}) == "<run><10 of 10><n><{m}><{n>");
  BOOST_TEST(command("run", "", 10, {}) == "<run>");
}

BOOST_AUTO_TEST_CASE(ranks_are_local_where_mpirun_is_told_of_no_hosts) {
  const auto local = [](const std::string& launcher, const std::string& hostfile, bool in_allocation) {
    return launch_command(launcher, hostfile, 2, {2, false, in_allocation}).local;
  };
  BOOST_TEST(local("", "", false));
  BOOST_TEST(local("/opt/bin/mpirun --oversubscribe -n {n}", "", false));
  BOOST_TEST(!local("", "", true));
  BOOST_TEST(!local("", "hosts", false));
  for (const std::string option : {"-H", "--host", "-host", "--hostfile", "-machinefile"})
    BOOST_TEST(!local("mpirun " + option + " x -n {n}", "", false));
  BOOST_TEST(!local("ssh node1 mpirun", "", false));
}

BOOST_AUTO_TEST_CASE(misuse_is_refused) {
  BOOST_CHECK_THROW(launch_command("srun", "hosts", 2, {}), UsageError);
  BOOST_CHECK_THROW(launch_command("  ", "", 2, {}), UsageError);
  BOOST_CHECK_THROW(launch_command("mpirun 'x", "", 2, {}), UsageError);
}

BOOST_AUTO_TEST_SUITE_END()
