// SPDX-License-Identifier: MIT
// Pruned search beside the scan, one thread, on recombined noun phrases: the first noun of one, the second of another.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <random>

#include "search/model.hpp"
#include "search/scan.hpp"

using namespace uneven::search;

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<int> slots_of(const Model& model, const std::vector<std::string>& names) {
  std::vector<int> slots;
  for (const auto& attribute : model.attributes)
    if (std::find(names.begin(), names.end(), attribute.name) != names.end()) slots.push_back(attribute.slots[0]);
  return slots;
}

}  // namespace

int main() {
  const Table table = read_table("share/examples/noun-phrases.tsv");
  const Model model = make_model(table, {}, Weighting::okada);
  const auto all_queries = make_queries(model, table);
  const auto second = slots_of(model, {"pos2", "affix2", "code2"});
  std::mt19937_64 rng(1);
  const auto any = [&] { return static_cast<std::int64_t>(rng() % static_cast<std::uint64_t>(table.rows)); };

  std::vector<Query> queries;
  for (int q = 0; q < 400; ++q) {
    queries.push_back(all_queries[static_cast<std::size_t>(any())]);
    const Query& other = all_queries[static_cast<std::size_t>(any())];
    for (const int slot : second) {
      const auto s = static_cast<std::size_t>(slot);
      queries.back().value[s] = other.value[s], queries.back().cost[s] = other.cost[s];
    }
  }
  for (const std::int64_t rows : {1 << 14, 1 << 16, 1 << 17, 1 << 18, 1 << 20, 1 << 23}) {
    Packed examples(model.examples.layout(), rows);
    for (std::int64_t row = 0; row < rows; ++row) {
      const std::int64_t a = any(), b = any();
      for (int slot = 0; slot < examples.layout().slots(); ++slot) examples.set(row, slot, model.examples.get(a, slot));
      for (const int slot : second) examples.set(row, slot, model.examples.get(b, slot));
    }
    const auto start = std::chrono::steady_clock::now();
    const Index index = make_index(examples, {0, rows});
    const double made = seconds_since(start);

    double one_by_one = 0, pruned = 0;
    std::vector<double> each;
    std::int64_t gave_up = 0;
    std::vector<Nearest> nearest(queries.size(), Nearest(10, false)), batch = nearest;
    for (std::size_t q = 0; q < queries.size(); ++q) {
      Nearest by_scan = nearest[q];
      const auto begin = std::chrono::steady_clock::now();
      gave_up += pruned_scan(examples, index, {&queries[q], 1}, {&nearest[q], 1}, usual_budget(index));
      const double by_index_s = seconds_since(begin);
      scan(examples, {&queries[q], 1}, {0, rows}, {&by_scan, 1});
      const double by_scan_s = seconds_since(begin) - by_index_s;
      pruned += by_index_s, one_by_one += by_scan_s;
      each.push_back(by_index_s);
    }
    const auto begin = std::chrono::steady_clock::now();
    scan(examples, queries, {0, rows}, batch);
    const double together = seconds_since(begin);
    std::sort(each.begin(), each.end());
    std::printf(
        "%8lld examples, %5lld groups: pruned %.2f times as fast as the scan of one query, %.2f of many; 99th "
        "percentile %.2f "
        "scans; %.1f %% over budget; index made in the time of %.0f scans\n",
        static_cast<long long>(rows), static_cast<long long>(index.groups()), one_by_one / pruned, together / pruned,
        each[each.size() * 99 / 100] / one_by_one * static_cast<double>(queries.size()),
        100.0 * static_cast<double>(gave_up) / static_cast<double>(queries.size()),
        made / together * static_cast<double>(queries.size()));
  }
}
