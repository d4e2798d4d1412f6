// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>

#include "document/options/plan_options.hpp"
#include "measure/kernels/kernel.hpp"
#include "search/made_up.hpp"
#include "search/scan.hpp"
#include "search/vectors.hpp"

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

std::int64_t examples_of(double scale, std::int64_t usual, std::int64_t least) {
  return std::max(least, static_cast<std::int64_t>(std::llround(scale * static_cast<double>(usual))));
}

/// Vectors of 256 MiB at most: no cache holds them.
Load load_vectors(std::int64_t floats, double scale) {
  constexpr std::int64_t usual_bytes = 1 << 28, least_vectors = 1 << 10;
  const std::int64_t most = usual_bytes / std::int64_t{sizeof(float)} / floats;
  const std::int64_t count =
      examples_of(scale, std::clamp(most, least_vectors, usual_examples), std::min(least_vectors, least_examples));
  const auto data = std::make_shared<Scan>();
  data->examples = search::Packed(search::Layout{.floats = floats}, count);
  data->queries.resize(queries_at_a_time);
  std::mt19937_64 rng(1);
  std::uniform_real_distribution<float> number(-1, 1);
  std::generate_n(data->examples.vector(0), count * floats, [&] { return number(rng); });
  for (auto& query : data->queries)
    std::generate_n(std::back_inserter(query.vector), floats, [&] { return number(rng); });
  return {static_cast<double>(count) * static_cast<double>(queries_at_a_time), [data] {
            std::vector<search::Nearest> nearest(data->queries.size(), search::Nearest(neighbours, false));
            search::VectorScan(data->examples, data->queries, search::Metric::l2)({0, data->examples.rows()}, nearest);
          }};
}

Load load(const document::MeasureOptions& options, int, double scale) {
  if (options.floats) return load_vectors(*options.floats, scale);
  const std::int64_t count = examples_of(scale, usual_examples, least_examples);
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
  const auto options = [](const document::MeasureOptions& o) {
    document::Json json{{"queries", queries_at_a_time}};
    if (o.floats) json["floats"] = *o.floats;
    return json;
  };
  return {"search", "example x query", options, load};
}

}  // namespace uneven::measure
