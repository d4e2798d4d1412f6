// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <memory>

#include "elements/programs.hpp"
#include "elements/programs/clustering.hpp"
#include "elements/serial.hpp"
#include "measure/kernels/kernel.hpp"

namespace uneven::measure {

namespace {

using elements::measured_clusters, elements::measured_coordinates;

constexpr double usual_points = 1 << 20;

/// A program with its data, run in this process alone.
struct Alone {
  Alone(const elements::ProgramEntry& entry, std::int64_t points) : columns(elements::measured_dimensions(entry.name)) {
    elements::Settings settings;
    settings.elements = points;
    settings.columns = columns;
    settings.clusters = measured_clusters;
    settings.tolerance = 0;
    settings.iterations = std::int64_t{1} << 60;
    for (std::int64_t i = 0; i < points; ++i)
      for (int j = 0; j < columns; ++j) {
        const double x = elements::uniform(1, static_cast<std::uint64_t>(j), static_cast<std::uint64_t>(i));
        rows.push_back(j < measured_coordinates ? x : std::round(x));
      }
    if (entry.has_clusters)
      settings.centroids.assign(rows.begin(), rows.begin() + measured_clusters * measured_coordinates);
    program = entry.make(settings);
    run = std::make_unique<elements::SerialRun>(*program, rows, columns);
    iterate();
  }

  void iterate() {
    const std::int64_t before = program->iterations(run->state());
    while (program->iterations(run->state()) == before) run->superstep();
  }

  int columns;
  std::vector<double> rows;
  std::unique_ptr<elements::Program> program;
  std::unique_ptr<elements::SerialRun> run;
};

}  // namespace

Kernel elements_kernel(const elements::ProgramEntry& program) {
  const auto options = [&program](const document::MeasureOptions&) {
    return document::Json{{"clusters", measured_clusters}, {"dimensions", elements::measured_dimensions(program.name)}};
  };
  const auto load = [&program](const document::MeasureOptions&, int, double scale) {
    const auto points = std::max<std::int64_t>(64, std::llround(usual_points * scale));
    const auto alone = std::make_shared<Alone>(program, points);
    return Load{static_cast<double>(points), [alone] { alone->iterate(); }};
  };
  return {program.name, "element", options, load};
}

}  // namespace uneven::measure
