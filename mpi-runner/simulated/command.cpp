// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "command/work.hpp"
#include "document/array_shares.hpp"
#include "document/hbsp_costs.hpp"
#include "document/options/program_options.hpp"
#include "elements/tree_sum.hpp"
#include "shares/blocks.hpp"
#include "shares/makespan.hpp"
#include "simulated/runs.hpp"

namespace uneven::simulated {

namespace {

constexpr std::int64_t done_bytes = 8;  ///< of the word of a call that has ended

schedule::Message message(int partner, std::int64_t bytes) { return {.partner = partner, .columns = {0, bytes}}; }

schedule::Schedule work_alone() {
  schedule::Schedule list;
  list.element_bytes = 1;
  list.operations.push_back(schedule::Work{elements::task_step});
  return list;
}

/// Every rank calls the command once, for all its units, and tells rank 0 when it has ended.
std::vector<schedule::Schedule> calls(std::size_t ranks) {
  std::vector<schedule::Schedule> lists(ranks, work_alone());
  for (std::size_t r = 1; r < ranks; ++r) {
    lists[0].operations.push_back(schedule::Receive{message(static_cast<int>(r), done_bytes), true});
    lists[r].operations.push_back(schedule::Send{message(0, done_bytes)});
  }
  return lists;
}

/// Every rank works on its block, then sends its neighbours what they need of it.
std::vector<schedule::Schedule> halos(const document::ArrayShares& plan, std::vector<std::int64_t>& cells) {
  std::vector<schedule::Schedule> lists(plan.cluster.size(), work_alone());
  std::vector<document::MatrixPart> blocks;
  for (const document::ArrayBlock& block : plan.blocks) blocks.push_back(block.cells);
  const auto messages = shares::halo_messages(blocks, plan.halo);
  std::vector<std::vector<schedule::Operation>> receives(lists.size());
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const auto from = static_cast<std::size_t>(blocks[b].processor);
    cells[from] = blocks[b].cells();
    for (const shares::HaloMessage& halo : messages[b]) {
      const auto to = static_cast<std::size_t>(blocks[halo.to].processor);
      const std::int64_t bytes = halo.cells * plan.element_bytes;
      if (bytes == 0) continue;
      lists[from].operations.push_back(schedule::Send{message(static_cast<int>(to), bytes)});
      receives[to].push_back(schedule::Receive{message(static_cast<int>(from), bytes), true});
    }
  }
  for (std::size_t r = 0; r < lists.size(); ++r)
    lists[r].operations.insert(lists[r].operations.end(), receives[r].begin(), receives[r].end());
  return lists;
}

/// Seconds after which rank 0, while a call of its own runs, looks again for messages of the others.
constexpr double look_s = 1e-3;

/// A message about a piece: its first unit and its units.
using Words = std::array<std::int64_t, 4>;
/// In place of the first unit: a rank is ready for its first piece, or is to leave.
constexpr std::int64_t no_piece = -1;

/// One rank's part of a run whose calls are dealt in pieces, see command::Master and command::Worker: a free rank says
/// so to rank 0, which deals it the next piece. Rank 0 makes calls itself meanwhile.
class Caller {
 public:
  /// @param dealer  of rank 0. @param time  of units on this rank. All references must outlive this.
  Caller(Interconnect& interconnect, int rank, command::Dealer& dealer, const shares::TimeModel& time)
      : rank_(rank),
        share_(interconnect.cluster().platform.endpoints[static_cast<std::size_t>(rank)].share),
        dealer_(dealer),
        time_(time),
        transport_(interconnect, rank, {[](const schedule::Work&) { return std::optional<double>(); }}),
        words_(rank == 0 ? interconnect.cluster().hosts.size() : 1),
        requests_(words_.size(), schedule::no_request) {}

  RoundsDone make_calls() {
    const double start = transport_.now();
    rank_ == 0 ? deal_all() : obey();
    transport_.catch_up();
    const double seconds = transport_.now() - start;
    return {{compute_s_, 0, seconds - compute_s_}, {seconds}, units_};
  }

  std::int64_t calls() const { return calls_; }

 private:
  static schedule::Memory memory_of(Words& words) {
    return {.data = words.data(), .columns = std::ssize(words), .element_bytes = sizeof(std::int64_t)};
  }
  void say(Words words, int to) { transport_.send(to, 0, memory_of(words)); }
  /// @param from  of a worker: 0.
  void expect(std::size_t from) {
    requests_[from] = transport_.receive(static_cast<int>(from), 0, memory_of(words_[from]));
  }
  double seconds_of(std::int64_t units) {
    const double seconds = time_.seconds(static_cast<double>(units));
    compute_s_ += seconds;
    units_ += static_cast<double>(units);
    ++calls_;
    return seconds * share_;
  }
  void obey();
  void deal_all();
  bool deal();
  void work_some();
  bool hear();
  void end(std::size_t rank);

  struct Dealt {
    double at;  ///< in s
    std::int64_t first, units;
  };

