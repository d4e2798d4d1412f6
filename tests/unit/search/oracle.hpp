// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

/// A plain reading of Okada 1993, section 2.2, over strings; shares no code with the library.
namespace search_oracle {

using Row = std::vector<std::string>;

/// Columns 0 .. equal-1 are compared as 0/1, the next ones as codes, the last is the target.
struct Data {
  std::size_t equal = 0, codes = 0;
  std::vector<Row> rows;

  std::size_t attributes() const { return equal + codes; }

  std::string tsv() const {
    std::ostringstream out;
    for (std::size_t c = 0; c < attributes(); ++c) out << (c < equal ? "e" : "c") << c << '\t';
    out << "t\n";
    for (const Row& row : rows)
      for (std::size_t c = 0; c < row.size(); ++c) out << row[c] << (c + 1 < row.size() ? '\t' : '\n');
    return out.str();
  }

  std::vector<std::string> names(bool code) const {
    std::vector<std::string> result;
    for (std::size_t c = 0; c < attributes(); ++c)
      if ((c >= equal) == code) result.push_back((c < equal ? "e" : "c") + std::to_string(c));
    return result;
  }
};

/// In 1/1024.
inline long weight(const Data& data, std::size_t c, const std::string& value, bool inverse) {
  long n = 0;
  std::vector<std::pair<std::string, long>> shared;
  for (const Row& row : data.rows) {
    if (row[c] != value) continue;
    ++n;
    bool found = false;
    for (auto& [target, count] : shared)
      if (target == row.back()) ++count, found = true;
    if (!found) shared.emplace_back(row.back(), 1);
  }
  if (n == 0 || (c >= data.equal && value == "---")) return 1024;
  long double sum = 0;
  for (const auto& [target, count] : shared) sum += static_cast<long double>(count) * count / n / n;
  const long double root = std::sqrt(sum);
  return std::lround(1024 * (inverse ? 1 / root : root));
}

/// In 1/3.
inline long difference(const Data& data, std::size_t c, const std::string& a, const std::string& b) {
  if (c < data.equal) return a == b ? 0 : 3;
  if (a == "---" || b == "---") return 3;
  long equal = 0;
  while (equal < 3 && a[static_cast<std::size_t>(equal)] == b[static_cast<std::size_t>(equal)]) ++equal;
  return 3 - equal;
}

/// (distance in 1/3072, row) of all examples, nearest first.
inline std::vector<std::pair<long, long>> all_neighbours(const Data& data, const Row& query, bool inverse) {
  std::vector<std::pair<long, long>> result;
  std::vector<long> w;
  for (std::size_t c = 0; c < data.attributes(); ++c) w.push_back(weight(data, c, query[c], inverse));
  for (std::size_t r = 0; r < data.rows.size(); ++r) {
    long sum = 0;
    for (std::size_t c = 0; c < data.attributes(); ++c) sum += w[c] * difference(data, c, query[c], data.rows[r][c]);
    result.emplace_back(sum, static_cast<long>(r));
  }
  std::sort(result.begin(), result.end());
  return result;
}

/// The k nearest; with ties, all as near as the k-th.
inline std::vector<std::pair<long, long>> nearest(const Data& data, const Row& query, std::size_t k, bool ties,
                                                  bool inverse) {
  auto all = all_neighbours(data, query, inverse);
  std::size_t end = std::min(k, all.size());
  while (ties && end < all.size() && all[end].first == all[end - 1].first) ++end;
  all.resize(end);
  return all;
}

/// Few values, so that there are many ties; now and then an unknown code.
inline Row random_row(std::mt19937& rng, std::size_t equal, std::size_t codes, unsigned values) {
  Row row;
  for (std::size_t c = 0; c < equal; ++c) row.push_back("v" + std::to_string(rng() % values));
  for (std::size_t c = 0; c < codes; ++c) {
    std::string code = "---";
    if (rng() % 8 != 0)
      for (char& level : code) level = static_cast<char>('0' + rng() % 4);
    row.push_back(code);
  }
  row.push_back("p" + std::to_string(rng() % 5));
  return row;
}

inline Data random_data(std::mt19937& rng, std::size_t equal, std::size_t codes, std::size_t rows, unsigned values) {
  Data data{equal, codes, {}};
  for (std::size_t r = 0; r < rows; ++r) data.rows.push_back(random_row(rng, equal, codes, values));
  return data;
}

}  // namespace search_oracle
