// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "elements/program.hpp"

namespace uneven::elements {

/// Properties, for run-bsp and measure-speeds, of a program that comes with uneven.
struct ProgramEntry {
  const char* name = "";
  std::unique_ptr<Program> (*make)(const Settings&) = nullptr;
  bool reads_edges = false;             ///< the data are a graph, not rows of numbers
  bool has_source = false;              ///< whether it needs Settings::source
  bool has_preferences = false;         ///< whether it uses Settings::personal
  bool has_label = false;               ///< the last column of a row is a label, 0 or 1, or a target
  bool has_classes = false;             ///< whether it uses Settings::classes: the label is a byte, in the last lane
  bool has_covariances = false;         ///< whether it uses Settings::covariance
  bool has_clusters = false;            ///< whether it uses Settings::clusters
  bool is_kernel = true;                ///< whether measure-speeds can time it
  std::vector<const char*> model = {};  ///< results that can be applied to other data
  std::int64_t iterations = 100;        ///< default limit of iterations, enough to converge where that can be said
};

/// The registry, in programs.cpp. A new program is an entry there and its own file in programs/.
std::span<const ProgramEntry> programs();

/// The kernels of measure-speeds: bp, matmul, search and the programs that are kernels.
std::vector<std::string> measured_kernels();

/// Data on which measure-speeds times the programs: generated points of this many coordinates, and this many clusters
/// if the program has any.
inline constexpr int measured_clusters = 8, measured_coordinates = 3;
int measured_dimensions(std::string_view program);

/// The entry of a program. @return  null for a user's program.
const ProgramEntry* find_program(std::string_view name);

/// The default limit of iterations of a program, also of a user's.
std::int64_t usual_iterations(std::string_view program);

/// The names of all programs.
std::string program_names(const std::string& between = ", ");

/// Makes a program. @throws InputError  if there is none of that name, or the settings do not suit it.
std::unique_ptr<Program> make_program(const std::string& name, const Settings& settings);

}  // namespace uneven::elements
