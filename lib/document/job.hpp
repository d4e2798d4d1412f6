// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "document/common.hpp"
#include "document/describe/object.hpp"
#include "document/json.hpp"
#include "document/writer.hpp"

namespace uneven::document {

/// Document "job": a plan with everything needed to run it. It never names code to load or a command to run.
struct Job {
  static constexpr const char* kind = "job";
  std::string run;                ///< which executor: bp, reduction, matmul, ...
  Json plan = Json::object();     ///< a whole document of its own, or {}: "measure" and "bsp" need none
  Json input = Json::object();    ///< files and sizes
  Json options = Json::object();  ///< of the run tool
};

Object describe(const Job&);

/// The runs that perform plans, by kind of plan.
const std::map<std::string, std::string>& runs_of_plans();

/// Faults of a job: a file name with NUL bytes, options that the run would refuse, a plan that is unsound, missing or
/// of a kind that the run does not take.
Faults faults(const Job& job);

/// Times and work of one rank in a run; seconds are sums over all iterations.
struct RankReport {
  std::int64_t rank = 0;  ///< the plan's processor number
  std::string host;
  std::string cpu;
  std::string instruction_set;  ///< of the hot loops, chosen at run time
  std::string blas_core;        ///< OpenBLAS's name of the processor
  double work = 0;              ///< in the kernel's unit
  double compute_s = 0;
  double communicate_s = 0;
  double wait_s = 0;
  std::optional<std::int64_t> memory_bytes{};          ///< the most that a command of the user's occupied
  std::optional<std::int64_t> peak_bytes{};            ///< the most that its process, or a call of a command, occupied
  std::optional<std::int64_t> predicted_peak_bytes{};  ///< the same, from the plan and the data
};

/// A start of a job after the first.
struct Restart {
  double seconds = 0;                 ///< from the first start to the loss
  std::string why;                    ///< the loss in words
  std::vector<std::string> left_out;  ///< hosts without ranks from then on
  bool from_checkpoint = false;       ///< else from the beginning
};

Object describe(const Restart&);

/// Document "report", made by the run tools.
struct Report {
  static constexpr const char* kind = "report";
  std::string of;  ///< bp, reduction, matmul, ...
  std::vector<RankReport> processors;
  std::string kernel;
  Json kernel_options = Json::object();
  std::string unit;
  std::int64_t iterations = 0;
  double seconds_per_iteration = 0;
  std::optional<double> predicted_seconds_per_iteration;
  std::optional<bool> converged;       ///< of runs that can settle: whether this one did
  std::optional<std::string> stopped;  ///< why it ended: tolerance, target, iterations, time or signal
  std::optional<bool> simulated;       ///< true: times are those of a simulation
  std::vector<Restart> restarts{};     ///< in their order; the times of ranks and iterations are those of the last
  OrderedJson result = OrderedJson::object();
};

Object describe(const Report&);

Faults faults(const Report& report);

}  // namespace uneven::document
