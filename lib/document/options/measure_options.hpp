// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/json.hpp"
#include "document/options/run_options.hpp"
#include "document/partition.hpp"
#include "document/speeds.hpp"

namespace uneven::document {

/// Options of a job that measures speeds ("run": "measure").
struct MeasureOptions {
  std::string kernel = "bp";
  Perceptron network{203, 80, 26};    ///< of kernel bp
  std::string input = "one-hot";      ///< of kernel bp: dense | one-hot
  std::int64_t samples = 1024;        ///< of kernel bp
  std::string unit = "unit";          ///< of kernel command: the name of its unit of work
  std::optional<std::int64_t> units;  ///< of kernel command: the number to run it with; absent: looked for
  double confidence = 0.025;          ///< wanted half-width of the 95 % interval over the mean
  double max_seconds = 10;            ///< for the speeds; the network has as much again
  bool curve = false;                 ///< measure at several problem sizes
  bool with_network = true;
  std::vector<MeasuredProcessor> known;           ///< hosts, or processor models, that need no new measurement
  std::optional<double> memory_per_unit_bytes{};  ///< of the document of `known`; stays where nothing is measured anew
  std::optional<std::int64_t> memory_fixed_bytes{};  ///< likewise
};

Object describe_input(const MeasureOptions&);
Object describe_options(const MeasureOptions&);

}  // namespace uneven::document
