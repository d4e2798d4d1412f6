// SPDX-License-Identifier: MIT
#include "elements/model.hpp"

#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "document/document.hpp"
#include "document/job.hpp"

namespace uneven::elements {

namespace {

/// Appends a number, or all numbers of a list of lists of equal lengths.
void append_numbers(const document::OrderedJson& value, const std::string& place, std::vector<double>& numbers) {
  if (value.is_number()) return numbers.push_back(value.get<double>());
  if (!value.is_array() || value.empty()) throw InputError(place + ": expected numbers, or lists of them");
  for (const document::OrderedJson& part : value) {
    if (part.is_array() != value[0].is_array() || (part.is_array() && part.size() != value[0].size()))
      throw InputError(place + ": expected rows of equal lengths");
    append_numbers(part, place, numbers);
  }
}

/// Columns of data that a model is for.
int columns_of(const document::OrderedJson& rows) {
  return static_cast<int>(rows[0].is_array() ? rows[0].size() : rows.size());
}

}  // namespace

void take_model(const std::string& path, const ProgramEntry& program, Settings& settings) {
  const auto report = document::parse(read_file(path), path, {"report"}).as<document::Report>();
  document::in_document(path, [&] {
    if (report.of != program.name)
      throw InputError("/of: the report is of " + shown(report.of) + "; expected one of " + program.name);
    for (const char* name : program.model) {
      if (!report.result.contains(name))
        throw InputError(std::string("/result/") + name + ": missing; expected the report of a run of " + program.name);
      append_numbers(report.result[name], std::string("/result/") + name, settings.model);
    }
    const document::OrderedJson& last = report.result[program.model.back()];
    settings.iterations = 0;
    if (program.has_clusters) {
      const document::OrderedJson& places = report.result[program.has_covariances ? "means" : "centroids"];
      settings.clusters = std::ssize(places);
      settings.covariance = report.kernel_options.value("covariance", "full");
      if (!places[0].is_array() || columns_of(places) != settings.columns)
        throw InputError("the model is of " + std::to_string(columns_of(places)) + " columns; the data have " +
                         std::to_string(settings.columns));
      if (!program.has_covariances) settings.centroids = settings.model;
    } else {
      settings.classes = last[0].is_array() ? static_cast<int>(last.size()) : 2;
    }
  });
}

}  // namespace uneven::elements
