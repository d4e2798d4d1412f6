// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <sstream>

#include "launch/process.hpp"
#include "launch/restart.hpp"
#include "launch/words.hpp"

BOOST_AUTO_TEST_SUITE(launch_loss)

using namespace uneven::launch;
using Names = std::vector<std::string>;
using uneven::document::Processor;

namespace {

constexpr int exited(int code) { return code << 8; }

Loss loss_by(const std::string& text, int status, bool started = false) {
  std::ostringstream out;
  Watchdog watchdog{{}};
  if (started) watchdog.start();
  LauncherWords words("run-bp", true, ProgressStyle::none, out, watchdog);
  words.take(text);
  words.finish();
  return loss_of("mpirun", status, words, watchdog);
}

const std::string ruler = std::string(74, '-') + "\n";
const std::string killed =
    ruler + "mpirun noticed that process rank 3 with PID 1 on node node2 exited on signal 9 (Killed).\n" + ruler;
const std::string lost_daemon = ruler +
                                "ORTE has lost communication with a remote daemon.\n\n"
                                "  HNP daemon   : [[23326,0],0] on node vm\n"
                                "  Remote daemon: [[23326,0],2] on node node2\n" +
                                ruler;
const std::string no_daemon = ruler + "ORTE was unable to reliably start one or more daemons.\n" + ruler;

Processor on(const std::string& host) {
  Processor processor;
  processor.host = host;
  return processor;
}

/// A file that lasts as long as this.
class HostsIn {
 public:
  explicit HostsIn(const std::string& text) : folder_(fresh_folder("loss-test-")) { std::ofstream(path()) << text; }
  ~HostsIn() { std::filesystem::remove_all(folder_); }
  std::string path() const { return folder_ + "/hosts"; }

