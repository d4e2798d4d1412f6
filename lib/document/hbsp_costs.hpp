// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "document/common.hpp"
#include "document/json.hpp"

namespace uneven::document {

/// One superstep of a program: its work and traffic, and what it costs.
struct SuperstepCost {
  std::string name;
  std::vector<double> work;           ///< w_i of the processors' own, shape [N]
  std::vector<double> traffic;        ///< h_i of the processors' own, shape [N]
  double shared_work = 0;             ///< of all processors together, shared out
  double shared_traffic = 0;          ///< likewise
  double cost = 0;                    ///< with shares in proportion to speed
  std::int64_t bottleneck = 0;        ///< the first processor that takes longest
  double best_cost = 0;               ///< with the best shares
  std::vector<double> best_shares{};  ///< shape [N], sum 1; empty where nothing is gained
};

/// Document "hbsp-costs", made by plan-hbsp cost.
struct HbspCosts {
  static constexpr const char* kind = "hbsp-costs";
  std::vector<SuperstepCost> supersteps;  ///< in the order of the program
  std::vector<double> gap;                ///< g_i, shape [N]
  double barrier = 0;                     ///< L
  double cost = 0;                        ///< predicted: of all supersteps
  double best_cost = 0;                   ///< predicted: of all supersteps with the best shares
  std::vector<Processor> cluster;
  std::optional<std::string> kernel;  ///< of the speeds; absent where given by hand
  Json kernel_options = Json::object();
  MadeBy made_by;
};

Object describe(const HbspCosts&);

/// Faults beyond the description: lists of another length than the cluster, a bottleneck that is no processor.
Faults faults(const HbspCosts& costs);

/// The contiguous elements of one processor.
struct ElementRange {
  std::int64_t processor = 0;
  Range elements;
};

/// Document "hbsp-elements", made by plan-hbsp elements and plan-shares.
struct HbspElements {
  static constexpr const char* kind = "hbsp-elements";
  std::int64_t count = 0;
  std::int64_t multiple_of = 1;         ///< divides each count but that of the last range
  std::vector<ElementRange> placement;  ///< by processor, all of them; together they are 0 .. count - 1 in order
  std::optional<double> superstep_s;    ///< predicted: the slowest processor's share, and the barrier if measured
  double imbalance = 0;                 ///< max_i(w_i / v_i) / (sum w / sum v) - 1
  std::optional<double> seconds{};      ///< predicted: the makespan, with fixed times; absent where speeds have no unit
  bool curves = false;                  ///< seconds and lower_bound follow measured curves, not `speed` alone
  std::optional<double> lower_bound{};  ///< of the makespan under the same limits, in s, or in units over speed
  std::vector<std::int64_t> left_out;  ///< processors without elements, which cost more than they bring or have no room
  std::optional<double> memory_per_unit_bytes{};     ///< that a unit occupies
  std::optional<std::int64_t> memory_fixed_bytes{};  ///< that a process occupies whatever its units
  std::vector<Processor> cluster;
  std::optional<std::string> kernel;  ///< of the speeds; absent where given by hand
  Json kernel_options = Json::object();
  Json data;  ///< name and bytes of the file that the count came from, or null
  MadeBy made_by;
};

Object describe(const HbspElements&);

/// Faults beyond the description: holes, overlaps, numbers that are no processors.
Faults faults(const HbspElements& plan);

}  // namespace uneven::document
