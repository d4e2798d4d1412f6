// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <set>

#include "../cases.hpp"
#include "elements/stealing_protocol.hpp"

BOOST_AUTO_TEST_SUITE(stealing)

using namespace uneven::elements;

namespace {

constexpr double bytes = 98304, poll_s = 1e-3;

double between(std::mt19937& random, double low, double high) {
  return std::uniform_real_distribution<>(low, high)(random);
}

struct Cluster;

/// One of several processes in memory, each with its own time; the one that is behind goes on.
class Process : public StealingPort {
 public:
  Process(Cluster& cluster, int rank, int ranks) : protocol(*this, rank, ranks, 0), cluster_(cluster), rank_(rank) {}

  Look look() const override { return {time, queue.size()}; }
  double block_bytes() const override { return bytes; }
  std::optional<Request> request() override { return take(requests); }
  std::optional<std::int64_t> reply(int) override { return take(replies); }
  void ask(int victim, const Thief& thief) override;
  std::int64_t give(int thief, std::size_t most) override;
  void expect(int, std::int64_t blocks) override { expected += blocks; }
  std::int64_t move_blocks() override;
  std::size_t leaving() const override { return unsent; }
  bool received() const override { return expected == 0; }
  void pause() override { time += poll_s; }

  void turn();
  void send_blocks();

  template <class T>
  using Line = std::multimap<double, T>;  ///< by time of arrival
  StealingProtocol protocol;
  double time = 0, free_at = 0, block_s = 1, done_at = 0;
  std::int64_t expected = 0;
  std::map<int, std::deque<int>> out;  ///< blocks to leave, by thief
  std::size_t unsent = 0;
  int last_to = -1;
  std::deque<int> queue;
  Line<Request> requests;
  Line<std::int64_t> replies;
  Line<int> blocks;
  bool done = false;

 private:
  template <class T>
  std::optional<T> take(Line<T>& line) {
    if (line.empty() || line.begin()->first > time) return std::nullopt;
    const T first = line.begin()->second;
    line.erase(line.begin());
    return first;
  }
  Cluster& cluster_;
  int rank_;
};

struct Cluster {
  Cluster(int ranks, double latency, double byte) : latency_s(latency), byte_s(byte) {
    for (int rank = 0; rank < ranks; ++rank) processes.push_back(std::make_unique<Process>(*this, rank, ranks));
  }

  /// A superstep. @return  when the last block is computed.
  double run() {
    const double start = time();
    std::vector<std::int64_t> counts;
    for (auto& process : processes) counts.push_back(std::ssize(process->queue));
    for (auto& process : processes) {
      process->done = false;
      process->time = start;
      process->protocol.begin(last_s, counts);
    }
    const auto behind = [](const auto& a, const auto& b) { return a->time < b->time; };
    while (!std::ranges::all_of(processes, [](const auto& process) { return process->done; }))
      (*std::ranges::min_element(processes, behind))->turn();
    double end = start;
    last_s.clear();
    for (auto& process : processes) {
      last_s.push_back(process->done_at - start);
      end = std::max(end, process->done_at);
    }
    return end - start;
  }
  double time() const {
    return (*std::ranges::max_element(processes, {}, [](const auto& process) { return process->time; }))->time;
  }

