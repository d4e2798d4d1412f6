// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "document/options/plan_options.hpp"
#include "measure/kernels/kernel.hpp"
#include "search/scan.hpp"
#include "search/share.hpp"

namespace uneven::measure {

namespace {

/// Enough examples that finding the first neighbours does not count, and the usual batch of queries.
constexpr std::int64_t usual_examples = 1 << 20, least_examples = 1 << 12;
const std::size_t queries_at_a_time = static_cast<std::size_t>(document::SearchOptions{}.batch);
constexpr std::int64_t neighbours = 10;

struct Scan {
  search::Packed examples;
  std::vector<search::Query> queries;
};

Load load(const document::MeasureOptions&, int, double scale) {
  const auto count =
      std::max(least_examples, static_cast<std::int64_t>(std::llround(scale * static_cast<double>(usual_examples))));
  const auto data = std::make_shared<Scan>();
  data->examples = search::made_up_examples(count, 1);
  data->queries = search::made_up_queries(data->examples, queries_at_a_time, 1);
  return {static_cast<double>(count) * static_cast<double>(queries_at_a_time), [data] {
            std::vector<search::Nearest> nearest(data->queries.size(), search::Nearest(neighbours, false));
            search::scan(data->examples, data->queries, {0, data->examples.rows()}, nearest);
          }};
}

}  // namespace

Kernel search_kernel() {
  const auto options = [](const document::MeasureOptions&) { return document::Json{{"queries", queries_at_a_time}}; };
  return {"search", "example x query", options, load};
}

}  // namespace uneven::measure