 private:
  std::string folder_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_killed_rank_is_lost_and_its_host_is_not) {
  const Loss loss = loss_by(killed, exited(137));
  BOOST_TEST(loss.why == "rank 3 on node2 ended by signal 9 (Killed)");
  BOOST_TEST(loss.host == Names{"node2"});
  BOOST_TEST(!loss.whole_host);
  BOOST_TEST(loss_by("srun: error: node2: task 3: Killed\n", exited(137)).host == Names{"node2"});
}

BOOST_AUTO_TEST_CASE(a_host_that_the_launcher_cannot_reach_is_lost) {
  for (const std::string& text : {lost_daemon, "ssh: connect to host node2 port 22: No route to host\n" + no_daemon,
                                  "ssh: Could not resolve hostname node2: Name or service not known\n" + no_daemon,
                                  std::string("srun: error: Node failure on node2\n")}) {
    const Loss loss = loss_by(text, exited(205));
    BOOST_TEST(loss.host == Names{"node2"}, text);
    BOOST_TEST(loss.whole_host, text);
  }
  BOOST_TEST(loss_by(no_daemon, exited(1)).why == "a host cannot be reached");
  const std::string peer = ruler + "  Local host: node1\n  Peer host:  node2\n" + ruler;
  BOOST_TEST(loss_by(no_daemon + peer, exited(1), true).host == Names{"node2"});
  BOOST_TEST(loss_by(no_daemon + peer, exited(1)).host.empty());
  BOOST_TEST(loss_by(no_daemon, exited(1)).host.empty());
}

BOOST_AUTO_TEST_CASE(what_the_ranks_refuse_is_no_loss) {
  const std::string refused = "mpi-runner: rank 0 on node1: x.csv: found a; expected a number\n";
  for (const int code : {64, 65, 66, 70, 74}) BOOST_TEST(loss_by(refused + killed, exited(code)).why == "");
  BOOST_TEST(loss_by("mpi-runner: rank 0: not enough memory\n", exited(71)).why == "");
  BOOST_TEST(loss_by("mpi-runner: rank 0 on node1: MPI: connection reset\n", exited(71)).why != "");
  BOOST_TEST(loss_by(refused + lost_daemon, exited(71)).whole_host);
  const auto exit_of_rank = [](const std::string& code) {
    return ruler + "Process name: [[1,1],3]\nExit code:    " + code + "\n" + ruler;
  };
  BOOST_TEST(loss_by(exit_of_rank("3"), exited(3)).why == "");
  BOOST_TEST(loss_by(exit_of_rank("137"), exited(137)).why == "rank 3 exited with code 137");
  BOOST_TEST(loss_by("srun: error: node2: task 3: Exited with exit code 1\n", exited(1)).why == "");
  BOOST_TEST(loss_by("", exited(1)).why == "");
  BOOST_TEST(loss_by("", SIGKILL).why == "mpirun ended by signal 9 (Killed)");
  BOOST_TEST(loss_by("", exited(137)).why == "mpirun: a rank ended by signal 9 (Killed)");
  BOOST_TEST(loss_by("", SIGTERM).why == "");
}

BOOST_AUTO_TEST_CASE(a_silent_host_is_lost_if_none_of_its_ranks_is_heard) {
  for (const bool other_lives : {false, true}) {
    Watchdog watchdog({.start_s = 0, .silent_s = 3}, Watchdog::Clock::time_point{});
    watchdog.start();
    for (int rank = 0; rank < 4; ++rank) watchdog.hear(rank, rank < 2 ? "a" : "b");
    for (int tenths = 1; tenths <= 30; ++tenths) {
      watchdog.pass(Watchdog::Clock::time_point{} + std::chrono::milliseconds(100 * tenths));
      watchdog.hear(0, "a");
      watchdog.hear(1, "a");
      if (other_lives) watchdog.hear(3, "b");
    }
    const Loss loss = loss_of(watchdog);
    BOOST_TEST(loss.why == "rank 2 on b has not been heard of for 3 s (--silent-seconds)");
    BOOST_TEST(loss.host == Names{"b"});
    BOOST_TEST(loss.whole_host == !other_lives);
    BOOST_TEST(loss.hosts.size() == 4);
  }
}

BOOST_AUTO_TEST_CASE(names_of_a_host_agree_up_to_the_first_dot_and_addresses_whole) {
  BOOST_TEST(same_host("node1", "node1.cluster.example"));
  BOOST_TEST(!same_host("node1", "node10"));
  BOOST_TEST(same_host("10.0.0.1", "10.0.0.1"));
  BOOST_TEST(!same_host("10.0.0.1", "10.0.0.2"));
}

BOOST_AUTO_TEST_CASE(the_processors_of_a_host_are_those_of_the_plan_or_of_its_ranks) {
  using Processors = std::vector<std::size_t>;
  const std::vector<Processor> named{on("a"), on("b.example"), on("a")}, unnamed(3);
  BOOST_TEST(processors_on({"b"}, named, Match::host, {}) == Processors{1});
  // The ranks of host a came first.
  BOOST_TEST(processors_on({"b"}, named, Match::any, {"a", "a", "b"}) == Processors{2});
  BOOST_TEST(processors_on({"b"}, unnamed, Match::host, {"a", "b", "b"}) == (Processors{1, 2}));
  BOOST_TEST(processors_on({"b"}, unnamed, Match::host, {}).empty());
  BOOST_TEST(processors_on({"b"}, unnamed, Match::cpu, {"a", "b", "b"}).empty());
}

BOOST_AUTO_TEST_CASE(launchers_are_kept_from_a_host) {
  const HostsIn hosts("# comment\nme@node1 slots=2\nnode2.example slots=1 # old\n\nnode10 slots=4\n");
  BOOST_TEST(hostfile_without(hosts.path(), {"node2"}) == "# comment\nme@node1 slots=2\n\nnode10 slots=4\n");
  BOOST_TEST(hosts_by_slots(hosts.path(), 4) == (Names{"node1", "node1", "node2.example", "node10"}));
  BOOST_TEST(hosts_by_slots(hosts.path(), 8).empty());
  BOOST_TEST(hosts_by_slots(HostsIn("node1\n").path(), 1).empty());
  const HostsIn of_mpich("node1:1\nnode2:2\n");
  BOOST_TEST(hosts_by_slots(of_mpich.path(), 3) == (Names{"node1", "node2", "node2"}));
  BOOST_TEST(hostfile_without(of_mpich.path(), {"node1"}) == "node2:2\n");
}

BOOST_AUTO_TEST_CASE(srun_leaves_a_host_out_of_a_job_of_one_group) {
  const LaunchPlace one{.in_allocation = true}, two{.in_allocation = true, .tasks_of_groups = 4, .groups = 2};
  BOOST_TEST(*srun_without("srun", one, "b") == "srun --exclude=b -n {n} --mpi=pmix --input=0 --kill-on-bad-exit=1");
  BOOST_TEST(*srun_without("srun -n {n} -c 4", one, "b") == "srun --exclude=b -n {n} -c 4");
  BOOST_TEST(*srun_without("srun -n {n} -c 4", two, "b") == "srun --exclude=b -n {n} -c 4");  // on the first group
  BOOST_TEST(!srun_without("mpirun -n {n}", one, "b"));
  BOOST_TEST(!starts_groups("mpirun -n 2 : -n 1", two));
  BOOST_TEST(!srun_without("srun", two, "b"));
  for (const char* words : {"srun -n 2 : -n 1", "srun --het-group=0,1 -c 2", "srun --pack-group=0-1"}) {
    BOOST_TEST(starts_groups(words, one), words);
    BOOST_TEST(!srun_without(words, one, "b"), words);
  }
}

BOOST_AUTO_TEST_SUITE_END()
