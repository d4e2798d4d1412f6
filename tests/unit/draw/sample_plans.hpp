// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "document/partition.hpp"

namespace uneven::draw_test {

/// A plan with the given speeds, column by column, rounded to whole samples and hidden units.
inline document::Partition partition(const std::vector<std::vector<double>>& columns, std::int64_t samples,
                                     std::int64_t hidden) {
  document::Partition plan;
  plan.network = {203, hidden, 26};
  plan.samples = samples;
  plan.method = document::PartitionMethod::columns;
  plan.order = document::Order::sorted;
  plan.objective = document::Objective::elements;
  plan.collective = document::Collective::linear;
  double all = 0, left = 0;
  for (const auto& column : columns)
    for (const double speed : column) all += speed;
  std::set<std::int64_t> cuts{hidden};
  std::int64_t rank = 0;
  for (const auto& column : columns) {
    double sum = 0, top = 0;
    for (const double speed : column) sum += speed;
    const auto first = std::llround(left / all * static_cast<double>(samples));
    const auto end = std::llround((left + sum) / all * static_cast<double>(samples));
    plan.columns.push_back({sum / all, {}, {first, end - first}});
    for (const double speed : column) {
      const auto above = std::llround(top / sum * static_cast<double>(hidden));
      const auto below = std::llround((top + speed) / sum * static_cast<double>(hidden));
      plan.rectangles.push_back({rank,
                                 static_cast<std::int64_t>(plan.columns.size()) - 1,
                                 left / all,
                                 sum / all,
                                 top / sum,
                                 speed / sum,
                                 {first, end - first},
                                 {above, below - above}});
      plan.columns.back().processors.push_back(rank);
      plan.cluster.push_back({"node" + std::to_string(rank / 2), "EPYC", 1, speed});
      cuts.insert(above);
      top += speed;
      ++rank;
    }
    left += sum;
  }
  for (auto cut = cuts.begin(); std::next(cut) != cuts.end(); ++cut) {
    plan.groups.push_back({{*cut, *std::next(cut) - *cut}, {}});
    for (const auto& rectangle : plan.rectangles)
      if (rectangle.hidden.first <= *cut && *cut < rectangle.hidden.end())
        plan.groups.back().processors.push_back(rectangle.processor);
  }
  return plan;
}

inline document::Candidate candidate(const std::vector<std::int64_t>& sizes, double elements) {
  document::Candidate result;
  result.method = document::PartitionMethod::columns;
  result.order = document::Order::sorted;
  result.collective = document::Collective::linear;
  result.columns = static_cast<std::int64_t>(sizes.size());
  result.sizes = sizes;
  result.processors = 5;
  result.elements = elements;
  return result;
}

/// Five processors in columns {3, 2}: the plan of Fig. 7 of Ozawa 2004, with its candidates.
inline document::Partition figure_7() {
  auto plan = partition({{.05, .10, .20}, {.30, .35}}, 1024, 80);
  plan.predicted = {73913.6, 70206.0, 0.004, std::nullopt};
  plan.candidates = {candidate({5}, 212992.0), candidate({3, 2}, 73913.6), candidate({2, 2, 1}, 99904.0)};
  return plan;
}

/// How often `part` occurs in `text`.
inline int occurrences(const std::string& text, const std::string& part) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

inline std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result(1);
  for (const char c : text) {
    if (c == '\n')
      result.emplace_back();
    else
      result.back() += c;
  }
  return result;
}

}  // namespace uneven::draw_test
