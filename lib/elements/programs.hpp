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

/// Everything that run-bsp and measure-speeds ask about a program that comes with uneven.
struct ProgramEntry {
  const char* name = "";
  std::unique_ptr<Program> (*make)(const Settings&) = nullptr;
  bool reads_edges = false;       ///< the data are a list of edges, not rows of numbers
  bool has_label = false;         ///< the last column of a row is a label, 0 or 1
  bool has_clusters = false;      ///< `clusters` of the settings is for it
  bool is_kernel = true;          ///< measure-speeds can time it
  std::int64_t iterations = 100;  ///< the limit where none is given: it settles within, where that can be said
};

/// The registry, in programs.cpp. A new program is an entry there and its own file in programs/.
std::span<const ProgramEntry> programs();

/// The kernels of measure-speeds: bp, matmul, search and the programs that are kernels.
std::vector<std::string> measured_kernels();

/// What measure-speeds times the programs on: made-up points of this many coordinates, and clusters where they have
/// any.
inline constexpr int measured_clusters = 8, measured_coordinates = 3;
int measured_dimensions(std::string_view program);

/// @return  null for a program of the user's.
const ProgramEntry* find_program(std::string_view name);

/// The limit of iterations of a program, also of a user's.
std::int64_t usual_iterations(std::string_view program);

/// The names, with commas between.
std::string program_names();

/// @throws InputError  if there is none of that name, or the settings do not suit it.
std::unique_ptr<Program> make_program(const std::string& name, const Settings& settings);

}  // namespace uneven::elements
