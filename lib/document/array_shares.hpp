// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "document/common.hpp"
#include "document/hbsp_matmul.hpp"
#include "document/json.hpp"

namespace uneven::document {

/// The block of an array that one processor works on.
struct ArrayBlock {
  MatrixPart cells;
  std::vector<std::int64_t> neighbours;  ///< processors that own cells of its halo, ascending
  std::int64_t halo_bytes = 0;           ///< that it sends in a superstep
};

struct ArrayPrediction {
  std::optional<double> seconds;      ///< the makespan of the cells; absent where speeds have no unit
  std::optional<double> superstep_s;  ///< max_i(w_i / v_i + g h_i) + L; absent where the network is unknown
  std::optional<double> halo_s;       ///< max_i g h_i
  double lower_bound = 0;             ///< of the makespan for whole cells in any shape, in s, or in cells over speed
  double imbalance = 0;               ///< max_i(w_i / v_i) / (sum w / sum v) - 1 over the processors used
  std::int64_t border = 0;            ///< sum of rows + columns over the blocks
  SentBytes bytes;                    ///< in a superstep
};

/// Document "array-shares", made by plan-shares --array.
struct ArrayShares {
  static constexpr const char* kind = "array-shares";
  std::int64_t rows = 1, columns = 1;
  std::int64_t halo = 0;           ///< rows and columns around a block that its processor needs, corners included
  std::int64_t element_bytes = 8;  ///< of a cell
  std::optional<double> gap_s_per_byte{};  ///< g; absent where the network is unknown
  std::optional<double> barrier_s{};       ///< L; likewise
  std::vector<ArrayBlock> blocks;          ///< by processor; left-out processors have none
  ArrayPrediction predicted;
  std::vector<std::int64_t> left_out;
  std::optional<double> memory_per_unit_bytes{};     ///< that a cell of the block or its halo occupies
  std::optional<std::int64_t> memory_fixed_bytes{};  ///< that a process with a block occupies beside its cells
  std::vector<Processor> cluster;
  std::optional<std::string> kernel;  ///< of the speeds; absent where given by hand
  Json kernel_options = Json::object();
  MadeBy made_by;
};

/// The most cells of an array: each number of cells is an exact double.
inline constexpr double most_cells = 0x1p53 - 1;

Object describe(const ArrayShares&);

/// Faults beyond the description: that the blocks tile the array, on processors that exist and are not left out, and
/// that neighbours are mutual. Cost: O(M log M) for M processors and neighbours.
Faults faults(const ArrayShares& plan);

}  // namespace uneven::document
