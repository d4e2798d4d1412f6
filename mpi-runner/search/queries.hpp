// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "document/options/plan_options.hpp"
#include "document/search.hpp"
#include "search/answers.hpp"
#include "search/model.hpp"
#include "search/packed.hpp"

namespace uneven::search {

/// The state of rank 0 alone: all queries, and the tables for writing the answers.
class QueryService {
 public:
  QueryService() = default;
  QueryService(const QueryService&) = delete;
  QueryService& operator=(const QueryService&) = delete;
  virtual ~QueryService() = default;

  virtual std::int64_t queries() const = 0;
  const std::vector<Query>& to_scan() const { return to_scan_; }  ///< those without an exact match, in order

  /// Length of a line of answers, about. @param examples  their number.
  virtual double line_bytes(std::int64_t examples) const = 0;

  /// The lines up to and with the answers of as many scanned queries as were found, the first of `to_scan`.
  /// @param examples  all of them.
  virtual std::vector<std::string> lines(const std::vector<std::vector<Neighbour>>& found, Packed examples) = 0;

 protected:
  std::vector<Query> to_scan_;
};

/// Of tables of words: reads them and finds exact matches.
class WordQueries : public QueryService {
 public:
  /// @param options  file names are ready to be opened.
  /// @throws OpenError, InputError  about tables and their columns; or if the plan is for another number of examples.
  WordQueries(const document::Search& plan, const document::SearchOptions& options);

  Packed take_examples() { return std::move(model_.examples); }
  std::int64_t queries() const override { return queries_table_.rows; }
  double line_bytes(std::int64_t examples) const override;
  std::vector<std::string> lines(const std::vector<std::vector<Neighbour>>& found, Packed examples) override;

 private:
  std::vector<Neighbour> exact_neighbours(std::size_t query) const;

  document::SearchOptions options_;
  Roles roles_;
  Table table_, queries_table_;
  Model model_;
  Answers answers_;
  std::vector<Query> queries_;
  std::vector<std::vector<std::int64_t>> exact_;  // rows, by query
};

/// Of tables of vectors.
class VectorQueries : public QueryService {
 public:
  /// @param floats  of an example.
  /// @throws OpenError, InputError  about the file of queries, or if they have another length.
  VectorQueries(const document::SearchOptions& options, std::int64_t floats);

  std::int64_t queries() const override { return std::ssize(to_scan_); }
  double line_bytes(std::int64_t examples) const override {
    return search::line_bytes(format_, queries(), k_, examples);
  }
  std::vector<std::string> lines(const std::vector<std::vector<Neighbour>>& found, Packed examples) override;

 private:
  Format format_;
  std::int64_t k_;
};

/// @throws InputError  unless the file has as many rows as the plan has examples.
void require_examples(const std::string& file, std::int64_t rows, const document::Search& plan);

/// Every rank gets rank 0's queries and its word whether to go on; no queries: stop. Collective, and polite to share a
/// core with.
std::vector<Query> spread(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                          const std::vector<Query>& queries, const Layout& layout);

}  // namespace uneven::search