  int rank_;
  double share_;
  command::Dealer& dealer_;
  const shares::TimeModel& time_;
  Transport transport_;
  std::vector<Words> words_;                 ///< by rank; of a worker, those of rank 0
  std::vector<schedule::Request> requests_;  ///< for them
  std::vector<bool> free_{};                 ///< by rank, at rank 0
  std::vector<Dealt> dealt_{};               ///< likewise
  double own_s_ = 0;                         ///< CPU time left of rank 0's call
  double compute_s_ = 0, units_ = 0;
  std::int64_t calls_ = 0;
};

void Caller::obey() {
  for (Words words{no_piece};;) {
    expect(0);
    say(words, 0);
    transport_.wait_until([&] {
      transport_.test_requests(requests_);
      return requests_.front() == schedule::no_request;
    });
    words = words_.front();
    if (words[0] == no_piece) return;
    const double start = transport_.now();
    transport_.work_for(seconds_of(words[1]));
    transport_.record(trace::Phase::call, start, words[0], words[1]);
    transport_.record(trace::Phase::compute, start);
  }
}

/// A rank has ended a call.
void Caller::end(std::size_t rank) {
  dealer_.learn(static_cast<int>(rank), dealt_[rank].units, transport_.now() - dealt_[rank].at);
  free_[rank] = true;
}

/// @return  whether other ranks have said something.
bool Caller::hear() {
  std::vector<schedule::Request> requests = requests_;
  transport_.test_requests(requests);
  bool any = false;
  for (std::size_t rank = 1; rank < requests.size(); ++rank) {
    if (requests[rank] == std::exchange(requests_[rank], requests[rank])) continue;
    if (words_[rank][0] == no_piece)
      free_[rank] = true;
    else
      end(rank);
    any = true;
  }
  return any;
}

/// Of rank 0's call, until the next look.
void Caller::work_some() {
  const double start = transport_.now();
  own_s_ -= transport_.work_in_steps(own_s_, look_s);
  transport_.record(trace::Phase::compute, start);
  if (own_s_ <= 0) transport_.record(trace::Phase::call, dealt_[0].at, dealt_[0].first, dealt_[0].units);
}

/// @return  whether a rank works.
bool Caller::deal() {
  for (std::size_t rank = 0; rank < free_.size(); ++rank) {
    if (!free_[rank]) continue;
    const auto piece = dealer_.next(static_cast<int>(rank));
    if (!piece) continue;
    free_[rank] = false;
    dealt_[rank] = {transport_.now(), piece->units.first, piece->units.count};
    if (rank == 0) {
      own_s_ = seconds_of(piece->units.count);
    } else {
      expect(rank);
      say({piece->units.first, piece->units.count}, static_cast<int>(rank));
    }
  }
  return std::ranges::count(free_, false) > 0;
}

void Caller::deal_all() {
  free_.assign(words_.size(), false);
  dealt_.resize(words_.size());
  free_[0] = true;
  for (std::size_t rank = 1; rank < words_.size(); ++rank) expect(rank);
  while (deal()) {
    if (hear()) continue;
    if (free_[0])
      transport_.wait_until([&] { return hear(); });
    else if (work_some(); own_s_ <= 0)
      end(0);
  }
  for (std::size_t rank = 1; rank < words_.size(); ++rank) say({no_piece}, static_cast<int>(rank));
}

/// Calls for pieces of a plan's work.
document::Report simulate_calls(const document::HbspElements& plan, const document::CommandOptions& options,
                                const Setting& setting) {
  const command::Work work = command::work_of(plan);
  command::Dealer dealer({options.method, work.multiple_of, options.least, options.piece}, work.ranges,
                         document::speeds_of(work.cluster), {});
  const auto times = times_of(setting.speeds, plan.curves);
  Cluster cluster = setting.make_cluster(setting.speeds, simulate::Messages::between_work);
  Interconnect interconnect(cluster);
  std::vector<RoundsDone> done(times.size());
  std::int64_t calls = 0;
  on_all_ranks(cluster, [&](int rank) {
    const auto r = static_cast<std::size_t>(rank);
    Caller caller(interconnect, rank, dealer, times[r]);
    done[r] = caller.make_calls();
    calls += caller.calls();
  });
  document::Report report = report_of(done, setting.speeds);
  report.result["method"] = name_of(options.method);
  report.result["calls"] = calls;
  return report;
}

}  // namespace

document::Report run_command(const document::Job& job, const Setting& setting) {
  const auto options = document::options_from_json<document::CommandOptions>(job.input, job.options);
  const bool dealt = options.method != document::CallMethod::shares || options.piece;
  refuse_option(job.options, "checkpoint", options.checkpoint.has_value(), "in a simulation");
  document::Report report;
  if (job.plan.value("kind", "") == "array-shares") {
    const auto plan = document::from_json<document::ArrayShares>(job.plan);
    command::require_fitting(options, command::work_of(plan));
    require_speeds(setting.speeds, plan.cluster.size());
    require_unit_speeds(setting.speeds, plan.kernel);
    Rounds rounds{{}, std::vector<std::int64_t>(plan.cluster.size(), 0), times_of(setting.speeds, true)};
    rounds.lists = halos(plan, rounds.units);
    rounds.count = setting.rounds.value_or(1);
    report = simulate_rounds(rounds, setting.speeds, setting);
    report.predicted_seconds_per_iteration = plan.predicted.superstep_s;
    report.unit = "cell";
  } else {
    const auto plan = document::from_json<document::HbspElements>(job.plan);
    require_speeds(setting.speeds, plan.cluster.size());
    require_unit_speeds(setting.speeds, plan.kernel);
    const Rounds once{calls(plan.cluster.size()), counts_of(plan), times_of(setting.speeds, plan.curves)};
    report = dealt ? simulate_calls(plan, options, setting) : simulate_rounds(once, setting.speeds, setting);
    report.predicted_seconds_per_iteration = plan.seconds;
    report.unit = "unit";
  }
  report.of = report.kernel = "command";
  return report;
}

}  // namespace uneven::simulated
