// SPDX-License-Identifier: MIT
#include "elements/stealing_protocol.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <deque>
#include <map>
#include <memory>
#include <random>

#include "../cases.hpp"
#include "made_up.hpp"

BOOST_AUTO_TEST_SUITE(stealing)

using namespace uneven::elements;
using test::between;

namespace {

constexpr double bytes = 98304, poll_s = 1e-3;

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
