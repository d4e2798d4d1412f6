// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "document/hbsp_costs.hpp"
#include "document/job.hpp"
#include "job_files.hpp"
#include "schedule/performer.hpp"
#include "shares/makespan.hpp"
#include "simulated/cluster.hpp"
#include "simulated/load.hpp"
#include "simulated/transport.hpp"

namespace uneven::simulated {

/// Data of a declared run: lengths only.
class NoData : public schedule::Actor {
 public:
  explicit NoData(std::int64_t element_bytes) : element_bytes_(element_bytes) {}
  void work(const schedule::Work&) override {}
  schedule::Memory memory(const schedule::Send& send) override { return of(send.message); }
  schedule::Memory memory(const schedule::Receive& receive) override { return of(receive.message); }

 private:
  schedule::Memory of(const schedule::Message& message) const {
    return {.columns = message.columns.count, .rows = message.rows.count, .element_bytes = element_bytes_};
  }
  std::int64_t element_bytes_;
};

/// How to make the simulated cluster of a run: its speeds are those of the processors in use.
using MakeCluster = std::function<Cluster(document::Speeds speeds, simulate::Messages messages)>;

/// What else is known of a job that is to be simulated.
struct Setting {
  document::Speeds speeds;  ///< of all processors of the plan; empty (no processors): those in the plan
  MakeCluster make_cluster;
  bool compute = false;                  ///< work of trainings is computed beside being declared
  runner::JobPlace place{};              ///< of a job that computes
  SlowCards slow_cards{};                ///< of hosts of a training
  std::vector<Load> loads{};             ///< of hosts in supersteps over elements
  std::optional<std::int64_t> rounds{};  ///< over blocks of an array; absent: 1
  bool force = false;                    ///< its outputs may replace files that are something else
};

/// Simulates a job: performs the schedules that mpi-runner performs, with work that is declared in place of being
/// computed.
///
/// @return  the report, `simulated`, without results that only computing would give.
/// @throws InputError  if the job or its options cannot be simulated, or there are no speeds.
document::Report run(const document::Job& job, const Setting& setting);

document::Report run_bp(const document::Job& job, const Setting& setting);
document::Report run_reduction(const document::Job& job, const Setting& setting);
document::Report run_matmul(const document::Job& job, const Setting& setting);
/// Supersteps of a program, without the messages between its elements, which only the run knows. Elements may move.
document::Report run_elements(const document::Job& job, const Setting& setting);
/// Calls of a command, one on each rank or in pieces; of blocks of an array, rounds of work and halo messages.
document::Report run_command(const document::Job& job, const Setting& setting);
/// One batch of queries.
document::Report run_search(const document::Job& job, const Setting& setting);

/// What a rank did in the rounds of a run.
struct RoundsDone {
  schedule::Times times;
  std::vector<double> seconds{};  ///< of each round
  double units = 0;               ///< of work in all of them
};

/// Rounds of work and messages; a rank's lists are performed one after the other.
struct Rounds {
  std::vector<schedule::Schedule> lists;   ///< shape [p]; the first work is the rank's own
  std::vector<std::int64_t> units;         ///< of each rank in a round, shape [p]
  std::vector<shares::TimeModel> times;    ///< of units, shape [p]
  std::vector<document::Slowdown> slow{};  ///< rounds count from 1
  std::int64_t count = 1;
};

document::Report simulate_rounds(const Rounds& rounds, const document::Speeds& speeds, const Setting& setting);

/// @param done  shape [p].
document::Report report_of(const std::vector<RoundsDone>& done, const document::Speeds& speeds);

/// Requires the speeds to be of a plan's kernel, where both tell it. @throws InputError
void require_unit_speeds(const document::Speeds& speeds, const std::optional<std::string>& kernel);

/// Units of each processor of a plan, shape [p], and their times by what the plan followed.
std::vector<std::int64_t> counts_of(const document::HbspElements& plan);
std::vector<shares::TimeModel> times_of(const document::Speeds& speeds, bool curves);

/// Runs `work` as an actor on every rank's host, until all are done.
/// @throws what a rank throws; SystemError if ranks wait for ever.
void on_all_ranks(const Cluster& cluster, const std::function<void(int rank)>& work);

/// A rank's line of the report.
document::RankReport line_of(const document::MeasuredProcessor& processor, double work, const schedule::Times& times);

/// Requires as many speeds as the plan has processors. @throws InputError
void require_speeds(const document::Speeds& speeds, std::size_t processors);

/// Refuses an option of a job that asks for results. @param where  there are none of it. @throws InputError
void refuse_option(const document::Json& options, const char* key, bool given,
                   const std::string& where = "in a simulation, which computes no results");

}  // namespace uneven::simulated
