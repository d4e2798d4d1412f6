// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "document/describe/field.hpp"
#include "document/partition.hpp"

namespace uneven::document {

// The fields of a partition of several hidden layers; only the files of the document partition need them.

/// How a partition calls the units that it cuts.
struct UnitWords {
  std::string key;   ///< of a rectangle: "hidden"
  std::string unit;  ///< "hidden unit"
};

/// That columns and rectangles tile, and that each processor occurs once.
Faults tiling_faults(const Partition& partition, const UnitWords& words);

Object describe(const Column&);

/// "layers" and "moves".
std::vector<Field> layers_of();

}  // namespace uneven::document
