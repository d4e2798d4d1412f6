// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "document/options/search_options.hpp"
#include "document/search.hpp"
#include "search/answers.hpp"
#include "search/index.hpp"
#include "search/model.hpp"

namespace uneven::search {

/// What only rank 0 has: the table and the queries as text. Reads them, finds exact matches and writes the answers.
class QueryService {
 public:
  /// @param options  file names are ready to be opened.
  /// @throws OpenError, InputError  about tables and their columns; or if the plan is for another number of examples.
  QueryService(const document::Search& plan, const document::SearchOptions& options);
  QueryService(const QueryService&) = delete;
  QueryService& operator=(const QueryService&) = delete;

  Packed& examples() { return model_.examples; }
  const std::vector<Query>& to_scan() const { return to_scan_; }  ///< those without an exact match, in order
  std::int64_t queries() const { return queries_table_.rows; }

  /// The lines up to and with the answers of as many scanned queries as were found, the first of `to_scan`.
  std::vector<std::string> lines(const std::vector<std::vector<Neighbour>>& found) const;

 private:
  std::vector<Neighbour> exact_neighbours(std::size_t query) const;

  document::SearchOptions options_;
  Roles roles_;
  Table table_, queries_table_;
  Model model_;
  Answers answers_;
  std::vector<Query> queries_;
  std::vector<std::vector<std::int64_t>> exact_;  // rows, by query
  std::vector<Query> to_scan_;
};

}  // namespace uneven::search
