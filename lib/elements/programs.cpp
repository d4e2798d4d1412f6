// SPDX-License-Identifier: MIT
#include "elements/programs.hpp"

#include <algorithm>
#include <type_traits>

#include "base/error.hpp"
#include "elements/programs/graphs.hpp"
#include "elements/programs/methods.hpp"
#include "elements/programs/starts.hpp"

namespace uneven::elements {

namespace {

template <class P>
std::unique_ptr<Program> make(const Settings& settings) {
  return std::make_unique<P>(settings);
}

/// Of KMeans or ExpectationMaximisation.
template <class P>
std::unique_ptr<Program> make_clustering(const Settings& settings) {
  if (settings.starts > 1)
    return std::make_unique<Starts>(settings, [](const Settings& s) { return std::make_unique<P>(s); });
  return std::make_unique<P>(settings);
}

/// Of LogisticRegression or LinearRegression.
template <class P>
std::unique_ptr<Program> make_regression(const Settings& settings) {
  if (settings.model.empty()) return std::make_unique<P>(settings);
  return std::make_unique<AppliedRegression>(settings, std::is_same_v<P, LinearRegression>);
}

}  // namespace

std::span<const ProgramEntry> programs() {
  static const ProgramEntry all[] = {
      {.name = "kmeans", .make = make_clustering<KMeans>, .has_clusters = true, .model = {"centroids"}},
      {.name = "em",
       .make = make_clustering<ExpectationMaximisation>,
       .has_covariances = true,
       .has_clusters = true,
       .model = {"weights", "means", "covariances"},
       .iterations = 1000},
      {.name = "logistic",
       .make = make_regression<LogisticRegression>,
       .has_label = true,
       .has_classes = true,
       .model = {"weights"}},
      {.name = "linear",
       .make = make_regression<LinearRegression>,
       .has_label = true,
       .is_kernel = false,
       .model = {"weights"}},
      {.name = "pagerank",
       .make = make<PageRank>,
       .reads_edges = true,
       .has_preferences = true,
       .is_kernel = false,
       .iterations = 200},
      {.name = "components", .make = make<Components>, .reads_edges = true, .is_kernel = false, .iterations = no_limit},
      {.name = "paths",
       .make = make<ShortestPaths>,
       .reads_edges = true,
       .has_source = true,
       .is_kernel = false,
       .iterations = no_limit},
  };
  return all;
}

const ProgramEntry* find_program(std::string_view name) {
  const auto entry = std::ranges::find(programs(), name, &ProgramEntry::name);
  return entry == programs().end() ? nullptr : &*entry;
}

std::int64_t usual_iterations(std::string_view program) {
  const ProgramEntry* entry = find_program(program);
  return entry ? entry->iterations : ProgramEntry{}.iterations;
}

std::vector<std::string> measured_kernels() {
  std::vector<std::string> names{"bp", "matmul", "search"};
  for (const ProgramEntry& entry : programs())
    if (entry.is_kernel) names.emplace_back(entry.name);
  return names;
}

int measured_dimensions(std::string_view program) {
  const ProgramEntry* entry = find_program(program);
  return measured_coordinates + (entry && entry->has_label);
}

std::string program_names(const std::string& between) {
  std::string names;
  for (const ProgramEntry& entry : programs()) names += (names.empty() ? "" : between) + std::string(entry.name);
  return names;
}

std::unique_ptr<Program> make_program(const std::string& name, const Settings& settings) {
  const ProgramEntry* entry = find_program(name);
  if (!entry) throw InputError("program \"" + name + "\" is unknown; expected " + program_names());
  return entry->make(settings);
}

}  // namespace uneven::elements