  double latency_s, byte_s;
  std::vector<std::unique_ptr<Process>> processes;
  std::vector<double> last_s;
  std::map<int, std::vector<int>> computed;  ///< by block: where
};

void Process::ask(int victim, const Thief& thief) {
  BOOST_TEST(victim != rank_);
  cluster_.processes[std::size_t(victim)]->requests.emplace(time + cluster_.latency_s, Request{rank_, thief});
}

std::int64_t Process::give(int thief, std::size_t most) {
  BOOST_TEST(most <= queue.size());
  cluster_.processes[std::size_t(thief)]->replies.emplace(time + cluster_.latency_s, std::int64_t(most));
  if (unsent == 0) free_at = time;
  for (std::size_t i = 0; i < most; ++i, queue.pop_back()) out[thief].push_back(queue.back());
  unsent += most;
  return std::int64_t(most);
}

/// Thieves take turns on the link.
void Process::send_blocks() {
  for (; unsent > 0 && free_at + bytes * cluster_.byte_s <= time; --unsent) {
    auto line = out.upper_bound(last_to);
    if (line == out.end()) line = out.begin();
    last_to = line->first;
    free_at += bytes * cluster_.byte_s;
    cluster_.processes[std::size_t(last_to)]->blocks.emplace(free_at + cluster_.latency_s, line->second.front());
    line->second.pop_front();
    if (line->second.empty()) out.erase(line);
  }
}

std::int64_t Process::move_blocks() {
  send_blocks();
  std::int64_t came = 0;
  for (; expected > 0; --expected, ++came) {
    const auto block = take(blocks);
    if (!block) break;
    queue.push_back(*block);
  }
  return came;
}

/// A block, or a look while there is none.
void Process::turn() {
  if (done) {
    protocol.refuse();
    time += poll_s;
  } else if (!protocol.progress()) {
    done = true;
  } else if (!queue.empty()) {
    cluster_.computed[queue.front()].push_back(rank_);
    queue.pop_front();
    done_at = time += block_s;
  } else {
    time += poll_s;
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(both_are_done_at_the_same_time) {
  // 11 s of blocks here, none there, twice as fast: the thief is done with its g-th at g / 2 and the victim, from
  // its last, with that one at 11 - g.
  BOOST_TEST(blocks_to_give({11, 0, 1, bytes}, {0, 0.5, 0}, 1e-3) == 7);
  BOOST_TEST(blocks_to_give({10, 0, 1, bytes}, {0, 0, 0}, 1e-3) == 5);  // a thief of unknown speed is as fast
  uneven::test::for_seeds(300, [&](std::mt19937& random) {
    const std::size_t left = random() % 50;
    const double block_s = between(random, 0.01, 2), theirs = between(random, 0.01, 2), has = between(random, 0, 20);
    std::size_t most = 0;
    const double mine = double(left) * block_s;
    if (mine - has >= 0.1)
      while (most < left && has + double(most + 1) * theirs < mine - double(most) * block_s) ++most;
    BOOST_TEST(blocks_to_give({left, 9, block_s, bytes}, {0, theirs, has}, 0.1) == most);
    // What travels longer than it saves stays.
    const double byte_s = between(random, 0, 1e-4);
    const std::size_t leaving = random() % 9;
    const auto fewer = blocks_to_give({left, leaving, block_s, bytes}, {byte_s, theirs, has}, 0.1);
    BOOST_TEST(fewer <= most);
    if (fewer > 0) BOOST_TEST(double(fewer + leaving) * byte_s * bytes <= (mine - has) / 2 * (1 + 1e-9));
  });
}

BOOST_AUTO_TEST_CASE(the_one_expected_to_be_busy_longest_is_asked_first) {
  uneven::test::for_seeds(100, [&](std::mt19937& random) {
    const int ranks = 2 + int(random() % 8), me = int(random() % unsigned(ranks));
    std::vector<double> seconds(static_cast<std::size_t>(ranks));
    for (double& s : seconds) s = double(1 + random() % 5);
    StealingRule rule(me, ranks, 0);
    rule.begin({0, 100}, seconds, std::vector<std::int64_t>(seconds.size(), 100));
    BOOST_TEST(!rule.victim({0.001, 50}).has_value());  // who has work does not ask
    std::set<int> asked;
    double before = 9;
    for (std::optional<int> victim; (victim = rule.victim({0.002, 0})); rule.answered(0)) {
      const double expected = seconds[std::size_t(*victim)];
      BOOST_TEST(*victim != me);
      BOOST_TEST(asked.insert(*victim).second);  // who refused is not asked again
      BOOST_TEST((expected <= before && expected > std::ranges::min(seconds)));
      before = expected;
    }
    const auto busy = std::ranges::count_if(seconds, [&](double s) { return s > std::ranges::min(seconds); });
    BOOST_TEST(std::ssize(asked) == busy - (seconds[std::size_t(me)] > std::ranges::min(seconds)));
    BOOST_TEST(!rule.has_victims());
  });
}

BOOST_AUTO_TEST_CASE(one_that_gave_is_asked_after_the_others_and_a_refusal_holds_for_a_round) {
  StealingRule rule(0, 4, 0);
  rule.begin({0, 0}, {1, 9, 8, 7}, {5, 5, 5, 5});
  std::vector<int> asked;
  for (const std::int64_t answer : {3, 0, 0, 1, 0}) {
    asked.push_back(rule.victim({0.01, 0}).value());
    rule.answered(answer);
  }
  BOOST_TEST(asked == (std::vector<int>{1, 2, 3, 1, 1}), boost::test_tools::per_element());
  // Someone gave in this round, so all are asked again; nobody does in the next.
  for (int turn = 0; turn < 3; ++turn) rule.answered((rule.victim({0.01, 0}).value(), 0));
  BOOST_TEST(!rule.victim({0.01, 0}).has_value());
}

BOOST_AUTO_TEST_CASE(equal_processes_are_asked_only_where_a_question_costs_next_to_nothing) {
  for (const std::vector<double>& seconds : {std::vector<double>(), std::vector<double>(5, 3.0)}) {
    StealingRule rule(0, 5, 0);
    rule.begin({0, 0}, seconds, {5, 5, 5, 5, 5});
    BOOST_TEST(!rule.victim({0.09, 0}).has_value());
    rule.begin({0, 0}, seconds, {5, 5, 5, 5, 5});
    BOOST_TEST(rule.victim({0.11, 0}).has_value());
    rule.answered(0);
    BOOST_TEST(!rule.victim({0.11, 0}).has_value());  // one in a tenth of a second
    BOOST_TEST(rule.unasked_until() == 0.1);
  }
}

BOOST_AUTO_TEST_CASE(thieves_who_know_of_nobody_begin_at_different_ones) {
  uneven::test::for_seeds(20, [&](std::mt19937& random) {
    const int ranks = 3 + int(random() % 20);
    std::vector<double> seconds(static_cast<std::size_t>(ranks));
    for (double& s : seconds) s = between(random, 1, 3);
    std::set<int> first;
    for (int rank = 0; rank < ranks; ++rank) {
      StealingRule rule(rank, ranks, 0);
      rule.begin({0, 0}, seconds, std::vector<std::int64_t>(seconds.size(), 5));
      first.insert(rule.victim({4, 0}).value());
    }
    BOOST_TEST(std::ssize(first) == ranks);
  });
}

BOOST_AUTO_TEST_CASE(pace_is_that_of_late_and_waiting_is_not_slowness) {
  StealingRule rule(0, 2, 0);
  rule.begin({0, 100}, {}, {100, 100});
  BOOST_TEST(rule.pace({1, 100}) == 0);
  BOOST_TEST(rule.pace({1, 90}) == 0.1);
  BOOST_TEST(rule.left_s({1.5, 80}) == 80 * 0.05, boost::test_tools::tolerance(1e-12));
  rule.take_pace(0.05, {9, 80});
  BOOST_TEST(rule.pace({10, 70}) == 0.1);
  rule.took(5, 11);  // blocks that have come were not computed
  BOOST_TEST(rule.pace({12, 65}) == 0.2);
}

BOOST_AUTO_TEST_CASE(every_block_is_computed_once_and_all_are_busy_to_the_end) {
  uneven::test::for_seeds(60, [&](std::mt19937& random) {
    const int ranks = 1 + int(random() % 12);
    Cluster cluster(ranks, between(random, 0, 2e-3), between(random, 1e-10, 1e-9));
    int blocks = 0;
    double speed = 0;
    for (auto& process : cluster.processes) {
      process->block_s = between(random, 0.01, 0.1);
      speed += 1 / process->block_s;
      for (int i = int(50 + random() % 300); i > 0; --i) process->queue.push_back(blocks++);
    }
    for (int superstep = 0; superstep < 3; ++superstep) {
      cluster.computed.clear();
      const double seconds = cluster.run();
      BOOST_TEST(std::ssize(cluster.computed) == blocks);
      std::vector<std::vector<int>> at(cluster.processes.size());
      for (const auto& [block, where] : cluster.computed) {
        BOOST_TEST(where.size() == 1u);
        at[std::size_t(where[0])].push_back(block);
      }
      // Blocks stay where they were computed.
      for (std::size_t rank = 0; rank < at.size(); ++rank)
        cluster.processes[rank]->queue.assign(at[rank].begin(), at[rank].end());
      std::int64_t given = 0;
      for (auto& process : cluster.processes)
        for (const Theft& theft : process->protocol.take_answers()) given += theft.blocks;
      BOOST_TEST((ranks > 1 || given == 0));
      const double ideal = blocks / speed;
      BOOST_TEST_CONTEXT(ranks << " ranks, superstep " << superstep << ": " << given << " given, " << ideal << " s")
      BOOST_TEST(seconds < 1.1 * ideal + 0.2);
    }
  });
}

/// Half of the processes have most of the blocks, and a block travels for a fifth of the time that it takes.
BOOST_AUTO_TEST_CASE(thieves_do_not_queue_where_others_are_served) {
  for (const int ranks : {4, 12, 30}) {
    Cluster cluster(ranks, 1e-4, 8.3e-9);
    int blocks = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      cluster.processes[std::size_t(rank)]->block_s = 4e-3;
      for (int i = rank < ranks / 2 ? 2000 : 400; i > 0; --i)
        cluster.processes[std::size_t(rank)]->queue.push_back(blocks++);
    }
    const double seconds = cluster.run(), ideal = blocks * 4e-3 / ranks;
    BOOST_TEST(std::ssize(cluster.computed) == blocks);
    BOOST_TEST(seconds < 1.1 * ideal, ranks << " ranks: " << seconds << " s, ideal " << ideal);
  }
}

BOOST_AUTO_TEST_SUITE_END()
