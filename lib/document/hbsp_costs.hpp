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

/// What the description cannot say: lists of another length than the cluster, a bottleneck that is no processor.
Faults faults(const HbspCosts& costs);

}  // namespace uneven::document
