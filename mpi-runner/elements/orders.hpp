#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "elements/program.hpp"

namespace uneven::elements {

/// What rank 0 tells all between two supersteps.
struct Orders {
  std::int32_t next = stop;
  std::int32_t reason = 0;  ///< of stopping early: an index into `reasons`
  std::int32_t checkpoint = 0;
  std::int32_t moving = -1;  ///< group whose elements move
  std::vector<std::int64_t> target;
  std::int64_t unit = 1;
  std::int32_t uncounted = 0;  ///< what was done so far was not yet an iteration, and counts for none
  std::int32_t last = -1;      ///< group of the last superstep, with where its blocks are and how long they took
  std::vector<std::int64_t> counts;
  std::vector<double> seconds;
  std::vector<std::vector<double>> multicast;  ///< to each group

  static constexpr const char* reasons[] = {nullptr, "signal", "time"};
};

std::string pack(const Orders& orders);
Orders unpack_orders(const std::string& bytes, std::size_t groups);

}  // namespace uneven::elements
